import { instantOfId } from './uuid.ts';

/**
 * What a payer reads out to the store's support: ten letters and digits that name an invoice, as in `3F7KQ-0M2ZB`. Made of
 * the ID, so that nothing has to be counted or kept: eight characters are the millisecond it begins with, two are ten of the
 * random bits after it. The alphabet has no letters that are taken for digits (Crockford's base 32). It opens nothing: the
 * payer's page is found by the whole ID alone.
 */
export function caseNumber(invoiceId: string): string {
  const time = BigInt.asUintN(timeBits, BigInt(instantOfId(invoiceId)) - firstInstant);
  const random = BigInt(`0x${invoiceId.slice(15, 18)}`) >> spareBits;
  const text = spelt(time, 8) + spelt(random, 2);
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

/** From when to when the ID of such a case was made, and whether an ID is the one; null for text that is no case number. */
export function readCaseNumber(text: string): CaseSearch | null {
  const plain = text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  if (!/^[0-9A-HJKMNP-TV-Z]{10}$/.test(plain)) return null;
  const from = Number(firstInstant + read(plain.slice(0, 8)));
  const number = `${plain.slice(0, 5)}-${plain.slice(5)}`;
  return { from, to: from + 1, fits: (invoiceId) => caseNumber(invoiceId) === number };
}

interface CaseSearch {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  fits(invoiceId: string): boolean;
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Milliseconds of 34 years, after which the numbers begin anew. */
const timeBits = 40;
/** 2020-01-01. Nothing of ours is older. */
const firstInstant = 1_577_836_800_000n;
/** Twelve random bits follow the version in an ID; the ten highest of them are two characters. */
const spareBits = 2n;

function spelt(value: bigint, length: number): string {
  return Array.from({ length }, (_, index) => {
    const shift = BigInt(5 * (length - 1 - index));
    return alphabet.charAt(Number((value >> shift) & 31n));
  }).join('');
}

function read(text: string): bigint {
  return [...text].reduce((value, character) => (value << 5n) | BigInt(alphabet.indexOf(character)), 0n);
}
