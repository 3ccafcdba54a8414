import { type Dossier, expireDue } from '../../domain/invoices/lifecycle.ts';
import type { Move } from '../../domain/state/move.ts';
import { AppError } from '../../errors/app-error.ts';
import { moveOn, type View } from '../command.ts';

/**
 * How an act on an invoice begins: the invoice and its deals as they are now, with what time has already decided written down.
 * An invoice that does not exist and one of another store look the same from outside. A store of null: the payer, who knows the ID.
 */
export function openDossier(
  view: View,
  invoiceId: string,
  storeId: number | null,
): { readonly dossier: Dossier; readonly move: Move } {
  const invoice = view.invoice(invoiceId);
  if (invoice === undefined || (storeId !== null && invoice.storeId !== storeId)) throw new AppError('not_found');
  const move = moveOn(view);
  return { dossier: expireDue({ invoice, deals: view.dealsOf(invoice.id) }, move), move };
}
