import type { InvoiceState } from '../../commands/command.ts';
import { type ConfirmTransfer, confirmTransfer } from '../../commands/invoices/confirm-transfer.ts';
import { type ClaimPayment, claimPayment } from '../../commands/payins/claim-payment.ts';
import { claimsRememberedMs } from '../../domain/disputes/claimants.ts';
import { isActive } from '../../domain/invoices/deal.ts';
import { asOf } from '../../domain/invoices/expiry.ts';
import { dealForReceipt } from '../../domain/invoices/lifecycle.ts';
import type { Variant } from '../../domain/money/payment.ts';
import { dealForClaim } from '../../domain/payins/payers-claim.ts';
import { AppError } from '../../errors/app-error.ts';
import { addressKey } from '../../http/address-key.ts';
import type { ApiContext } from '../context.ts';
import { cancelOf, startDealOf } from '../invoice-acts.ts';
import { findPayersInvoice } from './payment-page.ts';

/**
 * The acts of a payer: the merchant's own acts, by the invoice's ID alone. The interface and the forms of the page both come here.
 * There are no idempotency keys: each act, done twice, has the effect of one.
 */
/** `from`: the network address that asks. */
export async function startPayersDeal(
  context: ApiContext,
  id: string,
  wish: Variant,
  from: string,
): Promise<InvoiceState> {
  const { invoice } = await findPayersInvoice(context, id);
  return await context.engine.submit(startDealOf(context, invoice, null, wish, addressKey(from)));
}

export async function confirmPayersTransfer(
  context: ApiContext,
  id: string,
  readFile: () => Promise<ConfirmTransfer['attachment']>,
): Promise<InvoiceState> {
  // Before the upload is read: nobody sends ten megabytes to an invoice that is not there.
  const { invoice, deals } = await findPayersInvoice(context, id);
  // Nor to one that takes no receipt.
  dealForReceipt(asOf(invoice, deals, context.clock()));
  const attachment = await readFile();
  const { id: invoiceId, storeId: seenStoreId } = invoice;
  const limits = context.receiptLimits;
  return await context.engine.submit(confirmTransfer({ invoiceId, storeId: null, seenStoreId, attachment, limits }));
}

/** A receipt for requisites that have ended: evidence for an operator, and no more. */
export async function claimPayersPayment(
  context: ApiContext,
  id: string,
  readForm: () => Promise<Pick<ClaimPayment, 'attachment' | 'dealId'>>,
  from: string,
): Promise<InvoiceState> {
  const { invoice, deals: known } = await findPayersInvoice(context, id);
  const { invoice: seen, deals } = asOf(invoice, known, context.clock());
  // Nobody sends ten megabytes to an invoice that takes no receipt; the act itself looks at all of its deals.
  if (seen.dealCount === 0) throw new AppError('dispute_without_deal');
  const running = deals.filter(({ status }) => isActive(status));
  if (seen.status === 'paid' || running.length > 0) dealForClaim({ invoice: seen, deals: running }, null);
  const form = await readForm();
  const { id: invoiceId, storeId: seenStoreId } = invoice;
  const origin = { address: addressKey(from), claimsSince: context.clock() - claimsRememberedMs };
  const limits = context.receiptLimits;
  return await context.engine.submit(claimPayment({ invoiceId, seenStoreId, ...form, ...origin, limits }));
}

export async function cancelByPayer(context: ApiContext, id: string): Promise<InvoiceState> {
  const { invoice } = await findPayersInvoice(context, id);
  // The recipient of a payout has its link too, but may not cancel it.
  if (invoice.type === 'out') throw new AppError('payout_not_allowed');
  return await context.engine.submit(cancelOf(invoice, null));
}
