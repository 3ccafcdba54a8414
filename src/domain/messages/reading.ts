import { compilePattern } from './compile-pattern.ts';
import { matchProgram, type PartPlaces } from './match.ts';
import { amountValue, balanceValue, dateValue, nameValue, timeValue } from './part-values.ts';
import { endMarks, parsePattern, type ReadPart } from './pattern.ts';
import type { Program } from './program.ts';
import { messageCharactersMax, type RegularText, regularText } from './regular-text.ts';
import { compileStopWords, findStopWord, type StopWords, wordsOf } from './stop-words.ts';
import type { MessageTemplate, PhoneMessage } from './template.ts';

export interface MessageParts {
  readonly amount: bigint;
  readonly currency: string;
  readonly senderName?: string;
  readonly lastDigits?: string;
  readonly balance?: bigint;
  /** HH:MM */
  readonly time?: string;
  /** YYYY-MM-DD */
  readonly date?: string;
}

export type Reading =
  | {
      readonly kind: 'transfer';
      readonly templateId: number;
      readonly templateVersion: number;
      readonly bank: string;
      readonly parts: MessageParts;
    }
  /** A stop word: not a transfer that came in. */
  | { readonly kind: 'stopped'; readonly word: string }
  /** It can be read in more than one way, so nobody but a person says what it means. */
  | { readonly kind: 'ambiguous'; readonly templates: readonly number[] }
  | { readonly kind: 'unread' };

/** Templates that are ready to read, by sender. Made once for each change of them. */
export interface CompiledTemplates {
  readonly bySender: ReadonlyMap<string, SenderTemplates>;
}

export const noTemplates: CompiledTemplates = { bySender: new Map() };

interface SenderTemplates {
  readonly stops: StopWords;
  readonly templates: readonly CompiledTemplate[];
}

interface CompiledTemplate {
  readonly template: MessageTemplate;
  readonly program: Program;
  readonly subunit: number;
}

type Transfer = Extract<Reading, { readonly kind: 'transfer' }>;

/** Refuses a template that is malformed. */
export function compileTemplates(
  templates: readonly MessageTemplate[],
  subunits: (currency: string) => number,
): CompiledTemplates {
  const senders = new Map<string, CompiledTemplate[]>();
  for (const template of templates) {
    const program = compilePattern(parsePattern(template.pattern), template.currency);
    const compiled = { template, program, subunit: subunits(template.currency) };
    for (const sender of new Set(template.senders.map(senderKey))) {
      senders.set(sender, [...(senders.get(sender) ?? []), compiled]);
    }
  }
  const bySender = [...senders].map(([sender, own]): [string, SenderTemplates] => [
    sender,
    { templates: own, stops: compileStopWords(own.flatMap(({ template }) => template.stopWords)) },
  ]);
  return { bySender: new Map(bySender) };
}

/**
 * What a message means. It is a transfer only where every template that can read it reads the same: a doubt is never settled by
 * the order of templates. A stop word of any template of the sender comes first.
 */
export function readMessage(compiled: CompiledTemplates, message: PhoneMessage): Reading {
  const known = compiled.bySender.get(senderKey(message.sender));
  if (known === undefined || isTooLong(message)) return { kind: 'unread' };
  const [title, text] = [regularText(message.title), regularText(message.text)];
  const word = findStopWord(known.stops, [...wordsOf(title), ...wordsOf(text)]);
  if (word !== null) return { kind: 'stopped', word };
  const inText = readBy(known.templates, text);
  if (inText.kind !== 'unread' || title.shown === '') return inText;
  // Some apps put the sum into the title of a notification.
  return readBy(known.templates, regularText(withTitle(message)));
}

/** As a template sees a notification whose title takes part. */
export function withTitle({ title, text }: Pick<PhoneMessage, 'title' | 'text'>): string {
  return `${title} — ${text}`;
}

export function senderKey(sender: string): string {
  return regularText(sender).folded;
}

function isTooLong({ title, text }: PhoneMessage): boolean {
  return title.length + text.length > messageCharactersMax;
}

function readBy(templates: readonly CompiledTemplate[], text: RegularText): Reading {
  const readings = templates.map((template) => ({ id: template.template.id, reading: readOne(template, text) }));
  const taken = readings.filter(({ reading }) => reading !== null);
  const doubtful = { kind: 'ambiguous', templates: taken.map(({ id }) => id) } as const;
  const transfers: Transfer[] = [];
  for (const { reading } of taken) {
    if (reading === 'ambiguous') return doubtful;
    if (reading !== null) transfers.push(reading);
  }
  const [first, ...others] = transfers.sort((a, b) => partCount(b) - partCount(a));
  if (first === undefined) return { kind: 'unread' };
  return others.every((other) => isWithin(other, first)) ? first : doubtful;
}

function partCount({ parts }: Transfer): number {
  return Object.keys(parts).length;
}

/** It says nothing that the fuller one does not say as well. */
function isWithin(reading: Transfer, fuller: Transfer): boolean {
  const names = Object.keys(reading.parts) as (keyof MessageParts)[];
  return reading.bank === fuller.bank && names.every((name) => reading.parts[name] === fuller.parts[name]);
}

function readOne({ template, program, subunit }: CompiledTemplate, text: RegularText): Transfer | 'ambiguous' | null {
  const folded = text.folded.replace(endMarks, '');
  const { places } = matchProgram(program, folded);
  if (places === null) return null;
  const read = <Value extends string | bigint>(part: ReadPart, meaning: (characters: string) => Value | null) =>
    partValue(places.get(part), (begin, end) => meaning(text.shown.slice(begin, end)));
  const amount = read('amount', (characters) => amountValue(characters, subunit));
  const parts = {
    senderName: read('name', nameValue),
    lastDigits: read('digits', (characters) => characters),
    balance: read('balance', (characters) => balanceValue(characters, subunit)),
    time: read('time', timeValue),
    date: read('date', dateValue),
  };
  const all = [amount, ...Object.values(parts)];
  if (all.includes('meaningless') || typeof amount !== 'object') return amount === 'several' ? 'ambiguous' : null;
  if (all.includes('several')) return 'ambiguous';
  const told = Object.entries(parts).flatMap(([name, part]) => (typeof part === 'object' ? [[name, part.value]] : []));
  return {
    kind: 'transfer',
    templateId: template.id,
    templateVersion: template.version,
    bank: template.bank,
    parts: { amount: amount.value, currency: template.currency, ...Object.fromEntries(told) },
  };
}

type PartValue<Value> = { readonly value: Value } | 'absent' | 'several' | 'meaningless';

/** More places than this for one part is a doubt by itself. */
const placesMax = 8;

/** What a part says over all ways in which the pattern fits; `several`, where they do not say the same. */
function partValue<Value extends string | bigint>(
  places: PartPlaces | undefined,
  valueAt: (begin: number, end: number) => Value | null,
): PartValue<Value> {
  if (places === undefined || places.begins.length === 0) return 'absent';
  const { begins, ends, isAbsent } = places;
  if (isAbsent || begins.length > placesMax || ends.length > placesMax) return 'several';
  const values = new Set<Value>();
  for (const begin of begins) {
    for (const end of ends) {
      const value = begin < end ? valueAt(begin, end) : null;
      if (value !== null) values.add(value);
    }
  }
  const [value] = values;
  if (value === undefined) return 'meaningless';
  return values.size > 1 ? 'several' : { value };
}
