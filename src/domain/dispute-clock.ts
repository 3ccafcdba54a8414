import { AppError } from '../errors.ts';
import type { Deal } from './deal.ts';
import type { DisputeAnswerKind, RefusalReason } from './dispute.ts';
import type { DisputeBlock } from './maker.ts';
import type { Instant } from './timestamp.ts';

/**
 * Disputes have clocks that act. The maker is reminded, then an answer is overdue: the dispute goes to the top of the queue, and
 * the maker gets no new deals until it is answered. Silence escalates and never decides.
 */
export interface DisputeRules {
  /** After so many minutes without an answer the maker is reminded; 0: never. */
  readonly remindMinutes: number;
  /** After so many minutes without an answer it is escalated; 0: never. */
  readonly answerMinutes: number;
  /** So many open disputes without an answer stop a maker's traffic, weighed by who opens them (`claimants.ts`); 0: no number does. */
  readonly openMax: number;
  /** So many claims one payer, or one address, may have open in a store; 0: any number. */
  readonly payerClaimsMax: number;
  /** So many a store may have open itself, and so many its payers; 0: any number. */
  readonly storeClaimsMax: number;
  /** For so many minutes after its credit a payout may be found not to have been paid, and is not paid back; 0: it is at once. */
  readonly payoutMinutes: number;
}

export const usualDisputeRules: DisputeRules = {
  remindMinutes: 60,
  answerMinutes: 120,
  openMax: 5,
  payerClaimsMax: 3,
  storeClaimsMax: 100,
  payoutMinutes: 4_320,
};
/** For a world in which nobody answers for the makers. */
export const disputeMinutesMax = 43_200;
export const openDisputesMax = 1_000;

/** What backs a refusal: a file that came with it, or a bank's statement of that day that was brought in. */
export type Backing = 'file' | 'statement' | null;

/** Refuses a refusal without a reason, or without the statement of the day. */
export function requireBacked(kind: DisputeAnswerKind, reason: RefusalReason | null, backing: Backing): void {
  if (kind === 'agreed') return;
  if (reason === null) throw new AppError('blank', { field: 'refusal' });
  if (backing === null) throw new AppError('statement_of_day_needed', { field: 'attachment' });
}

const minuteMs = 60_000;

/** What the clock says of a dispute; null: nothing, or it was answered. */
export function clockOf(deal: Deal, rules: DisputeRules, now: Instant): 'reminded' | 'escalated' | null {
  const { dispute, makerId, status } = deal;
  if (status !== 'dispute' || dispute === null) return null;
  if (now >= dispute.deadlineAt) return 'escalated';
  if (makerId === null || (dispute.answer ?? null) !== null) return null;
  const isPast = (minutes: number) => minutes > 0 && now >= dispute.openedAt + minutes * minuteMs;
  if (isPast(rules.answerMinutes)) return 'escalated';
  return isPast(rules.remindMinutes) ? 'reminded' : null;
}

/** What is open against one maker, has no answer and counts. */
interface OpenDisputes {
  readonly open: number;
  /** Those whose answer is overdue. */
  readonly unanswered: number;
}

export function blockOf({ open, unanswered }: OpenDisputes, { openMax }: DisputeRules): DisputeBlock | null {
  if (unanswered > 0) return 'unanswered';
  return openMax > 0 && open >= openMax ? 'too_many' : null;
}

/** Refuses what is not within the bounds, or in the wrong order. */
export function readDisputeRules(before: DisputeRules, change: Partial<DisputeRules>): DisputeRules {
  const rules = { ...before, ...change };
  within('remindMinutes', rules.remindMinutes, disputeMinutesMax);
  within('answerMinutes', rules.answerMinutes, disputeMinutesMax);
  within('openMax', rules.openMax, openDisputesMax);
  within('payerClaimsMax', rules.payerClaimsMax, openDisputesMax);
  within('storeClaimsMax', rules.storeClaimsMax, openDisputesMax);
  within('payoutMinutes', rules.payoutMinutes, disputeMinutesMax);
  const isAfter = rules.answerMinutes > 0 && rules.remindMinutes > rules.answerMinutes;
  if (isAfter) throw new AppError('reminder_after_answer', { field: 'remindMinutes', limit: rules.answerMinutes });
  return rules;
}

function within(field: string, value: number, maximum: number): void {
  if (value < 0 || value > maximum) throw new AppError('out_of_range', { field, minimum: 0, maximum });
}
