import type { Instant } from '../text/timestamp.ts';

/**
 * How a notification is delivered: sent until a receiver takes it, each time later than before, in the order of the
 * invoice's changes.
 *
 * `delivered`: a 2xx answer came in time.
 * `refused`: another answer came. A redirect is one: whom we talk to is the merchant's choice, not the receiver's.
 * `gone`: 410. The receiver asks to be left alone; there is no further attempt.
 * `timeout`: no answer in time. It may have been taken all the same: a repeat carries the same ID.
 * `unreachable`: no connection, or one that broke before the answer.
 * `forbidden`: the address is one that the service does not talk to.
 * `unsendable`: the service itself could not make the message. It is set aside, so that the others are sent.
 */
export const attemptOutcomes = {
  delivered: 'delivered',
  refused: 'refused',
  gone: 'gone',
  timeout: 'timeout',
  unreachable: 'unreachable',
  forbidden: 'forbidden',
  unsendable: 'unsendable',
} as const;
export type AttemptOutcome = keyof typeof attemptOutcomes;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The pauses before the second attempt, the third, and so on. When they are used up, it has failed. */
export const retryPausesMs: readonly number[] = [
  minuteMs,
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  10 * hourMs,
  24 * hourMs,
  24 * hourMs,
];

/** A receiver that asks for a longer pause gets it, but no longer than the longest we make ourselves. */
const askedPauseMaxMs = 24 * hourMs;

export type NextStep =
  | { readonly kind: 'done' }
  | { readonly kind: 'again'; readonly at: Instant }
  /** For good: only a person's resending brings it back. */
  | { readonly kind: 'failed' };

interface Attempt {
  /** 1 for the first. */
  readonly ordinal: number;
  readonly outcome: AttemptOutcome;
  readonly endedAt: Instant;
  /** From `Retry-After`. */
  readonly askedPauseMs: number | null;
}

export function afterAttempt(attempt: Attempt, pausesMs: readonly number[] = retryPausesMs): NextStep {
  switch (attempt.outcome) {
    case 'delivered':
      return { kind: 'done' };
    case 'gone':
    case 'unsendable':
      return { kind: 'failed' };
    case 'refused':
    case 'timeout':
    case 'unreachable':
    case 'forbidden': {
      const pauseMs = pausesMs[attempt.ordinal - 1];
      if (pauseMs === undefined) return { kind: 'failed' };
      const askedMs = Math.min(attempt.askedPauseMs ?? 0, askedPauseMaxMs);
      return { kind: 'again', at: attempt.endedAt + Math.max(pauseMs, askedMs) };
    }
  }
}

export function outcomeOfStatus(status: number): AttemptOutcome {
  if (status >= 200 && status < 300) return 'delivered';
  return status === 410 ? 'gone' : 'refused';
}

/** Seconds, or a date in the form of HTTP. Null when it is neither, or says nothing. */
export function readRetryAfter(value: string | undefined, now: Instant): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  // Only the form of HTTP: Date.parse alone takes nearly anything for a date.
  const at = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
