import { isDigit, isLetter, type RegularText, regularText } from './regular-text.ts';

/**
 * Words that say that no money came in, whatever else the message looks like: codes that quote a sum, purchases, refunds,
 * cashback, one's own accounts, refusals, adverts. A stop word is one word or several in a row; with `*` at its end a word may
 * go on: `отклон*` is `отклонён` and `отклонено`.
 */
interface StopWord {
  readonly text: string;
  readonly words: readonly { readonly begin: string; readonly isOpen: boolean }[];
}

/** By the first two characters of their first word: a message has few words, and there are many stop words. */
export type StopWords = ReadonlyMap<string, readonly StopWord[]>;

const keyCharacters = 2;

export function compileStopWords(texts: readonly string[]): StopWords {
  const stops = new Map<string, StopWord[]>();
  for (const text of new Set(texts)) {
    const words = stopWordOf(text);
    if (words === null) continue;
    const key = (words[0]?.begin ?? '').slice(0, keyCharacters);
    const same = stops.get(key);
    if (same === undefined) stops.set(key, [{ text, words }]);
    else same.push({ text, words });
  }
  return stops;
}

export function isStopWord(text: string): boolean {
  return stopWordOf(text) !== null;
}

/** Null for what is none: without letters, or the beginning of too many words. */
function stopWordOf(text: string): StopWord['words'] | null {
  const words = text
    .trim()
    .split(/\s+/)
    .map((word) => ({ begin: wordsOf(regularText(word)).join(''), isOpen: word.endsWith('*') }));
  const isOne = ({ begin, isOpen }: StopWord['words'][number]) => begin.length >= (isOpen ? keyCharacters : 1);
  return words.every(isOne) ? words : null;
}

/** The first that the message holds; null: none. */
export function findStopWord(stops: StopWords, words: readonly string[]): string | null {
  for (let at = 0; at < words.length; at += 1) {
    const found = stops.get((words[at] ?? '').slice(0, keyCharacters))?.find((stop) => fitsAt(stop, words, at));
    if (found !== undefined) return found.text;
  }
  return null;
}

function fitsAt(stop: StopWord, words: readonly string[], at: number): boolean {
  return stop.words.every(({ begin, isOpen }, index) => {
    const word = words[at + index] ?? '';
    return isOpen ? word.startsWith(begin) : word === begin;
  });
}

/** Letters and digits that stand together, folded. */
export function wordsOf({ folded }: RegularText): readonly string[] {
  const words: string[] = [];
  let begin = -1;
  for (let at = 0; at <= folded.length; at += 1) {
    const unit = folded.charCodeAt(at);
    const isOfWord = isLetter(unit) || isDigit(unit);
    if (isOfWord && begin < 0) begin = at;
    if (!isOfWord && begin >= 0) {
      words.push(folded.slice(begin, at));
      begin = -1;
    }
  }
  return words;
}
