import { currencyOf } from '../domain/catalogue.ts';
import { expireDue } from '../domain/lifecycle.ts';
import { fiat, formatAmount, minorMax, parseAmount } from '../domain/money.ts';
import { settle } from '../domain/settlement.ts';
import { AppError } from '../errors.ts';
import { audit, type ByPerson, requireOwnDeal } from './audited.ts';
import { type Command, done, type InvoiceState, moveOn } from './command.ts';
import { ownInvoice } from './own-invoice.ts';
import { settlementAccountsOf } from './settlement-accounts.ts';

interface SettleDeal extends ByPerson {
  readonly invoiceId: string;
  readonly dealId: string;
  readonly seenStoreId: number;
  /** What came, as a decimal string; null for the sum asked for. */
  readonly amount: string | null;
}

/** The money is there: the maker or an operator says so. A receipt is not required for a payin; a payout needs its proof. */
export function settleDeal(request: SettleDeal): Command<InvoiceState> {
  return {
    name: 'settle-deal',
    plan: ({ catalogue }) => ({
      invoiceIds: [request.invoiceId],
      accountIds: settlementAccountsOf(catalogue, request.seenStoreId),
    }),
    decide(view) {
      const move = moveOn(view);
      const invoice = ownInvoice(view, request.invoiceId, null);
      const dossier = expireDue({ invoice, deals: view.dealsOf(invoice.id) }, move);
      const deal = dossier.deals.find((candidate) => candidate.id === request.dealId);
      if (deal === undefined) throw new AppError('not_found');
      requireOwnDeal(request.actor, deal);
      if (deal.status !== 'transfer_waiting' && deal.status !== 'transfer_confirmed') {
        throw new AppError('deal_settled', { status: deal.status });
      }
      if (deal.type === 'out' && deal.status === 'transfer_waiting') throw new AppError('proof_missing');
      const { subunit } = currencyOf(view.catalogue, deal.currency);
      const received = request.amount === null ? deal.amount : parseAmount(request.amount, subunit);
      if (received === null || received > minorMax) throw new AppError('invalid_amount', { field: 'amount', subunit });
      audit(move, request, {
        action: 'settle-deal',
        subjectKind: 'invoice',
        subjectId: invoice.id,
        details: { dealId: deal.id, received: formatAmount(received, subunit) },
      });
      return done(settle(dossier, deal, fiat(received), view, move), move.changes);
    },
  };
}
