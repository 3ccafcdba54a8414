import { rejectTransfer as reject } from '../../domain/invoices/lifecycle.ts';
import { AppError } from '../../errors/app-error.ts';
import { audit, type ByPerson, requireOperator } from '../audited.ts';
import { type Command, done, type InvoiceState } from '../command.ts';
import { openDossier } from './open-dossier.ts';
import { settlementAccountsOf } from './settlement-accounts.ts';

interface RejectTransfer extends ByPerson {
  readonly invoiceId: string;
  readonly dealId: string;
  readonly seenStoreId: number;
}

/**
 * No money came, whatever the receipt says. An operator decides it: the maker would get the held balance back, and must not be
 * the judge of that. Money that comes after all is late money, as after any deal that has ended.
 */
export function rejectTransfer(request: RejectTransfer): Command<InvoiceState> {
  return {
    name: 'reject-transfer',
    saidBy: request.actor,
    plan: ({ catalogue }) => ({
      invoiceIds: [request.invoiceId],
      accountIds: settlementAccountsOf(catalogue, request.seenStoreId),
      arrivalsOf: [request.dealId],
    }),
    decide(view) {
      requireOperator(request.actor);
      const { dossier, move } = openDossier(view, request.invoiceId, null);
      const { invoice } = dossier;
      const deal = dossier.deals.find(({ id }) => id === request.dealId);
      if (deal === undefined) throw new AppError('not_found');
      if (deal.type === 'out') throw new AppError('payout_not_allowed');
      if (deal.status !== 'transfer_confirmed') throw new AppError('transfer_not_confirmed', { status: deal.status });
      // What points to the deal is not matched to it, or the deal would be completed: somebody has yet to decide about it.
      const [held] = view.arrivalsOf(deal.id);
      if (held !== undefined) throw new AppError('arrival_undecided', { arrivalId: held.id });
      audit(move, request, {
        action: 'reject-transfer',
        subjectKind: 'invoice',
        subjectId: invoice.id,
        details: { dealId: deal.id },
      });
      return done(reject(dossier, deal, move), move.changes);
    },
  };
}
