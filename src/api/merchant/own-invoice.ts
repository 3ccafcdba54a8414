import { AppError } from '../../errors.ts';
import type { InvoiceWithDeals } from '../../storage/reads/invoice-reads.ts';
import { exampleIds } from '../examples.ts';
import { ofInvoice, uuidInPath } from '../parameters.ts';
import type { MerchantCall } from './endpoint.ts';

export const invoiceInPath = ofInvoice(uuidInPath('Invoice ID', exampleIds.invoice));

/** The caller's own invoice. Another store's does not exist. */
export async function ownInvoice({ context, caller }: MerchantCall, id: string): Promise<InvoiceWithDeals> {
  const found = await context.reads.invoice(id, [caller.store.id]);
  if (found === undefined || found.invoice.storeId !== caller.store.id) throw new AppError('not_found');
  return found;
}
