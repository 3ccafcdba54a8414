import { AppError } from '../../errors/app-error.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { type FiatMinor, fiat } from '../money/money.ts';
import type { Instant } from '../text/timestamp.ts';

/**
 * A refund gives a payer back what a paid payin brought, or a part of it. The merchant or an operator asks for it; the payer says
 * where the money shall go, on a page behind a link that cannot be guessed; then a payout of the store pays it, with the
 * holds, the fee and the proof of any payout.
 *
 * `waiting`: the payer has yet to say where the money goes. Nothing is frozen.
 * `lapsed`: the payer did not say so in time. Time decides this; nobody writes it down.
 * `canceled`: taken back before the payer had said so.
 * `paying`: its payout is open. `paid`: it was paid. `dispute`: somebody says that its payout went wrong.
 * `failed`: its payout was canceled or has expired. Such a payout is never paid later, so the sum can be refunded anew.
 */
export const refundStates = {
  waiting: 'waiting',
  lapsed: 'lapsed',
  canceled: 'canceled',
  paying: 'paying',
  paid: 'paid',
  dispute: 'dispute',
  failed: 'failed',
} as const;
export type RefundState = keyof typeof refundStates;

export interface Refund {
  readonly id: string;
  readonly invoiceId: string;
  readonly storeId: number;
  readonly sum: FiatMinor;
  readonly currency: string;
  /** Why, in the words of who asked. The payer does not see it. */
  readonly reason: string;
  /** Who asked for it: a person's name, or the merchant's program. */
  readonly askedBy: string;
  readonly createdAt: Instant;
  readonly lapsesAt: Instant;
  readonly payoutId: string | null;
  readonly canceledAt: Instant | null;
  /** It returns what was sent too much for this deal, from the account of that; null: the store gives it. */
  readonly excessOf: string | null;
}

/** Long enough for a payer on holiday, short enough that a forgotten link leads nowhere. */
export const refundLinkLifetimeMs = 14 * 24 * 3_600_000;

/** What one invoice can bring about; each may be a part of it, and some come to nothing. */
export const refundsPerInvoiceMax = 50;

type Payout = Pick<Invoice, 'status' | 'disputedFrom'>;

/** How a refund stands. The payout is asked for only where there is one. */
export function refundState(refund: Refund, payout: Payout | undefined, now: Instant): RefundState {
  if (refund.canceledAt !== null) return 'canceled';
  if (refund.payoutId === null) return now < refund.lapsesAt ? 'waiting' : 'lapsed';
  switch (payout?.status) {
    case 'paid':
      return 'paid';
    case 'canceled':
    case 'expired':
      return 'failed';
    case 'dispute':
      // A claim about a payout that has ended changes nothing: it cannot be paid any more.
      return payout.disputedFrom === 'canceled' || payout.disputedFrom === 'expired' ? 'failed' : 'dispute';
    default:
      return 'paying';
  }
}

/** Whether it takes up a part of what came: it is promised, on its way, or done. */
export function isLiving(state: RefundState): boolean {
  switch (state) {
    case 'waiting':
    case 'paying':
    case 'paid':
    case 'dispute':
      return true;
    case 'lapsed':
    case 'canceled':
    case 'failed':
      return false;
  }
}

/** What of the invoice is refunded, or promised. What was sent too much is no part of what the invoice was paid with. */
export function refundedSum(
  refunds: readonly Refund[],
  payoutOf: (payoutId: string) => Payout | undefined,
  now: Instant,
): FiatMinor {
  const living = refunds.filter(
    (refund) =>
      refund.excessOf === null &&
      isLiving(refundState(refund, refund.payoutId === null ? undefined : payoutOf(refund.payoutId), now)),
  );
  return fiat(living.reduce((sum, refund) => sum + refund.sum, 0n));
}

/**
 * What came for a payin that is paid, or that has expired when only a part had come. Anything else cannot be refunded: nothing
 * came, the rest may still come, or that is being argued about.
 */
export function refundable({ type, status, receivedSum, partSum }: Invoice): FiatMinor {
  const came = status === 'paid' ? receivedSum : status === 'expired' ? partSum : null;
  if (type !== 'in' || came === null) throw new AppError('refund_not_paid', { status });
  return came;
}

/** Refuses what the payer may no longer say. */
export function requireOpenLink(refund: Refund, now: Instant): void {
  if (refund.payoutId !== null) throw new AppError('refund_link_used');
  if (refund.canceledAt !== null) throw new AppError('refund_canceled');
  if (now >= refund.lapsesAt) throw new AppError('refund_link_lapsed');
}

/** The name of the payout that pays a refund. It is the merchant's to read; and no second payout can have it. */
export function payoutNameOf({ id }: Pick<Refund, 'id'>): string {
  return `refund:${id}`;
}
