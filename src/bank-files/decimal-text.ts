/**
 * Sums as files write them: `1234.56`, `1234,56`, `-1 234,56`, `1,234.56`, `1.234,56`, `1'234.56`, `(12.00)`. Returned with a point
 * and, where it is negative, a sign. Null if it is not a sum, or could be two: `1,234` is a thousand or one and a bit.
 */
export function decimalText(given: string, mark: ',' | '.' | null = null): string | null {
  const bare = given.replace(/[\s\u00a0\u2007\u202f']/g, '').replace(/\u2212/g, '-');
  const [, open, sign, digits, after, close] = /^(\()?([+-])?([\d.,]+)(-)?(\))?$/.exec(bare) ?? [];
  if (digits === undefined || (open === undefined) !== (close === undefined)) return null;
  const parts = split(digits, mark);
  if (parts === null) return null;
  const isNegative = sign === '-' || after === '-' || open !== undefined;
  const whole = parts.whole.replace(/^0+(?=\d)/, '');
  const number = parts.fraction === '' ? whole : `${whole}.${parts.fraction}`;
  return isNegative && /[1-9]/.test(number) ? `-${number}` : number;
}

function split(digits: string, mark: ',' | '.' | null): { readonly whole: string; readonly fraction: string } | null {
  const decimal = mark ?? markOf(digits);
  if (decimal === null) return null;
  const group = decimal === ',' ? '.' : ',';
  const [whole = '', fraction = '', ...more] = digits.split(decimal);
  if (more.length > 0 || fraction.includes(group) || whole === '') return null;
  // What groups thousands stands before every three digits, or it is something else.
  if (whole.includes(group) && !/^\d{1,3}([.,]\d{3})+$/.test(whole)) return null;
  const plain = whole.replaceAll(group, '');
  return /^\d{1,20}$/.test(plain) && /^\d{0,20}$/.test(fraction) ? { whole: plain, fraction } : null;
}

/** The last of two kinds of marks; one mark alone unless three digits follow, which could be thousands. */
function markOf(digits: string): ',' | '.' | null {
  const marks = digits.replace(/\d/g, '');
  const last = marks.at(-1);
  if (last === undefined) return '.';
  if (marks.length > 1 && new Set(marks).size === 1) return last === ',' ? '.' : ',';
  if (marks.length === 1 && last === ',' && /,\d{3}$/.test(digits)) return null;
  return last === ',' ? ',' : '.';
}

/** Whether two sums are equal, or several add up to one, whatever their number of digits. Of sums that `decimalText` returned. */
export function addsUp(total: string, parts: readonly string[]): boolean {
  return parts.reduce((sum, part) => sum + scaled(part), 0n) === scaled(total);
}

const scale = 20;

function scaled(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole + fraction.padEnd(scale, '0'));
  return text.startsWith('-') ? -value : value;
}

/** The difference of two such sums. */
export function less(total: string, part: string): string {
  const value = scaled(total) - scaled(part);
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  const fraction = digits.slice(-scale).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}${fraction === '' ? '' : `.${fraction}`}`;
}
