import type { PaymentPageBank } from '../api/public/payment-page.ts';
import { unknownBank } from '../domain/money/payment.ts';
import type { Language } from './language.ts';

/** A bank under the name that readers of the language know. */
export function bankInWords({ code: language, choose }: Language, bank: PaymentPageBank): PaymentPageBank {
  if (bank.code === unknownBank) return { ...bank, name: choose.anyBank };
  return { ...bank, name: inLanguage(language, bank) };
}

/** Entries of the catalogue have two names: who reads Cyrillic letters knows the Russian one, others the Latin one. */
export function inLanguage(code: string, { name, nameRu }: { name: string; nameRu: string | null }): string {
  return readsCyrillic.has(code) ? (nameRu ?? name) : name;
}

const readsCyrillic: ReadonlySet<string> = new Set(['ru', 'kk', 'ky', 'tg']);

const longFrom = 9;
const softHyphen = '\u00ad';
const vowel = '[aeiouyаеёиоуыэюя]';
const consonant = '[b-df-hj-np-tv-xzб-джзй-нп-тф-щ]';
const syllableEnd = new RegExp(`(${vowel}${consonant}?)(?=${consonant}${vowel})`, 'giu');

/** A long word may break between syllables, with a hyphen: Gazprom-bank, not Gazpromba-nk. Short ones are left alone. */
export function breakable(name: string): string {
  return name.replaceAll(/\p{L}+/gu, (word) => {
    if (word.length < longFrom) return word;
    // A syllable of one letter does not stand alone at the end of a line.
    return word.replaceAll(syllableEnd, (end, _, at: number) => (at === 0 && end.length < 2 ? end : end + softHyphen));
  });
}
