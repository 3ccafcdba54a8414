import type { MoneyDTO } from '../domain/money/money.ts';
import { amountFormat } from './reading-form.ts';

/** An amount in the reader's form. The decimal string goes to Intl as it is: no float comes near it. */
export function moneyText(locale: string, money: MoneyDTO): string {
  return moneyParts(locale, money)
    .map(({ value }) => value)
    .join('');
}

/** `whole` is what the eye looks for first; the rest, fraction and currency sign, is set smaller. */
export function moneyParts(locale: string, money: MoneyDTO): readonly { kind: 'whole' | 'rest'; value: string }[] {
  const { amount, currency, subunit } = money;
  // A code of three letters is all that Intl knows as a currency; others stand behind the number.
  const isKnown = /^[A-Z]{3}$/.test(currency);
  const format = amountFormat(locale, isKnown ? currency : null, subunit);
  const parts = format.formatToParts(amount as Intl.StringNumericLiteral).map(({ type, value }) => ({
    kind: type === 'integer' || type === 'group' ? ('whole' as const) : ('rest' as const),
    value,
  }));
  return isKnown ? parts : [...parts, { kind: 'rest', value: `\u00a0${currency}` }];
}

/** What banking apps take: digits, and a point only where something stands behind it. */
export function amountToCopy({ amount }: MoneyDTO): string {
  return amount.replace(/\.0+$/, '');
}
