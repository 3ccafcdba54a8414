import assert from 'node:assert/strict';
import { AppError } from '../../errors/app-error.ts';
import type { FiatMinor, SettlementMinor } from '../money/money.ts';
import type { Rate } from '../rates/rates.ts';
import type { Attachment } from '../receipts/attachment.ts';
import type { Instant } from '../text/timestamp.ts';
import type { Claimant, DisputeAnswer, DisputeReason, DisputeResult } from './deal-dispute.ts';

/**
 * A deal is one attempt to move an invoice's money: whose requisites, at which rate, until when.
 *
 * `new`: a payout nobody has taken yet. The store's funds are frozen.
 * `transfer_waiting`: requisites are given out, the transfer is awaited. A payin holds the maker's balance.
 * `transfer_confirmed`: a receipt says that the transfer was made. It no longer ends by time; an operator who finds that no
 * money came ends it as `canceled`. A payout's is the maker's own word, and held for a while (`payout-hold.ts`).
 * `completed`: the money arrived; the ledger has been posted. What turns out not to be paid is posted back, and `canceled`.
 * `canceled`, `expired`: ended without money; what was held is free again. History, never shown as one of `deals`.
 * `dispute`: under dispute; keeps what it held when it got there.
 */
export const dealStatuses = {
  new: 'new',
  transfer_waiting: 'transfer_waiting',
  transfer_confirmed: 'transfer_confirmed',
  completed: 'completed',
  canceled: 'canceled',
  expired: 'expired',
  dispute: 'dispute',
} as const;
export type DealStatus = keyof typeof dealStatuses;

export const attachmentsPerDealMax = 10;

/** A receipt beside those the deal has; the same file twice is one. */
export function withAttachment<One extends Deal>(
  deal: One,
  attachment: Attachment,
  countMax: number = attachmentsPerDealMax,
): One {
  if (deal.attachments.some((known) => known.sha256 === attachment.sha256)) return deal;
  if (deal.attachments.length >= countMax) {
    throw new AppError('too_many_attachments', { field: 'attachment', limit: countMax });
  }
  return { ...deal, attachments: [...deal.attachments, attachment] };
}

/**
 * A file for the dispute that is open, beside the receipts. The one that the dispute began with is known, too. A payout keeps
 * its last place free: when the claim is rejected, its maker still has to prove that it was paid.
 */
export function withEvidence<One extends Deal>(deal: One, attachment: Attachment): One {
  assert(deal.status === 'dispute');
  if (deal.dispute?.attachment?.sha256 === attachment.sha256) return deal;
  return withAttachment(deal, attachment, deal.type === 'out' ? attachmentsPerDealMax - 1 : attachmentsPerDealMax);
}

interface AnyDeal {
  readonly id: string;
  readonly invoiceId: string;
  /** 1 for the first deal of the invoice, and so on. */
  readonly ordinal: number;
  readonly status: DealStatus;
  readonly paymentOption: string;
  readonly bank: string;
  readonly number: string;
  readonly holder: string;
  readonly askedSum: FiatMinor;
  readonly currency: string;
  readonly rate: Rate;
  /** What came, where that is not what was asked for. The sum asked for stays: it is what late money would look for. */
  readonly receivedSum: FiatMinor | null;
  /** What is owed for it at the deal's rate, in the settlement currency; a payin holds it of the maker's balance. */
  readonly makerSum: SettlementMinor;
  readonly feeSum: SettlementMinor;
  /** The fee agreed when the deal began; null in a deal that began before this was written down. See `agreedFee`. */
  readonly feeBps: number | null;
  readonly feeFixed: SettlementMinor | null;
  /** What of the fee is the maker's, fixed when a payin starts and when a payout is taken. */
  readonly rewardBps: number;
  readonly rewardSum: SettlementMinor;
  readonly startedAt: Instant;
  /** On the wire this is `canceledAt`: when the deal ends if nothing was paid. */
  readonly deadlineAt: Instant;
  /** When the first receipt came. It stays when the transfer is rejected: the receipt was there. */
  readonly confirmedAt: Instant | null;
  readonly endedAt: Instant | null;
  /** While true no other deal may use this requisite with this amount (a unique index says so). */
  readonly occupies: boolean;
  /** Set when the deal ends: from then on another deal may take the pair of requisite and amount over. */
  readonly restsUntil: Instant | null;
  readonly attachments: readonly Attachment[];
  readonly dispute: DealDispute | null;
  /** Of a payout: the makers who have taken this deal, the newest last. */
  readonly takings: readonly Taking[] | null;
}

/** A maker has a payout to pay it, for a time (`taking.ts`). */
export interface Taking {
  readonly makerId: number;
  /** By when there has to be a proof. */
  readonly until: Instant;
  /** When it was given back or taken back; null while the maker has it. */
  readonly endedAt: Instant | null;
}

/** A payer transfers to a requisite of a maker. */
export interface PayinDeal extends AnyDeal {
  readonly type: 'in';
  readonly requisiteId: number;
  readonly makerId: number;
}

/** A maker transfers to the requisites the merchant gave. */
export interface PayoutDeal extends AnyDeal {
  readonly type: 'out';
  readonly requisiteId: null;
  /** Null while nobody has taken it. */
  readonly makerId: number | null;
}

export type Deal = PayinDeal | PayoutDeal;

/** The newest dispute about a deal. */
export interface DealDispute {
  readonly reason: DisputeReason;
  /** Echoed exactly as sent; only for `invalid_sum`. */
  readonly amount: string | null;
  readonly attachment: Attachment | null;
  readonly result: DisputeResult | null;
  readonly from: Exclude<DealStatus, 'dispute'>;
  /** It was completed as a part of an invoice that is not paid. */
  readonly isPart?: boolean;
  readonly openedAt: Instant;
  /** Who claims; absent: the merchant. */
  readonly by?: Claimant;
  /** Of a payer's claim: where it came from. */
  readonly address?: string | null;
  /** What the maker has said to it; absent or null: nothing yet. */
  readonly answer?: DisputeAnswer | null;
  /** By when somebody should have decided. Nothing happens by itself then; it is overdue. */
  readonly deadlineAt: Instant;
}

/** What it is, or was before somebody disputed it: opening a dispute changes nothing about its money. */
export function standingOf({ status, dispute }: Pick<Deal, 'status' | 'dispute'>): DealStatus {
  return status === 'dispute' && dispute !== null ? dispute.from : status;
}

export function isActive(status: DealStatus): boolean {
  switch (status) {
    case 'new':
    case 'transfer_waiting':
    case 'transfer_confirmed':
    case 'dispute':
      return true;
    case 'completed':
    case 'canceled':
    case 'expired':
      return false;
  }
}

/** Canceled and expired deals are history; every other one matters now. */
export function mattersNow({ status }: Pick<Deal, 'status'>): boolean {
  return status !== 'canceled' && status !== 'expired';
}

/** The one that was started last: a payout's present one. */
export function newestDeal(deals: readonly Deal[]): Deal | undefined {
  return deals.reduce<Deal | undefined>(
    (newest, deal) => (deal.ordinal > (newest?.ordinal ?? 0) ? deal : newest),
    undefined,
  );
}

export function activeDeal(deals: readonly Deal[]): Deal | undefined {
  return deals.find((deal) => isActive(deal.status));
}
