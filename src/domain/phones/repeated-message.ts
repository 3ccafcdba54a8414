import { createHash } from 'node:crypto';
import { wallDate, wallInstant } from '../text/time-zone.ts';
import type { Instant } from '../text/timestamp.ts';

/**
 * Forwarders send a message again when they did not hear the answer, and phones show a notification twice. A replay has to be the
 * same arrival; a second real transfer has to be another one, however alike the two messages are.
 *
 * A message that tells the balance after is like no other, unless money went out in between: close together it is a replay. One
 * that tells the minute may come twice in it. One that tells neither says nothing: only the phone's clock, if it tells
 * milliseconds, shows that the two are one. Where it cannot be known, a person looks.
 */
type Repetition = 'new' | 'replay' | 'doubtful';

export interface SeenMessage {
  readonly toldId: string | null;
  readonly receivedAt: Instant | null;
  readonly cameAt: Instant;
}

/** What the text itself says about when it was. */
interface Told {
  readonly hasTime: boolean;
  readonly hasBalance: boolean;
}

/** Two equal messages with a balance, this close together, are about one transfer. */
const replayMs = 2 * 60_000;
/** Two equal ones that tell nothing, this close together, may be one: forwarders give up within a day. */
const closeMs = 24 * 3_600_000;

/** What a message is to the newest earlier one of the phone with the same sender, title and text. */
export function repetitionOf(
  message: SeenMessage,
  earlier: SeenMessage | null,
  { hasTime, hasBalance }: Told,
): Repetition {
  if (earlier === null) return 'new';
  const isTold = hasTime || hasBalance;
  if (isOneOfClock(message, earlier)) {
    // A clock of whole seconds or minutes shows the same for two transfers of that second.
    const isExact = message.toldId !== null || (message.receivedAt ?? 0) % 1000 !== 0;
    return isTold || isExact ? 'replay' : 'doubtful';
  }
  const apartMs = Math.abs(momentOf(message) - momentOf(earlier));
  if (hasBalance) return apartMs <= replayMs ? 'replay' : 'new';
  if (hasTime) return 'doubtful';
  return apartMs <= closeMs ? 'doubtful' : 'new';
}

/** The same moment of the phone's clock; where the forwarder numbers its messages, the same number too. */
function isOneOfClock(message: SeenMessage, earlier: SeenMessage): boolean {
  if (message.toldId !== null && earlier.toldId !== null && message.toldId !== earlier.toldId) return false;
  return message.receivedAt !== null && message.receivedAt === earlier.receivedAt;
}

/** When the phone had it; when it came here, where the phone does not say. */
export function momentOf({ receivedAt, cameAt }: Pick<SeenMessage, 'receivedAt' | 'cameAt'>): Instant {
  return receivedAt ?? cameAt;
}

/** Clocks of bank and phone differ by a little. */
const aheadMaxMs = 5 * 60_000;
const dayMs = 86_400_000;

/**
 * The moment that the text tells, by clocks of the phone's zone. A time without a date was the last one before the phone had
 * the message: told again after midnight, it is still the same. Null where the text tells no time.
 */
export function toldMoment(
  { date, time }: { readonly date?: string | undefined; readonly time?: string | undefined },
  heardAt: Instant,
  timeZone: string,
): Instant | null {
  if (time === undefined) return null;
  if (date !== undefined) return wallInstant(date, time, timeZone);
  for (const dayAt of [heardAt + aheadMaxMs, heardAt, heardAt - dayMs]) {
    const told = wallInstant(wallDate(dayAt, timeZone), time, timeZone);
    if (told !== null && told <= heardAt + aheadMaxMs) return told;
  }
  return null;
}

/**
 * What makes two messages one arrival: the phone, the whole text and the message's own time, which is the one it tells, or else
 * the one when the phone had it.
 */
export function arrivalReference(phoneId: number, digest: Uint8Array, ownTime: Instant): string {
  const hash = createHash('sha256').update(digest).update(String(ownTime)).digest('base64url');
  return `phone ${phoneId} ${hash.slice(0, 32)}`;
}
