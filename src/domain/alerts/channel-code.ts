import { createHmac } from 'node:crypto';
import { encodeEnrolmentCode } from '../people/enrolment.ts';
import type { Instant } from '../text/timestamp.ts';

interface CodedChannel {
  readonly id: number;
  readonly createdAt: Instant;
}

/**
 * The code that shows that a channel is the person's own. It follows from the channel and a key of the service, so that it is
 * stored nowhere and a copy of the database confirms nothing.
 */
export function channelCode(key: Uint8Array, channel: CodedChannel): string {
  const number = digest(key, channel).readUIntBE(0, 6) % 1_000_000;
  return String(number).padStart(6, '0');
}

/** An enrolment code that goes to the channel at that time. Only its hash is stored. */
export function mailedCode(key: Uint8Array, { id }: Pick<CodedChannel, 'id'>, at: Instant): string {
  return encodeEnrolmentCode(createHmac('sha256', key).update(`enrolment ${id} ${at}`).digest());
}

/** What a link to the bot carries: nobody types it, so it is long. */
export function startCode(key: Uint8Array, channel: CodedChannel): string {
  return `${channel.id}_${digest(key, channel).toString('base64url').slice(0, 32)}`;
}

/** Whose link it was: the number of the channel, in digits. */
export function channelOfStart(text: string): string | null {
  const [, id] = /^(\d{1,9})_[\w-]{32}$/.exec(text) ?? [];
  return id ?? null;
}

function digest(key: Uint8Array, { id, createdAt }: CodedChannel): Buffer {
  return createHmac('sha256', key).update(`${id} ${createdAt}`).digest();
}
