import { expireDue } from '../domain/lifecycle.ts';
import { timeVoice } from '../domain/own-word.ts';
import { type Command, done, moveOn } from './command.ts';
import { settlementAccountsOf } from './settlement-accounts.ts';

/** Writes down what time has decided about an invoice and its deal. Does nothing when somebody else was first. */
export function expireInvoice(request: { readonly invoiceId: string; readonly storeId: number }): Command<boolean> {
  return {
    name: 'expire-invoice',
    saidBy: timeVoice,
    plan: ({ catalogue }) => ({
      invoiceIds: [request.invoiceId],
      accountIds: settlementAccountsOf(catalogue, request.storeId),
    }),
    decide(view) {
      const move = moveOn(view);
      const invoice = view.invoice(request.invoiceId);
      if (invoice === undefined) return done(false, move.changes);
      const before = { invoice, deals: view.dealsOf(invoice.id) };
      return done(expireDue(before, move) !== before, move.changes);
    },
  };
}
