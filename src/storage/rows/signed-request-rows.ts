import type { SignedRequest } from '../../domain/invoices/kept-answer.ts';
import { lockByKey } from '../batch/load-step.ts';
import { instant, int2, text } from './codec.ts';
import { defineRow } from './row-kind.ts';

export const signedRequests = defineRow<SignedRequest>({
  table: 'signed_requests',
  columns: { id: text, status: int2, body: text, answeredAt: instant },
  key: ({ id }) => id,
  order: ({ id }) => id,
  unique: { signed_requests_pkey: ({ id }) => id },
});

/** Locked, because an answer that has become too old is replaced: two repeats at once must not both find it so. */
export const lockSignedRequests = lockByKey('signedRequests', signedRequests, {
  codec: text,
  keys: ({ signedRequest }) => (signedRequest === undefined ? undefined : [signedRequest]),
});
