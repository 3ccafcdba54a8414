import type { ErrorCode, Fault } from './merchant-interface.ts';

/** What can go wrong on this side of the connection. */
export type ClientErrorCode =
  /** No answer: the connection failed, again and again. Whether the service has acted is not known. */
  | 'connection_failed'
  /** No answer in time, again and again. Whether the service has acted is not known. */
  | 'timed_out'
  /**
   * Something answered, but not the service: a proxy's error page, a redirect. With a status of 500 or above, or below 300,
   * whether the service has acted is not known; 502, 503 and 504 came again and again.
   */
  | 'unexpected_answer';

export interface ErrorDetails {
  readonly status?: number | null;
  readonly faults?: readonly Fault[];
  readonly retryAfterMs?: number | null;
  readonly attempts?: number;
  readonly idempotencyKey?: string | null;
  readonly cause?: unknown;
}

/**
 * The one family of errors. `code` says what happened and is what a program decides by; `message` is for people.
 *
 * Retries are over when it is thrown. After `connection_failed`, `timed_out` and every error with a status of 500 or above the
 * service may have acted. It is safe to call again with its `idempotencyKey`: the service acts once.
 */
export class QuittanceError extends Error {
  override readonly name: string = 'QuittanceError';
  /** Known ones are in the type; a newer service may have more. */
  readonly code: ErrorCode | ClientErrorCode | (string & {});
  /** Of the HTTP answer; null when there was none. */
  readonly status: number | null;
  /** All faults that the service found, the first of which gives `code`, `message` and `field`. */
  readonly faults: readonly Fault[];
  /** How long the service asks to wait; null when it does not say. */
  readonly retryAfterMs: number | null;
  /** How often the request was sent. */
  readonly attempts: number;
  /** What an act was sent with: give it to the next call to be sure that it is the same act. Null for a read. */
  readonly idempotencyKey: string | null;

  constructor(code: string, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status ?? null;
    this.faults = details.faults ?? [];
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.attempts = details.attempts ?? 1;
    this.idempotencyKey = details.idempotencyKey ?? null;
  }

  /** The request parameter at fault, where there is one. */
  get field(): string | null {
    return this.faults[0]?.field ?? null;
  }
}

/** Why a notification is not believed. */
export type NotificationErrorCode =
  /** A header that every notification has is not there. */
  | 'header_missing'
  /** Not signed with the merchant's secret, or changed on its way. */
  | 'signature_wrong'
  /** `X-Notification-Token` is not the one given with the invoice. */
  | 'token_wrong'
  /** Signed too long ago, or in the future: perhaps recorded and sent again. */
  | 'age_wrong'
  /** Signed, but no notification. */
  | 'malformed';

/** A notification that must not be acted on. Answer it with a status that is not 2xx. */
export class NotificationError extends QuittanceError {
  override readonly name = 'NotificationError';
  declare readonly code: NotificationErrorCode;

  constructor(code: NotificationErrorCode, message: string) {
    super(code, message);
  }
}
