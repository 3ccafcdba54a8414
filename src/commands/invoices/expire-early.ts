import { moneyIsOnItsWay } from '../../domain/invoices/expiry.ts';
import { expireNow } from '../../domain/invoices/lifecycle.ts';
import { AppError } from '../../errors/app-error.ts';
import { audit, type ByPerson } from '../audited.ts';
import { type Command, done, type InvoiceState } from '../command.ts';
import { openDossier } from './open-dossier.ts';
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
      const { dossier, move } = openDossier(view, request.invoiceId, null);
      const { invoice } = dossier;
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
