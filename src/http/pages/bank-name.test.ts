import { expect, it } from 'vitest';
import { bankInWords } from './bank-name.ts';
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
