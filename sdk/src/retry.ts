/**
 * When a request is sent again: after no answer, after 429 and after 503, and after nothing else. 502 and 504 of a proxy are no
 * answer either: nobody knows what the service behind it has done. All of these are safe to repeat, because every act carries
 * an idempotency key that stays the same over its attempts.
 */
interface Attempt {
  /** How many have failed before the next one: 1, 2, … */
  readonly failed: number;
  /** What the service asked for; null when it did not. */
  readonly retryAfterMs: number | null;
}

/** Waits of 0.25, 0.5, 1, 2, 4, 8, 8, … seconds at most. */
const firstWaitMs = 250;
const waitMaxMs = 8_000;
/** A service that asks for more than this is told to the caller: a program that hangs for minutes helps nobody. */
export const retryAfterMaxMs = 60_000;

/** A random part of the wait, so that clients that failed together do not come back together. Never less than was asked for. */
export function waitBeforeMs({ failed, retryAfterMs }: Attempt, random: () => number): number {
  const limitMs = Math.min(waitMaxMs, firstWaitMs * 2 ** (failed - 1));
  return (retryAfterMs ?? 0) + Math.round(limitMs * random());
}

/** `Retry-After` is a number of seconds or a date. */
export function readRetryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const dateMs = Date.parse(header);
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs);
}
