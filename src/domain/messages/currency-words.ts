import { regularText } from './regular-text.ts';

/** How banks write a currency beside an amount. What has no line is written by its code. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  RUB: ['р', 'руб', 'рубль', 'рубля', 'рублей', 'RUB', 'RUR', '₽'],
  USD: ['USD', 'долл', '$'],
  EUR: ['EUR', 'евро', '€'],
  KZT: ['KZT', 'тг', 'тенге', '₸', 'T'],
  UZS: ['UZS', 'сум', "so'm"],
  KGS: ['KGS', 'сом'],
  TJS: ['TJS', 'сомони', 'смн'],
  AZN: ['AZN', 'манат', '₼'],
};

/** Folded, as a matcher compares them; each once. */
export function currencyWords(currency: string): readonly string[] {
  const words = (spellings[currency] ?? [currency]).map((word) => regularText(word).folded);
  return [...new Set(words)];
}
