import { createHash } from 'node:crypto';
import { AppError } from '../../errors/app-error.ts';
import { wallInstant } from '../text/time-zone.ts';
import { type Instant, parseInstant } from '../text/timestamp.ts';
import { type FieldNames, type MessagePart, phoneLimits } from './phone.ts';

const usualNames: Readonly<Record<MessagePart, readonly string[]>> = {
  list: ['messages'],
  sender: [
    'sender',
    'package',
    'from',
    'packageName',
    'address',
    'phoneNumber',
    'payload.sender',
    'payload.phoneNumber',
  ],
  title: ['title', 'payload.title'],
  text: ['text', 'message', 'content', 'body', 'payload.message', 'payload.text'],
  receivedAt: ['receivedAt', 'receivedStamp', 'receive_time', 'timestamp', 'date', 'payload.receivedAt'],
  sentAt: ['sentAt', 'sentStamp', 'date_sent', 'payload.sentAt'],
  id: ['id'],
};

/** A message as the phone tells it. */
export interface PostedMessage {
  readonly sender: string;
  readonly title: string;
  readonly text: string;
  /** The forwarder's own ID of it. */
  readonly toldId: string | null;
  /** By the phone's clock; null where it does not say. */
  readonly receivedAt: Instant | null;
  readonly sentAt: Instant | null;
}

/** One message, a list, or an object with a list. The refusal names the message and the part. */
export function readPosted(
  body: unknown,
  { fields, timeZone }: { readonly fields: FieldNames; readonly timeZone: string },
): readonly PostedMessage[] {
  const listed = Array.isArray(body) ? body : partOf(body, 'list', fields);
  const isList = Array.isArray(listed);
  const all: readonly unknown[] = isList ? listed : [body];
  if (all.length > phoneLimits.messagesPerRequest) {
    throw new AppError('too_many_messages', { limit: phoneLimits.messagesPerRequest });
  }
  return all.map((one, index) => readOne(one, isList ? `${index}.` : '', fields, timeZone));
}

function readOne(given: unknown, place: string, fields: FieldNames, timeZone: string): PostedMessage {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new AppError('json_object_expected');
  const text = textOf(given, 'text', fields, { place, limit: phoneLimits.textCharacters });
  if (text.trim() === '') throw new AppError('blank', { field: `${place}text` });
  const instant = (part: 'receivedAt' | 'sentAt') => readMoment(partOf(given, part, fields), timeZone);
  const toldId = partOf(given, 'id', fields);
  return {
    sender: textOf(given, 'sender', fields, { place, limit: phoneLimits.senderCharacters }),
    title: textOf(given, 'title', fields, { place, limit: phoneLimits.titleCharacters }),
    text,
    toldId: typeof toldId === 'string' || typeof toldId === 'number' ? String(toldId).slice(0, 200) : null,
    receivedAt: instant('receivedAt'),
    sentAt: instant('sentAt'),
  };
}

function textOf(
  given: object,
  part: 'sender' | 'title' | 'text',
  fields: FieldNames,
  { place, limit }: { readonly place: string; readonly limit: number },
): string {
  const value = partOf(given, part, fields);
  const field = `${place}${fields[part] ?? part}`;
  if (value === undefined || value === null) return '';
  // A short number may come without quotation marks.
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw new AppError('wrong_type', { field, type: 'string' });
  if ([...value].length > limit) throw new AppError('too_long', { field, limit });
  return value;
}

function partOf(given: unknown, part: MessagePart, fields: FieldNames): unknown {
  const own = fields[part];
  for (const path of own === undefined ? usualNames[part] : [own]) {
    const value = valueAt(given, path);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

function valueAt(given: unknown, path: string): unknown {
  let value = given;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

/** Seconds or milliseconds since 1970, ISO 8601, or a date and time as the phone's clock shows it; null for anything else. */
export function readMoment(value: unknown, timeZone: string): Instant | null {
  if (typeof value === 'number') return fromNumber(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^\d{9,16}$/.test(text)) return fromNumber(Number(text));
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)$/.exec(text) ?? [];
  if (date !== undefined && time !== undefined) return wallInstant(date, time, timeZone);
  return /^\d{4}-\d{2}-\d{2}T/.test(text) ? parseInstant(text) : null;
}

/** Later than any second count of this century. */
const firstMilliseconds = 100_000_000_000;
const lastMoment = Date.parse('2100-01-01T00:00:00Z');

function fromNumber(value: number): Instant | null {
  const instant = Math.trunc(value >= firstMilliseconds ? value : value * 1000);
  return instant > 0 && instant < lastMoment ? instant : null;
}

/** Equal for equal messages, whatever their times. */
export function messageDigest({ sender, title, text }: Pick<PostedMessage, 'sender' | 'title' | 'text'>): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([sender, title, text]))
    .digest();
}
