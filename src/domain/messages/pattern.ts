import { AppError } from '../../errors/app-error.ts';
import { regularPiece } from './regular-text.ts';

/**
 * The language of templates. A pattern is the message with its parts named:
 *
 *   СЧЁТ{digits} {time} Перевод {amount}{currency} от {name} Баланс: {balance}{currency}
 *
 * `[…]` may be missing, `(a|b)` is one of several wordings, `\` takes away the meaning of the next character. A pattern is held
 * against the whole message: nothing before, nothing behind.
 */
export const partNames = {
  amount: 'amount',
  currency: 'currency',
  name: 'name',
  digits: 'digits',
  balance: 'balance',
  time: 'time',
  date: 'date',
  /** Words that mean nothing here: a shop, the other bank. Never a digit, so that no sum hides in it. */
  any: 'any',
  /** A number that means nothing here: of a document, of an operation. */
  number: 'number',
} as const;
export type PartName = keyof typeof partNames;

/** The parts whose characters are wanted; each stands in a pattern once. */
export const readParts = ['amount', 'name', 'digits', 'balance', 'time', 'date'] as const;
export type ReadPart = (typeof readParts)[number];

export type PatternNode =
  /** Folded. */
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'part'; readonly name: PartName }
  | { readonly kind: 'maybe'; readonly nodes: readonly PatternNode[] }
  | { readonly kind: 'either'; readonly texts: readonly string[] };

export const patternCharactersMax = 500;
/** Enough for every bank, and a bound for what a pattern may cost. */
const nodesMax = 60;
const depthMax = 3;
/** A pattern of parts alone would read whatever comes. */
const lettersMin = 3;

export function parsePattern(pattern: string): readonly PatternNode[] {
  if (pattern.length > patternCharactersMax) throw malformed('too-long');
  const reader = { text: pattern, at: 0, nodes: 0 };
  const nodes = withoutEnd(readNodes(reader, 0));
  if (reader.at < pattern.length) throw malformed('stray-mark', reader.at);
  requireSound(nodes);
  return nodes;
}

/** The text of a message as a piece of a pattern. */
export function escapedPiece(text: string): string {
  return text.replace(/[\\{}[\]()|]/g, '\\$&');
}

interface Reader {
  readonly text: string;
  at: number;
  nodes: number;
}

function readNodes(reader: Reader, depth: number): PatternNode[] {
  if (depth > depthMax) throw malformed('too-deep', reader.at);
  const nodes: PatternNode[] = [];
  while (reader.at < reader.text.length && reader.text.charAt(reader.at) !== ']') {
    if (++reader.nodes > nodesMax) throw malformed('too-many-pieces');
    nodes.push(readNode(reader, depth));
  }
  return nodes;
}

function readNode(reader: Reader, depth: number): PatternNode {
  const begin = reader.at;
  switch (reader.text.charAt(begin)) {
    case '{': {
      const end = reader.text.indexOf('}', begin);
      const name = reader.text.slice(begin + 1, end < 0 ? undefined : end);
      if (end < 0) throw malformed('open-part', begin);
      if (!Object.hasOwn(partNames, name)) throw malformed('unknown-part', begin);
      reader.at = end + 1;
      return { kind: 'part', name: name as PartName };
    }
    case '[': {
      reader.at += 1;
      const nodes = readNodes(reader, depth + 1);
      if (reader.text.charAt(reader.at) !== ']') throw malformed('open-bracket', begin);
      reader.at += 1;
      if (nodes.length === 0) throw malformed('empty-bracket', begin);
      return { kind: 'maybe', nodes };
    }
    case '(':
      return readEither(reader);
    case '}':
    case ')':
    case '|':
      throw malformed('stray-mark', begin);
    default:
      return { kind: 'words', text: readWords(reader) };
  }
}

function readEither(reader: Reader): PatternNode {
  const begin = reader.at;
  const texts: string[] = [];
  do {
    reader.at += 1;
    texts.push(readWords(reader).trim());
  } while (reader.text.charAt(reader.at) === '|');
  if (reader.text.charAt(reader.at) !== ')') {
    throw malformed('open-choice', begin);
  }
  reader.at += 1;
  if (texts.some((text) => text === '')) throw malformed('empty-choice', begin);
  return { kind: 'either', texts };
}

/** Up to the next character that means something. */
function readWords(reader: Reader): string {
  let words = '';
  while (reader.at < reader.text.length && !'{}[]()|'.includes(reader.text.charAt(reader.at))) {
    if (reader.text.charAt(reader.at) === '\\') reader.at += 1;
    words += reader.text.charAt(reader.at);
    reader.at += 1;
  }
  return regularPiece(words).folded;
}

/** Messages end with a full stop or without one. */
function withoutEnd(nodes: readonly PatternNode[]): readonly PatternNode[] {
  const last = nodes.at(-1);
  if (last?.kind !== 'words') return nodes;
  const text = last.text.replace(endMarks, '');
  return text === '' ? nodes.slice(0, -1) : [...nodes.slice(0, -1), { kind: 'words', text }];
}

export const endMarks = /[ .!]+$/;

function requireSound(nodes: readonly PatternNode[]): void {
  const parts = allParts(nodes);
  for (const name of readParts) {
    if (parts.filter((part) => part === name).length > 1) throw malformed('part-twice');
  }
  if (!nodes.some((node) => node.kind === 'part' && node.name === 'amount')) {
    throw malformed('no-amount');
  }
  const letters = nodes.map(fixedText).join('').replace(/\P{L}/gu, '').length;
  if (letters < lettersMin) throw malformed('too-loose');
  requireApart(nodes);
  if (allTexts(nodes).some((text) => /\d/.test(text))) {
    throw malformed('digits');
  }
}

/** The shortest of several wordings counts. */
function fixedText(node: PatternNode): string {
  if (node.kind === 'words') return node.text;
  if (node.kind === 'either') return node.texts.reduce((short, text) => (text.length < short.length ? text : short));
  return '';
}

function allTexts(nodes: readonly PatternNode[]): string[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'part') return [];
    if (node.kind === 'maybe') return allTexts(node.nodes);
    return node.kind === 'either' ? node.texts : [node.text];
  });
}

function allParts(nodes: readonly PatternNode[]): PartName[] {
  return nodes.flatMap((node) =>
    node.kind === 'part' ? [node.name] : node.kind === 'maybe' ? allParts(node.nodes) : [],
  );
}

/** Two parts made of words, with nothing between them, could be cut anywhere. */
function requireApart(nodes: readonly PatternNode[]): void {
  const wordy = (node: PatternNode | undefined) =>
    node?.kind === 'part' && (node.name === 'any' || node.name === 'name') ? node.name : null;
  const solid = nodes.filter((node) => !(node.kind === 'words' && node.text.trim() === ''));
  solid.forEach((node, index) => {
    const [before, after] = [wordy(solid[index - 1]), wordy(node)];
    if (before !== null && after !== null) {
      throw malformed('parts-touch');
    }
    if (node.kind === 'maybe') requireApart(node.nodes);
  });
}

/** What can be wrong with a pattern. */
const patternFaults = {
  'too-long': `has more than ${patternCharactersMax} characters`,
  'too-many-pieces': `has more than ${nodesMax} pieces`,
  'too-deep': `has more than ${depthMax} brackets within each other`,
  'open-part': 'has a { without its }',
  'unknown-part': 'names a part that does not exist',
  'open-bracket': 'has a [ without its ]',
  'empty-bracket': 'has nothing between [ and ]',
  'open-choice': 'has a ( without its ), or something else than words within',
  'empty-choice': 'has a wording without words between ( and )',
  'stray-mark': 'has a }, ], ) or | that belongs to nothing, and needs \\ before it',
  'part-twice': 'has a part twice',
  'no-amount': 'has no {amount} outside of brackets',
  'too-loose': `has less than ${lettersMin} letters that every such message has`,
  'parts-touch': 'has two parts made of words with nothing between them',
  digits: 'has digits of one message, which should be {digits}, {number} or another part',
} as const;
type PatternFault = keyof typeof patternFaults;

/** A refusal that says by its name what is wrong. */
class MalformedPattern extends AppError {
  readonly fault: PatternFault;

  constructor(fault: PatternFault, at?: number) {
    const place = at === undefined ? '' : `, at character ${at + 1}`;
    super('template_malformed', { field: 'pattern', what: `${patternFaults[fault]}${place}` });
    this.fault = fault;
  }
}

/** Null: it can be used. */
export function patternFaultOf(pattern: string): PatternFault | null {
  try {
    parsePattern(pattern);
    return null;
  } catch (error) {
    if (error instanceof MalformedPattern) return error.fault;
    throw error;
  }
}

function malformed(fault: PatternFault, at?: number): AppError {
  return new MalformedPattern(fault, at);
}
