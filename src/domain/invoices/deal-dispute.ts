import type { Attachment } from '../receipts/attachment.ts';
import type { Instant } from '../text/timestamp.ts';

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

/** Who claims. */
const claimants = { payer: 'payer', merchant: 'merchant', operator: 'operator', maker: 'maker' } as const;
export type Claimant = keyof typeof claimants;

/** What a maker says to a dispute. Who agrees pays for it; who refuses says why, and shows the statement of the day. */
export const disputeAnswers = { agreed: 'agreed', refused: 'refused' } as const;
export type DisputeAnswerKind = keyof typeof disputeAnswers;

export const refusalReasons = {
  not_received: 'not_received',
  other_sum: 'other_sum',
  other_requisites: 'other_requisites',
  sent_back: 'sent_back',
  counted_before: 'counted_before',
} as const;
export type RefusalReason = keyof typeof refusalReasons;

export interface DisputeAnswer {
  readonly kind: DisputeAnswerKind;
  /** Of a refusal. */
  readonly reason: RefusalReason | null;
  readonly at: Instant;
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
