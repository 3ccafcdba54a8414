import { expect, it } from 'vitest';
import { bankInWords, breakable } from './bank-name.ts';
import { language as english } from './language-en.ts';
import { language as russian } from './language-ru.ts';

it('calls a bank what readers of the language call it', () => {
  const bank = { code: 'sberbank', name: 'Sberbank' };
  expect(bankInWords(russian, bank)).toEqual({ code: 'sberbank', name: 'Сбербанк' });
  expect(bankInWords(english, bank)).toEqual(bank);
});

it('keeps the name that the operator gave to a bank of their own', () => {
  const bank = { code: 'village-bank', name: 'Village Bank' };
  expect(bankInWords(russian, bank)).toEqual(bank);
});

it('says in words that any bank will do', () => {
  expect(bankInWords(russian, { code: 'unknown', name: 'Unknown' }).name).toBe(russian.choose.anyBank);
});

it('lets long names break between syllables, and leaves short ones whole', () => {
  const shown = (name: string) => breakable(name).replaceAll('\u00ad', '-');
  expect(['Gazprombank', 'Raiffeisen Bank', 'Sberbank', 'VTB'].map(shown)).toEqual([
    'Gazprom-bank',
    'Raif-fei-sen Bank',
    'Sberbank',
    'VTB',
  ]);
  expect(['Россельхозбанк', 'Райффайзен Банк', 'Сбербанк'].map(shown)).toEqual([
    'Рос-сельхоз-банк',
    'Райффай-зен Банк',
    'Сбербанк',
  ]);
});
