/**
 * Numbers as people type them. Blank is absent, which mostly means that there is no limit; so text that is not a number must never
 * pass for blank. Fields refuse it before (`WholeField`, `DurationField`).
 */
export function wholeOf(typed: string): number | null {
  const text = withoutBlanks(typed);
  if (text === '') return null;
  if (!/^-?\d+$/.test(text)) throw new Error(`"${typed}" is not a whole number`);
  return Number(text);
}

/** Minutes or seconds, with a fraction where wanted, in milliseconds. */
export function durationOf(typed: string, unitMs: number): number | null {
  const text = withoutBlanks(typed).replace(',', '.');
  if (text === '') return null;
  if (!/^\d+(\.\d+)?$/.test(text)) throw new Error(`"${typed}" is not a duration`);
  return Math.round(Number(text) * unitMs);
}

/** With as many digits as it takes: what is read from it is the same to the millisecond. */
export function durationText(ms: number, unitMs: number): string {
  let digits = 0;
  while (digits < digitsMax && durationOf(decimalText(ms, unitMs, digits), unitMs) !== ms) digits++;
  return decimalText(ms, unitMs, digits);
}

function decimalText(ms: number, unitMs: number, digits: number): string {
  const scaled = String(Math.round((ms * 10 ** digits) / unitMs)).padStart(digits + 1, '0');
  return digits === 0 ? scaled : `${scaled.slice(0, -digits)}.${scaled.slice(-digits)}`;
}

/** A millionth of a minute is less than a tenth of a millisecond. */
const digitsMax = 6;

export const secondMs = 1_000;
export const minuteMs = 60_000;

/** Thousands are often set apart, with one of several blanks. */
function withoutBlanks(typed: string): string {
  return typed.replace(/\s/g, '');
}
