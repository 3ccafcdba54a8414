import { timeParty } from '../../domain/authority/own-word.ts';
import { storeOf } from '../../domain/merchants/store.ts';
import { settle } from '../../domain/payins/settlement.ts';
import { creditAt } from '../../domain/payouts/payout-hold.ts';
import { type Command, done, moveOn } from '../command.ts';
import { settlementAccountsOf } from '../invoices/settlement-accounts.ts';

/** Nobody has objected to a proof while it was held: the maker is credited. Does nothing when somebody else was first. */
export function creditPayout(request: { readonly invoiceId: string; readonly storeId: number }): Command<boolean> {
  return {
    name: 'credit-payout',
    saidBy: timeParty,
    plan: ({ catalogue }) => ({
      invoiceIds: [request.invoiceId],
      accountIds: settlementAccountsOf(catalogue, request.storeId),
    }),
    decide(view) {
      const move = moveOn(view);
      const invoice = view.invoice(request.invoiceId);
      if (invoice === undefined || invoice.status !== 'new') return done(false, move.changes);
      const deals = view.dealsOf(invoice.id);
      const store = storeOf(view.catalogue, invoice.storeId);
      const deal = deals.find((one) => (creditAt(one, store) ?? Number.POSITIVE_INFINITY) <= view.now);
      if (deal === undefined) return done(false, move.changes);
      settle({ invoice, deals }, deal, deal.askedSum, view, move);
      return done(true, move.changes);
    },
  };
}
