import type { Invoice } from '../../domain/invoices/invoice.ts';
import { currencyOf, type FiatMinor, formatAmount } from '../../domain/money/money.ts';
import { type Excess, type ExcessState, excessState, excessThatMatters } from '../../domain/payins/excess.ts';
import { isLiving, refundedSum, refundState } from '../../domain/refunds/refund.ts';
import type { Move } from '../../domain/state/move.ts';
import { AppError } from '../../errors/app-error.ts';
import { audit, type ByPerson } from '../audited.ts';
import type { View } from '../command.ts';

/** The payouts of the invoice's refunds, where the batch has not loaded all of them: how they stand decides what is refunded. */
export function payoutsToSee(view: View, invoiceId: string): readonly string[] {
  const ids = payoutsOf(view, invoiceId);
  return ids.every((id) => view.invoice(id) !== undefined) ? [] : ids;
}

export function payoutsOf(view: View, invoiceId: string): readonly string[] {
  return view.refundsOf(invoiceId).flatMap(({ payoutId }) => payoutId ?? []);
}

export function refundedOf(view: View, invoiceId: string): FiatMinor {
  return refundedSum(view.refundsOf(invoiceId), (payoutId) => view.invoice(payoutId), view.now);
}

/** Money that was given back cannot turn out not to have come. */
export function refuseBelowRefunds(view: View, { id, currency }: Invoice, received: bigint): void {
  const refunded = refundedOf(view, id);
  if (received >= refunded) return;
  const { subunit } = currencyOf(view.catalogue, currency);
  throw new AppError('refunded_above', { refunded: formatAmount(refunded, subunit) });
}

interface LatePayment {
  readonly before: Invoice;
  readonly after: Invoice;
  /** It was settled once and then marked unpaid by mistake: refunds given before and since stay. */
  readonly isSettledAgain: boolean;
}

/**
 * The invoice had expired with a part, and money that came late has paid it: the shop gives its goods for the whole sum. What was
 * promised of the part is taken back while the payer has not said where it goes; what is on its way already is not to be paid for twice.
 */
export function endRefundsOfPart(
  view: View,
  { before, after, isSettledAgain }: LatePayment,
  by: ByPerson,
  move: Move,
): void {
  const standing = before.status === 'dispute' ? before.disputedFrom : before.status;
  if (after.status !== 'paid' || standing !== 'expired') return;
  for (const refund of view.refundsOf(before.id)) {
    if (refund.excessOf !== null) continue;
    const { id: refundId, payoutId } = refund;
    const state = refundState(refund, payoutId === null ? undefined : view.invoice(payoutId), view.now);
    if (state === 'waiting') {
      move.changes.refunds.push({ ...refund, canceledAt: view.now });
      audit(move, by, { action: 'cancel-refund', subjectKind: 'invoice', subjectId: before.id, details: { refundId } });
    } else if (isLiving(state) && !isSettledAgain) throw new AppError('part_refunded', { refundId });
  }
}

export function excessOf(view: View, { id }: Invoice): Excess {
  const excess = excessThatMatters(view.dealsOf(id).flatMap((deal) => view.excess(deal.id) ?? []));
  if (excess === undefined) throw new AppError('no_excess');
  return excess;
}

/** How an excess stands, by the refunds that return it. */
export function stateOfExcess(view: View, excess: Excess): ExcessState {
  const returns = view.refundsOf(excess.invoiceId).filter(({ excessOf }) => excessOf === excess.id);
  const payoutOf = (payoutId: string | null) => (payoutId === null ? undefined : view.invoice(payoutId));
  return excessState(
    excess,
    returns.map((refund) => refundState(refund, payoutOf(refund.payoutId), view.now)),
  );
}

/** What goes back to the payer, or was promised, cannot become another sum. */
export function refuseOtherExcess(view: View, changed: readonly Excess[]): void {
  for (const { id } of changed) {
    const before = view.excess(id);
    const status = before === undefined ? 'held' : stateOfExcess(view, before);
    if (status === 'promised' || status === 'returning' || status === 'returned') {
      throw new AppError('excess_not_held', { status });
    }
  }
}
