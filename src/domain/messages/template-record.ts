import { AppError } from '../../errors/app-error.ts';
import { isStorable } from '../text/outside-text.ts';
import type { Instant } from '../text/timestamp.ts';
import { parsePattern, patternCharactersMax, patternFaultOf } from './pattern.ts';
import { senderKey } from './reading.ts';
import { messageCharactersMax } from './regular-text.ts';
import { isStopWord } from './stop-words.ts';
import type { MessageTemplate } from './template.ts';
import type { TemplateTest } from './template-tests.ts';

/** What people write down of a template. */
export interface TemplateContent extends Omit<MessageTemplate, 'id' | 'version'> {
  /** For people. */
  readonly name: string;
  readonly tests: readonly TemplateTest[];
}

/** One that comes from a file has a key, by which it is known when the file is loaded again. */
export interface NewTemplate extends TemplateContent {
  readonly key: string | null;
}

/** A version, which is never changed. */
export interface TemplateVersion extends TemplateContent {
  readonly id: number;
  readonly version: number;
  readonly createdAt: Instant;
  readonly createdBy: string;
}

export interface TemplateRecord {
  readonly id: number;
  readonly key: string | null;
  /** The version that reads messages now; null: it is off. */
  readonly on: TemplateVersion | null;
  /** The newest. */
  readonly latest: TemplateVersion;
}

export const templateLimits = {
  templates: 500,
  name: 100,
  senders: 20,
  sender: 100,
  pattern: patternCharactersMax,
  stopWords: 200,
  stopWord: 60,
  tests: 100,
  text: messageCharactersMax,
} as const;

/** Refuses a template that could not be used. */
export function readTemplate(content: TemplateContent): TemplateContent {
  const { name, bank, currency, senders, pattern, stopWords, tests } = content;
  const texts = [name, pattern, ...senders, ...stopWords, ...tests.flatMap((one) => [one.sender, one.title, one.text])];
  if (!texts.every(isStorable)) throw new AppError('invalid_characters');
  if (!isText(name, templateLimits.name)) throw wrong('name', 'has no name, or too long a one');
  if (!isList(senders, templateLimits.senders, templateLimits.sender) || senders.length === 0) {
    throw wrong('senders', 'has no senders, or too many');
  }
  if (!isList(stopWords, templateLimits.stopWords, templateLimits.stopWord)) {
    throw wrong('stopWords', 'has too many stop words, or too long ones');
  }
  if (!stopWords.every(isStopWord)) {
    throw wrong('stopWords', 'has a stop word without letters, or the beginning of too many words');
  }
  const known = new Set(senders.map(senderKey));
  if (
    tests.length > templateLimits.tests ||
    tests.some(({ title, text }) => title.length + text.length > templateLimits.text)
  ) {
    throw wrong('tests', 'has too many messages in its test set, or too long ones');
  }
  if (tests.some(({ sender }) => !known.has(senderKey(sender)))) {
    throw wrong('tests', 'has a message in its test set that is from none of its senders');
  }
  parsePattern(pattern);
  return { name: name.trim(), bank, currency, senders, pattern, stopWords, tests };
}

/** One that another release has let in must not keep this one from starting. */
export function isUsable({ pattern }: Pick<MessageTemplate, 'pattern'>): boolean {
  return patternFaultOf(pattern) === null;
}

function isList(texts: readonly string[], count: number, characters: number): boolean {
  return texts.length <= count && texts.every((text) => isText(text, characters));
}

function isText(text: string, characters: number): boolean {
  return text.trim() !== '' && text.length <= characters;
}

function wrong(field: string, what: string): AppError {
  return new AppError('template_malformed', { field, what });
}
