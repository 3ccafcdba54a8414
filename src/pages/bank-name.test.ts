import { expect, it } from 'vitest';
import { bankInWords, breakable } from './bank-name.ts';
import { language as english } from './language-en.ts';
import { language as russian } from './language-ru.ts';

it('calls a bank what readers of the language call it', () => {
  const bank = { code: 'sberbank', name: 'Sberbank', nameRu: 'Сбербанк' };
  expect(bankInWords(russian, bank).name).toBe('Сбербанк');
  expect(bankInWords(english, bank).name).toBe('Sberbank');
});

it('keeps the name that the operator gave to a bank that has no Russian one', () => {
  const bank = { code: 'village-bank', name: 'Village Bank', nameRu: null };
  expect(bankInWords(russian, bank)).toEqual(bank);
});

it('says in words that any bank will do', () => {
  expect(bankInWords(russian, { code: 'unknown', name: 'Unknown', nameRu: null }).name).toBe(russian.choose.anyBank);
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
