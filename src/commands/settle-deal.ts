import { noChanges } from '../domain/changes.ts';
import { expireDue, type Move, settle } from '../domain/lifecycle.ts';
import { AppError } from '../errors.ts';
import { type Command, done, type InvoiceState } from './command.ts';
import { ownInvoice } from './create-payin.ts';
import { settlementAccountsOf } from './settlement-accounts.ts';

export interface SettleDeal {
  readonly invoiceId: string;
  readonly dealId: string;
  readonly seenStoreId: number;
}

/** The money is there: the maker or an operator says so. A receipt is not required. */
export function settleDeal(request: SettleDeal): Command<InvoiceState> {
  return {
    name: 'settle-deal',
    plan: ({ catalogue }) => ({
      invoiceIds: [request.invoiceId],
      accountIds: settlementAccountsOf(catalogue, request.seenStoreId),
    }),
    decide(view) {
      const move: Move = { catalogue: view.catalogue, now: view.now, changes: noChanges() };
      const invoice = ownInvoice(view, request.invoiceId, null);
      const dossier = expireDue({ invoice, deals: view.dealsOf(invoice.id) }, move);
      const deal = dossier.deals.find((candidate) => candidate.id === request.dealId);
      if (deal === undefined) throw new AppError('not_found');
      if (deal.status !== 'transfer_waiting' && deal.status !== 'transfer_confirmed') {
        throw new AppError('deal_settled', { status: deal.status });
      }
      return done(settle(dossier, deal, move), move.changes);
    },
  };
}
