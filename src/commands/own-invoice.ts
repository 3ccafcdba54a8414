import type { Invoice } from '../domain/invoice.ts';
import { AppError } from '../errors.ts';
import type { View } from './command.ts';

/** Refuses an invoice that is not there, or is another store's: both look the same from outside. */
export function ownInvoice(view: View, invoiceId: string, storeId: number | null): Invoice {
  const invoice = view.invoice(invoiceId);
  if (invoice === undefined || (storeId !== null && invoice.storeId !== storeId)) throw new AppError('not_found');
  return invoice;
}
