import type { FiatMinor, SettlementMinor } from '../money/money.ts';
import type { Direction } from '../money/payment.ts';
import type { Instant } from '../text/timestamp.ts';
import type { Deal } from './deal.ts';

/**
 * An invoice is what a shop asks for: a sum to receive (payin, `in`) or to pay out (payout, `out`).
 *
 * `new`: open. A payin may have one active deal at a time; a payout has its one deal from the start.
 * `paid`: the money was confirmed and the books have been posted.
 * `canceled`: ended by the merchant or the payer before a transfer was confirmed.
 * `expired`: its time passed without a confirmed transfer. Time decides this, not the worker that writes it down.
 * `dispute`: somebody says the outcome is wrong. Ends as `paid`, or goes back to where it came from.
 */
export const invoiceStatuses = {
  new: 'new',
  paid: 'paid',
  canceled: 'canceled',
  expired: 'expired',
  dispute: 'dispute',
} as const;
export type InvoiceStatus = keyof typeof invoiceStatuses;

/** Why an invoice was not simply paid as asked: what its merchant is told. */
export const sumReasons = {
  short: 'short',
  over: 'over',
  late: 'late',
  corrected: 'corrected',
  nudged: 'nudged',
} as const;
export type SumReason = keyof typeof sumReasons;

export interface PayoutRequisites {
  readonly requisites: string;
  readonly holder: string | null;
}

export interface Invoice {
  readonly id: string;
  readonly storeId: number;
  readonly internalId: string | null;
  readonly userId: string | null;
  readonly type: Direction;
  readonly status: InvoiceStatus;
  readonly paymentOption: string | null;
  readonly bank: string | null;
  /** The variant somebody asked for, apart from what a deal happened to get: a later deal without a wish follows it. */
  readonly namedOption: string | null;
  readonly namedBank: string | null;
  readonly requisites: PayoutRequisites | null;
  /** What the shop asked for. */
  readonly askedSum: FiatMinor;
  /** What shops and payers see, and what lists search by: the sum received once it is known, the sum asked for before. */
  readonly shownSum: FiatMinor;
  readonly currency: string;
  /** What the payer transferred; for a payout, what the maker did. */
  readonly receivedSum: FiatMinor | null;
  readonly makerSum: SettlementMinor | null;
  readonly feeSum: SettlementMinor | null;
  readonly payoutSum: SettlementMinor | null;
  readonly notificationUrl: string;
  readonly notificationToken: string;
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  readonly isSumChanged: boolean;
  /** What has come in completed deals before the last one: the payer sends the rest, or has sent it. */
  readonly partSum: FiatMinor | null;
  /** Of a payout that returns an excess: what stood on the account for it. */
  readonly fromExcess: SettlementMinor | null;
  /** Why it was not simply paid as asked; null while nobody paid, and when it was. */
  readonly sumReason: SumReason | null;
  readonly createdAt: Instant;
  readonly expireAt: Instant;
  readonly updatedAt: Instant;
  /** How many notifications were written so far; the next one carries this plus one. */
  readonly sequence: number;
  /** How many deals were started so far. */
  readonly dealCount: number;
  /** Where a dispute came from, to go back to when it is rejected. */
  readonly disputedFrom: Exclude<InvoiceStatus, 'dispute'> | null;
  /** A payin that no other one may have the same internal ID and sum beside (a unique index says so): see `repeats.ts`. */
  readonly holdsName: boolean;
}

/** A payer who switches banks starts a new deal each time; this bounds what one invoice can tie up. */
export const dealsPerInvoiceMax = 50;

/** What a payer is asked for in place of the sum of the invoice; null: just that, or what is left of it. */
export function nudgedSum(
  { askedSum, partSum }: Pick<Invoice, 'askedSum' | 'partSum'>,
  deal: Pick<Deal, 'type' | 'askedSum'> | undefined,
): FiatMinor | null {
  const isNudged = deal?.type === 'in' && partSum === null && deal.askedSum !== askedSum;
  return isNudged ? deal.askedSum : null;
}
