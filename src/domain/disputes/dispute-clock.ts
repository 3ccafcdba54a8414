import { AppError } from '../../errors/app-error.ts';
import type { Deal } from '../invoices/deal.ts';
import type { DisputeAnswerKind, RefusalReason } from '../invoices/deal-dispute.ts';
import type { DisputeBlock } from '../makers/maker.ts';
import {
  type Changes,
  readFigures,
  type SettingFields,
  usualSettings,
  type ValuesOf,
} from '../money/setting-fields.ts';
import type { Instant } from '../text/timestamp.ts';

/** The most is for a world in which nobody answers for the makers. */
const minutes = { kind: 'figure', min: 0, max: 43_200 } as const;
const number = { kind: 'figure', min: 0, max: 1_000 } as const;

/**
 * Disputes have clocks that act. The maker is reminded, then an answer is overdue: the dispute goes to the top of the queue, and
 * the maker gets no new deals until it is answered. Silence escalates and never decides.
 */
export const disputeFields = {
  remindMinutes: {
    ...minutes,
    usual: 60,
    says: 'After how many minutes without an answer a maker is reminded; 0: never',
  },
  answerMinutes: {
    ...minutes,
    usual: 120,
    says: 'After how many minutes without an answer a dispute goes to the top of the queue and its maker gets no new deals; 0: never',
  },
  // Weighed by who opens them (`claimants.ts`).
  openMax: {
    ...number,
    usual: 5,
    says: 'How many open disputes without an answer stop a maker; a store counts up to half of them, a payer or address up to a fifth, and less after rejected claims; 0: no number does',
  },
  payerClaimsMax: {
    ...number,
    usual: 3,
    says: 'How many claims a payer may have open in a store, and five times as many an address; 0: any number',
  },
  storeClaimsMax: {
    ...number,
    usual: 100,
    says: 'How many a store may have open itself, and its payers together; 0: any number',
  },
  // Sooner, what a false proof has brought would be gone before it is found.
  payoutMinutes: {
    ...minutes,
    usual: 4_320,
    says: 'For how many minutes after its credit a payout may be found not to have been paid: until then its maker is not paid back what it brought; 0: at once. Less than before waits for a second person',
    looser: 'less',
  },
} as const satisfies SettingFields;
export type DisputeRules = ValuesOf<typeof disputeFields>;

export const usualDisputeRules = usualSettings(disputeFields, 0);

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
export function readDisputeRules(before: DisputeRules, change: Changes<DisputeRules>): DisputeRules {
  const rules = { ...before, ...readFigures(disputeFields, change) };
  const isAfter = rules.answerMinutes > 0 && rules.remindMinutes > rules.answerMinutes;
  if (isAfter) throw new AppError('reminder_after_answer', { field: 'remindMinutes', limit: rules.answerMinutes });
  return rules;
}
