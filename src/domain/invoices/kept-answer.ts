import { AppError } from '../../errors/app-error.ts';
import type { Instant } from '../text/timestamp.ts';

/** The first answer to an Idempotency-Key. */
export interface StoredAnswer {
  readonly storeId: number;
  readonly key: string;
  readonly requestHash: string;
  readonly status: number;
  readonly body: string;
  readonly createdAt: Instant;
}

/** The answer to a payout or withdrawal, by what was signed. */
export interface SignedRequest {
  readonly id: string;
  readonly status: number;
  readonly body: string;
  readonly answeredAt: Instant;
}

/** What a request gets that brings an Idempotency-Key again: the first answer, or a refusal where it asks for something else. */
export function keptAnswerFor(
  { requestHash }: Pick<StoredAnswer, 'requestHash'>,
  stored: StoredAnswer,
): Pick<StoredAnswer, 'status' | 'body'> | AppError {
  if (stored.requestHash !== requestHash) return new AppError('idempotency_key_reused');
  return { status: stored.status, body: stored.body };
}
