import { currencyOf } from '../domain/catalogue.ts';
import type { Invoice } from '../domain/invoice.ts';
import { type FiatMinor, formatAmount } from '../domain/money.ts';
import { refundedSum } from '../domain/refund.ts';
import { AppError } from '../errors.ts';
import type { View } from './command.ts';

/** The payouts of the invoice's refunds, where the batch has not loaded all of them: how they stand decides what is refunded. */
export function payoutsToSee(view: View, invoiceId: string): readonly string[] {
  const ids = view.refundsOf(invoiceId).flatMap(({ payoutId }) => payoutId ?? []);
  return ids.every((id) => view.invoice(id) !== undefined) ? [] : ids;
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
