import { moneyIsOnItsWay } from '../domain/expiry.ts';
import { expireDue, expireNow } from '../domain/lifecycle.ts';
import { AppError } from '../errors.ts';
import { audit, type ByPerson } from './audited.ts';
import { type Command, done, type InvoiceState, moveOn } from './command.ts';
import { ownInvoice } from './own-invoice.ts';
import { settlementAccountsOf } from './settlement-accounts.ts';

interface ExpireEarly extends ByPerson {
  readonly invoiceId: string;
  readonly seenStoreId: number;
}

/** Sandbox only: an invoice's time is up, as if it had passed. Nobody waits an hour for a test. */
export function expireEarly(request: ExpireEarly): Command<InvoiceState> {
  return {
    name: 'expire-early',
    saidBy: request.actor,
    plan: ({ catalogue }) => ({
      invoiceIds: [request.invoiceId],
      accountIds: settlementAccountsOf(catalogue, request.seenStoreId),
    }),
    decide(view) {
      const move = moveOn(view);
      const invoice = ownInvoice(view, request.invoiceId, null);
      const dossier = expireDue({ invoice, deals: view.dealsOf(invoice.id) }, move);
      if (dossier.invoice.status !== 'new') {
        throw new AppError('invoice_not_active', { status: dossier.invoice.status });
      }
      if (dossier.deals.some(moneyIsOnItsWay)) throw new AppError('transfer_already_confirmed');
      audit(move, request, {
        action: 'expire-early',
        subjectKind: 'invoice',
        subjectId: invoice.id,
        details: null,
      });
      return done(expireNow(dossier, move), move.changes);
    },
  };
}
