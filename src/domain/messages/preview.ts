import { type CompiledTemplates, type Reading, readMessage, senderKey } from './reading.ts';
import type { PhoneMessage } from './template.ts';

/** What other templates would make of a stored message. */
interface ChangedReading<Message> {
  readonly message: Message;
  readonly before: Reading;
  readonly after: Reading;
}

interface Comparison<Message> {
  /** How many messages there are of these senders. */
  readonly looked: number;
  /** Not read before, and read now; read otherwise; no longer read. */
  readonly counts: Readonly<Record<'gained' | 'otherwise' | 'lost' | 'same', number>>;
  /** Those that would be read, or mean something else; as many as asked for, in the order of the messages. */
  readonly changes: readonly ChangedReading<Message>[];
}

/** Holds stored messages against two sets of templates. Nothing changes by it: what was read stays as it was read. */
export function compareReadings<Message extends PhoneMessage>(
  templates: { readonly before: CompiledTemplates; readonly after: CompiledTemplates },
  messages: readonly Message[],
  { senders, limit }: { readonly senders: readonly string[]; readonly limit: number },
): Comparison<Message> {
  const keys = new Set(senders.map(senderKey));
  const counts = { gained: 0, otherwise: 0, lost: 0, same: 0 };
  const changes: ChangedReading<Message>[] = [];
  const concerned = messages.filter(({ sender }) => keys.has(senderKey(sender)));
  for (const message of concerned) {
    const change = { message, ...bothReadings(templates, message) };
    const kind = kindOf(change);
    counts[kind] += 1;
    if (kind !== 'same' && changes.length < limit) changes.push(change);
  }
  return { looked: concerned.length, counts, changes };
}

function bothReadings(
  { before, after }: { readonly before: CompiledTemplates; readonly after: CompiledTemplates },
  message: PhoneMessage,
) {
  return { before: readMessage(before, message), after: readMessage(after, message) };
}

function kindOf({ before, after }: { readonly before: Reading; readonly after: Reading }) {
  if (before.kind !== 'transfer')
    return after.kind === 'transfer' ? 'gained' : before.kind === after.kind ? 'same' : 'otherwise';
  if (after.kind !== 'transfer') return 'lost';
  return before.bank === after.bank && isEqual(before.parts, after.parts) ? 'same' : 'otherwise';
}

function isEqual(one: object, other: object): boolean {
  const [entries, others] = [Object.entries(one), new Map(Object.entries(other))];
  return entries.length === others.size && entries.every(([name, value]) => others.get(name) === value);
}
