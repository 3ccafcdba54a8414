import { AppError } from '../../errors/app-error.ts';
import { currencyWords } from './currency-words.ts';
import { escapedPiece, type PartName } from './pattern.ts';
import { isInsideWord, regularText } from './regular-text.ts';

/** A piece of a message that a person has marked. */
export interface Marking {
  readonly begin: number;
  readonly end: number;
  readonly part: Exclude<PartName, 'currency'>;
}

/**
 * The pattern of a message in which a person has marked the parts. What people leave to the reader of it is done here: a
 * currency beside a sum becomes one, a mark may hold it or a mask along with the digits, and digits that nobody has marked are a
 * number that means nothing.
 */
export function patternOf(text: string, marks: readonly Marking[], currency: string): string {
  const sorted = [...marks].sort((a, b) => a.begin - b.begin);
  const words = currencyWords(currency);
  let pattern = '';
  let at = 0;
  let isBehindSum = false;
  for (const marking of sorted) {
    const { begin, end, part } = tightened(text, marking);
    if (begin < at || end <= begin || end > text.length) {
      throw new AppError('template_malformed', {
        field: 'marks',
        what: 'has marks that overlap, or lie outside of the message',
      });
    }
    pattern += betweenPiece(text.slice(at, begin), isBehindSum, words);
    pattern += `{${part}}`;
    at = end;
    isBehindSum = part === 'amount' || part === 'balance';
  }
  return pattern + betweenPiece(text.slice(at), isBehindSum, words);
}

/** Without the spaces around it, the currency behind a sum, the mask before digits. */
function tightened(text: string, { begin, end, part }: Marking): Marking {
  let [from, to] = [begin, end];
  const isWords = part === 'name' || part === 'any';
  const isKept = (unit: string) =>
    isWords ? /\S/.test(unit) : /\d/.test(unit) || (part === 'balance' && unit === '-');
  while (from < to && !isKept(text.charAt(from))) from += 1;
  while (to > from && !isKept(text.charAt(to - 1))) to -= 1;
  return { begin: from, end: to, part };
}

function betweenPiece(between: string, isBehindSum: boolean, words: readonly string[]): string {
  const length = isBehindSum ? currencyLength(between, words) : 0;
  const rest = between.slice(length);
  return (length > 0 ? '{currency}' : '') + escapedPiece(rest).replace(/\d[\d.,/:-]*\d|\d/g, '{number}');
}

/** How much of the beginning is the currency, with the space before it. */
function currencyLength(between: string, words: readonly string[]): number {
  for (let end = between.length; end > 0; end -= 1) {
    const piece = between.slice(0, end);
    const isWhole = !isInsideWord(between, end);
    if (isWhole && words.includes(regularText(piece).folded)) return piece.trimEnd().length;
  }
  return 0;
}
