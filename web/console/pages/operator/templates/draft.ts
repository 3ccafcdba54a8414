import type { Answer, Input } from '../../../api/client.ts';
import type { Template } from './switch-dialog.tsx';

export type Preview = Answer<'previewMessageTemplate'>;
type Asked = NonNullable<Input<'previewMessageTemplate'>['body']>;
export type Mark = NonNullable<NonNullable<Asked['example']>['marks']>[number];
export type Test = Template['latest']['tests'][number];

/** A template while somebody works on it. */
export interface Draft {
  readonly name: string;
  readonly bank: string;
  readonly currency: string;
  readonly senders: string;
  readonly stopWords: string;
  /** The message to learn from. */
  readonly title: string;
  readonly text: string;
  readonly isTitled: boolean;
  readonly marks: readonly Mark[];
  /** Written by hand; null: made of the marks. */
  readonly pattern: string | null;
  readonly tests: readonly Test[];
}

/** The message as marks count it. */
export function markedText({ title, text, isTitled }: Pick<Draft, 'title' | 'text' | 'isTitled'>): string {
  return isTitled && title !== '' ? `${title} — ${text}` : text;
}

/** A mark over the selection; those that it overlaps fall away. A caret within a word stands for the word. */
export function withMark(
  draft: Draft,
  selection: { readonly begin: number; readonly end: number },
  part: Mark['part'],
): Draft {
  const { begin, end } = wordAround(markedText(draft), selection);
  const apart = draft.marks.filter((mark) => mark.end <= begin || mark.begin >= end);
  // A message tells each of these once.
  const others = part === 'any' || part === 'number' ? apart : apart.filter((mark) => mark.part !== part);
  const marks = [...others, { begin, end, part }].sort((one, other) => one.begin - other.begin);
  return { ...draft, marks, pattern: null };
}

function wordAround(text: string, { begin, end }: { readonly begin: number; readonly end: number }) {
  if (begin < end) return { begin, end };
  // Digits end where letters begin: 3150р is a sum and its currency.
  const kind = (unit: string) => (/[\d.,:]/.test(unit) ? 'digit' : /[\p{L}\p{M}'’-]/u.test(unit) ? 'letter' : 'none');
  const here = kind(text.charAt(begin)) === 'none' ? begin - 1 : begin;
  const wanted = kind(text.charAt(here));
  if (wanted === 'none') return { begin, end };
  let [from, to] = [here, here + 1];
  while (from > 0 && kind(text.charAt(from - 1)) === wanted) from -= 1;
  while (to < text.length && kind(text.charAt(to)) === wanted) to += 1;
  return { begin: from, end: to };
}

export function list(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** What the service is asked; null while there is nothing to ask about. */
export function questionOf(draft: Draft, id: number | null): Asked | null {
  const { bank, currency, title, text, isTitled, marks, pattern, tests } = draft;
  const senders = list(draft.senders);
  const hasExample = text.trim() !== '';
  if (senders.length === 0 || bank === '' || (!hasExample && pattern === null)) return null;
  return {
    id,
    bank,
    currency,
    senders,
    stopWords: list(draft.stopWords),
    pattern: pattern === null || pattern.trim() === '' ? null : pattern,
    example: hasExample ? { title, text, isTitled, marks: [...marks] } : null,
    tests: tests.map((test) => ({ ...test })),
  };
}
