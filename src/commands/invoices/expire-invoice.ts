import { timeParty } from '../../domain/authority/own-word.ts';
import { expireDue } from '../../domain/invoices/lifecycle.ts';
import type { Direction } from '../../domain/money/payment.ts';
import { type Command, done, moveOn } from '../command.ts';
import { settlementAccountsOf } from './settlement-accounts.ts';

interface DueInvoice {
  readonly invoiceId: string;
  readonly storeId: number;
  /** Left out where it is not known; then the accounts of a payout are locked in any case. */
  readonly type?: Direction;
}

/** Writes down what time has decided about an invoice and its deal. Does nothing when somebody else was first. */
export function expireInvoice(request: DueInvoice): Command<boolean> {
  return {
    name: 'expire-invoice',
    saidBy: timeParty,
    plan: ({ catalogue }) => ({
      invoiceIds: [request.invoiceId],
      // A payin gives back what its maker holds and leaves the store's accounts alone. Locked, they would make all batches of
      // the store's payins wait for each other.
      ...(request.type === 'in' ? {} : { accountIds: settlementAccountsOf(catalogue, request.storeId) }),
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
