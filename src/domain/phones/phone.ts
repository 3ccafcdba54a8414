import { createHash } from 'node:crypto';
import { AppError } from '../../errors/app-error.ts';
import type { Instant } from '../text/timestamp.ts';

/**
 * What forwarders send. Each has names of its own for the same few things, so every part is looked for under the usual names,
 * or under the one that the maker has set for the phone. A name is a path: `payload.message`.
 */
export const messageParts = ['list', 'sender', 'title', 'text', 'receivedAt', 'sentAt', 'id'] as const;
export type MessagePart = (typeof messageParts)[number];
export type FieldNames = { readonly [Part in MessagePart]?: string };

/**
 * A phone of a maker forwards what banks write to it. It is
 *
 * waiting: shown in the console with a ticket that is worth one token; paired: it posts messages with that token, and nothing
 * else; silent: nothing was heard of it for longer than its limit, so its requisites get no new deals; revoked: its token
 * opens nothing, its messages stay, and its requisites are worked by hand again.
 */
export interface Phone {
  readonly id: number;
  readonly makerId: number;
  readonly name: string;
  /** Null before it is paired. */
  readonly tokenHash: string | null;
  readonly fields: FieldNames;
  readonly timeZone: string;
  readonly silentAfterMs: number;
  /** Null while it is heard of. */
  readonly silentSince: Instant | null;
  readonly requisites: readonly PhoneRequisite[];
}

export interface PairedPhone extends Phone {
  readonly tokenHash: string;
}

/** A requisite whose messages come to the phone. */
export interface PhoneRequisite {
  readonly requisiteId: number;
  /** Last digits that banks write for it; empty: those of its number. */
  readonly digits: readonly string[];
}

export const phoneLimits = {
  phonesPerMaker: 50,
  requisitesPerPhone: 100,
  digitsPerRequisite: 5,
  silentAfterMs: { usual: 120_000, shortest: 30_000, longest: 86_400_000 },
  messagesPerRequest: 100,
  /** A notification is shorter; a chain of texts has at most some thousand characters. */
  textCharacters: 4_000,
  senderCharacters: 200,
  titleCharacters: 500,
} as const;

/** Time enough to take the phone and hold it to the screen. */
export const ticketLifetimeMs = 10 * 60_000;

/** Where a ticket is opened, on the page of the service. */
export function pairingPath(ticket: string): string {
  return `/console/pair#${ticket}`;
}

/** A token or ticket is 32 random bytes: there is nothing to guess, and a plain hash is enough. */
export function phoneSecretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Whether nothing was heard of it for longer than its limit. One that was never heard of is counted from its pairing. */
export function isSilent(
  { silentAfterMs }: Pick<Phone, 'silentAfterMs'>,
  { lastSeenAt, pairedAt }: { readonly lastSeenAt: Instant | null; readonly pairedAt: Instant },
  now: Instant,
): boolean {
  return now - Math.max(lastSeenAt ?? pairedAt, pairedAt) > silentAfterMs;
}

/** The requisites of phones that nothing is heard of. */
export function silentRequisites(phones: ReadonlyMap<number, Phone>): ReadonlySet<number> {
  const silent = [...phones.values()].filter(({ silentSince }) => silentSince !== null);
  return new Set(silent.flatMap(({ requisites }) => requisites.map(({ requisiteId }) => requisiteId)));
}

/** Digits as the maker typed them: three to eight of them, each once. */
export function readDigits(given: readonly string[], field: string): readonly string[] {
  const digits = [...new Set(given.map((one) => one.trim()))];
  if (!digits.every((one) => /^\d{3,8}$/.test(one))) throw new AppError('invalid_digits', { field });
  return digits;
}
