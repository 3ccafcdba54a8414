import { minorMax, powerOfTen } from '../money/money.ts';

/**
 * What the characters of a part mean. A part that has the right form and no meaning (the 31st of February, a sum of nothing)
 * is not read.
 */
export function amountValue(text: string, subunit: number): bigint | null {
  const minor = decimalValue(text, subunit);
  return minor !== null && minor > 0n && minor <= minorMax ? minor : null;
}

/** A balance may be nothing, or less. */
export function balanceValue(text: string, subunit: number): bigint | null {
  const isBelow = text.startsWith('-');
  const minor = decimalValue(isBelow ? text.slice(1).trimStart() : text, subunit);
  if (minor === null || minor > minorMax) return null;
  return isBelow ? -minor : minor;
}

/**
 * Groups of three by a space or an apostrophe, then one or two digits after a comma or a point. Three digits after either would
 * be thousands to one reader and a fraction to another: `1.200` is neither here.
 */
const plain = /^(\d+|\d{1,3}(?:[ ']\d{3})+)(?:[.,](\d{1,2}))?$/;
/** Groups by one of them, and exactly two digits after the other: nothing else it could be. */
const grouped = /^(\d{1,3}(?:,\d{3})+)\.(\d{2})$|^(\d{1,3}(?:\.\d{3})+),(\d{2})$/;

function decimalValue(text: string, subunit: number): bigint | null {
  const match = plain.exec(text) ?? grouped.exec(text);
  if (match === null) return null;
  const whole = (match[1] ?? match[3] ?? '').replace(/[ ',.]/g, '');
  const fraction = match[2] ?? match[4] ?? '';
  const [kept, lost] = [fraction.slice(0, subunit), fraction.slice(subunit)];
  if (!/^0*$/.test(lost)) return null;
  return BigInt(whole) * powerOfTen(subunit) + BigInt(kept.padEnd(subunit, '0') || '0');
}

/** `14:07` or `14:07:31`, told to the minute. */
export function timeValue(text: string): string | null {
  const [hours = '', minutes = '', seconds = '00'] = text.split(':');
  const hour = hours.padStart(2, '0');
  return hour > '23' || minutes > '59' || seconds > '59' ? null : `${hour}:${minutes}`;
}

/** `03.02.26`, `03.02.2026` or `2026-02-03`, as the last. A year of another century is nothing that a bank would write. */
export function dateValue(text: string): string | null {
  const parts = text.includes('-') ? text.split('-') : text.split('.').reverse();
  const [year = '', month = '', day = ''] = parts;
  const date = `${year.length === 2 ? `20${year}` : year}-${month}-${day}`;
  if (!date.startsWith('20')) return null;
  // The 31st of February becomes another day, or none.
  return new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date) ? date : null;
}

/** Without the full stop that ends a sentence, or an initial. */
export function nameValue(text: string): string | null {
  const name = text.replace(/[ .,'-]+$/, '').replace(/^[ .,'-]+/, '');
  return name === '' || name.length > nameCharactersMax ? null : name;
}

const nameCharactersMax = 80;
