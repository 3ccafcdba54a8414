import type { Command, InvoiceState } from '../commands/command.ts';
import { cancelInvoice } from '../commands/invoices/cancel-invoice.ts';
import { namedVariant, startDeal } from '../commands/payins/start-deal.ts';
import type { Invoice } from '../domain/invoices/invoice.ts';
import type { Variant } from '../domain/money/payment.ts';
import { toPay } from '../domain/payins/mispayment.ts';
import type { ApiContext } from './context.ts';
import type { StartDealBody } from './invoice-schemas.ts';

/** The acts on an invoice that a merchant and a payer have in common. Null stands for the payer: knowing the ID is enough. */
type AskingStore = number | null;

export function startDealOf(
  context: ApiContext,
  invoice: Invoice,
  asking: AskingStore,
  variant: Variant,
  address: string | null = null,
): ReturnType<typeof startDeal> {
  return startDeal({
    invoiceId: invoice.id,
    storeId: asking,
    dealId: context.newId(),
    variant,
    address,
    seen: { ...invoice, ...toPay(invoice), named: namedVariant(invoice) },
  });
}

/** An empty name is no wish. */
export function wishOf({ paymentOption, paymentMethod }: StartDealBody): Variant {
  return { option: paymentOption || null, bank: paymentMethod || null };
}

export function cancelOf(invoice: Invoice, asking: AskingStore): Command<InvoiceState> {
  return cancelInvoice({ invoiceId: invoice.id, storeId: asking, seenStoreId: invoice.storeId });
}
