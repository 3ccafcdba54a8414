import type { Attachment } from './attachment.ts';
import type { Instant } from './timestamp.ts';

/** Why somebody disputes a deal. `other` is read as `unknown`: older clients send it. */
export const disputeReasons = {
  unknown: 'unknown',
  has_payment: 'has_payment',
  no_payment: 'no_payment',
  invalid_sum: 'invalid_sum',
  invalid_requisites: 'invalid_requisites',
} as const;
export type DisputeReason = keyof typeof disputeReasons;

/** Both sides need time to find their documents, and the merchant an answer within the week. */
export const disputeLifetimeMs = 3 * 86_400_000;

/** How a dispute ended. The first two settle the deal, the others reject the claim and say why. */
export const disputeResults = {
  ACCEPTED: 'ACCEPTED',
  AMOUNT_CHANGED: 'AMOUNT_CHANGED',
  REQUISITES_MISMATCH_IN_CONFIRM_DOCS: 'REQUISITES_MISMATCH_IN_CONFIRM_DOCS',
  INVALID_PAYMENT_METHOD: 'INVALID_PAYMENT_METHOD',
  TTL_EXPIRED: 'TTL_EXPIRED',
  FRAUD_CONFIRM_DOCS: 'FRAUD_CONFIRM_DOCS',
  WAITING_CONFIRM_DOCS_FROM_MERCHANT: 'WAITING_CONFIRM_DOCS_FROM_MERCHANT',
  WAITING_CONFIRM_DOCS_FROM_TRADER: 'WAITING_CONFIRM_DOCS_FROM_TRADER',
  UNKNOWN: 'UNKNOWN',
} as const;
export type DisputeResult = keyof typeof disputeResults;

/** They ask for papers: the money is looked at when those are there. */
export const papersAwaited: ReadonlySet<DisputeResult> = new Set([
  'WAITING_CONFIRM_DOCS_FROM_MERCHANT',
  'WAITING_CONFIRM_DOCS_FROM_TRADER',
]);

export function parseDisputeReason(text: string): DisputeReason | null {
  if (text === 'other') return 'unknown';
  return Object.hasOwn(disputeReasons, text) ? (text as DisputeReason) : null;
}

export const disputeFactKinds = {
  opened: 'opened',
  evidence: 'evidence',
  agreed: 'agreed',
  refused: 'refused',
  reminded: 'reminded',
  escalated: 'escalated',
  accepted: 'accepted',
  rejected: 'rejected',
} as const;
type DisputeFactKind = keyof typeof disputeFactKinds;

/** Something said about a dispute. Facts are only ever added. */
export interface DisputeFact {
  readonly dealId: string;
  readonly at: Instant;
  readonly actor: string;
  readonly kind: DisputeFactKind;
  readonly text: string;
  readonly attachment: Attachment | null;
  /** The subject of correcting transfers, for a decision. */
  readonly decisionId: string | null;
}
