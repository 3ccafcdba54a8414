/**
 * Money is a whole number of minor units: 1000.50 RUB is 100050n, 1 USDT is 100000000n. There is no float anywhere.
 *
 * Two brands keep apart what the payer transfers (fiat) and what the books are kept in (settlement): adding one to the
 * other is a compile error.
 */
declare const brand: unique symbol;
export type FiatMinor = bigint & { readonly [brand]: 'fiat' };
export type SettlementMinor = bigint & { readonly [brand]: 'settlement' };
/** An amount whose currency its account says. Sums that have a brand are written by `money-dto.ts`. */
type PlainMinor = bigint & { readonly [brand]?: never };

export interface Currency {
  readonly code: string;
  readonly name: string;
  /** How many fraction digits the currency has; 2 for RUB, 8 for USDT. */
  readonly subunit: number;
}

/** The shape of an amount on the wire. */
export interface MoneyDTO {
  readonly amount: string;
  readonly currency: string;
  readonly subunit: number;
}

export const fiat = (minor: bigint): FiatMinor => minor as FiatMinor;
export const settlement = (minor: bigint): SettlementMinor => minor as SettlementMinor;

/** PostgreSQL keeps amounts as bigint; a larger amount cannot be stored, so it cannot exist. */
export const minorMax = 2n ** 63n - 1n;

/** Digits, then perhaps a point and digits. No sign, exponent or blanks; 20 digits before the point at most. */
export const amountPattern = '^([0-9]{1,20})(?:\\.([0-9]{1,40}))?$';
const decimal = new RegExp(amountPattern);

/** Reads a decimal string into minor units; null where the contract refuses it. Zero is refused too. */
export function parseAmount(text: string, subunit: number): bigint | null {
  const match = decimal.exec(text);
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  // "1000.500" is fine for two digits: what matters is how many of them say something.
  if (!/^0*$/.test(fraction.slice(subunit))) return null;
  const minor = BigInt(whole + fraction.slice(0, subunit).padEnd(subunit, '0'));
  return minor > 0n ? minor : null;
}

/** Writes minor units with exactly `subunit` fraction digits. */
export function formatAmount(minor: bigint, subunit: number): string {
  const sign = minor < 0n ? '-' : '';
  const digits = (minor < 0n ? -minor : minor).toString();
  if (subunit === 0) return sign + digits;
  if (digits.length > subunit) {
    const point = digits.length - subunit;
    return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
  }
  return `${sign}0.${digits.padStart(subunit, '0')}`;
}

/** As people write it: 9,898.50 or 9 898,50. Never more than text: no digit is counted again. */
export function groupedAmount(text: string, language: 'en' | 'ru'): string {
  const [whole = '', fraction] = text.replace('-', '\u2212').split('.');
  const [comma, point] = language === 'ru' ? ['\u00a0', ','] : [',', '.'];
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, comma);
  return fraction === undefined ? grouped : `${grouped}${point}${fraction}`;
}

export function moneyDTO(minor: PlainMinor, currency: Currency): MoneyDTO {
  return { amount: formatAmount(minor, currency.subunit), currency: currency.code, subunit: currency.subunit };
}

export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

const powers = Array.from({ length: 41 }, (_, exponent) => 10n ** BigInt(exponent));

export function powerOfTen(exponent: number): bigint {
  const power = powers[exponent];
  if (power === undefined) throw new RangeError(`no power of ten for exponent ${exponent}`);
  return power;
}

export interface Currencies {
  readonly currencies: ReadonlyMap<string, Currency>;
}

export function currencyOf({ currencies }: Currencies, code: string): Currency {
  const currency = currencies.get(code);
  if (currency === undefined) throw new Error(`currency ${code} is in use but not in the catalogue`);
  return currency;
}
