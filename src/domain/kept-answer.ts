import { AppError } from '../errors.ts';
import type { StoredAnswer } from './changes.ts';

/** What a request gets that brings an Idempotency-Key again: the first answer, or a refusal where it asks for something else. */
export function keptAnswerFor(
  { requestHash }: Pick<StoredAnswer, 'requestHash'>,
  stored: StoredAnswer,
): Pick<StoredAnswer, 'status' | 'body'> | AppError {
  if (stored.requestHash !== requestHash) return new AppError('idempotency_key_reused');
  return { status: stored.status, body: stored.body };
}
