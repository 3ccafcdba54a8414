import { cancelInvoice } from '../commands/cancel-invoice.ts';
import type { Command, InvoiceState } from '../commands/command.ts';
import { namedBy, startDeal } from '../commands/start-deal.ts';
import { availableVariants } from '../domain/allocation.ts';
import { storeOf } from '../domain/catalogue.ts';
import { asOf } from '../domain/expiry.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { Variant } from '../domain/payment.ts';
import type { InvoiceWithDeals } from '../storage/reads/invoice-reads.ts';
import type { HttpContext } from './context.ts';
import type { PaymentVariant, StartDealBody } from './invoice-schemas.ts';

/** The acts on an invoice that a merchant and a payer have in common. Null stands for the payer: knowing the ID is enough. */
export type AskingStore = number | null;

export function startDealOf(
  context: HttpContext,
  invoice: Invoice,
  asking: AskingStore,
  variant: Variant,
): ReturnType<typeof startDeal> {
  return startDeal({
    invoiceId: invoice.id,
    storeId: asking,
    dealId: context.newId(),
    variant,
    seen: { ...invoice, named: namedBy(invoice) },
  });
}

/** An empty name is no wish. */
export function wishOf({ paymentOption, paymentMethod }: StartDealBody): Variant {
  return { option: paymentOption || null, method: paymentMethod || null };
}

export function cancelOf(invoice: Invoice, asking: AskingStore): Command<InvoiceState> {
  return cancelInvoice({ invoiceId: invoice.id, storeId: asking, seenStoreId: invoice.storeId });
}

/** Empty when the invoice cannot be paid any more. */
export function variantsOf(context: HttpContext, found: InvoiceWithDeals): readonly PaymentVariant[] {
  const { invoice } = asOf(found.invoice, found.deals, context.clock());
  if (invoice.type === 'out' || invoice.status !== 'new') return [];
  const catalogue = context.catalogue();
  return availableVariants(catalogue, { ...invoice, store: storeOf(catalogue, invoice.storeId) });
}
