import { requireHeld } from '../../domain/payins/excess.ts';
import { payExcess } from '../../domain/payins/kept-excess.ts';
import { AppError } from '../../errors/app-error.ts';
import { audit, type ByPerson } from '../audited.ts';
import { type Command, done, doneBefore, type InvoiceState } from '../command.ts';
import { openDossier } from '../invoices/open-dossier.ts';
import { settlementAccountsOf } from '../invoices/settlement-accounts.ts';
import { excessOf, payoutsToSee, stateOfExcess } from '../refunds/refund-room.ts';

interface KeepExcess extends ByPerson {
  readonly invoiceId: string;
  readonly seenStoreId: number;
}

interface Hint {
  readonly payoutIds: readonly string[];
}

/**
 * What a payer has sent too much stays with the store: the payin is paid with all that came, and the fee is that of all. The store gains
 * by it, at the cost of somebody who is not there to object; so an operator says so, with a reason.
 */
export function keepExcess(request: KeepExcess): Command<InvoiceState, Hint> {
  return {
    name: 'keep-excess',
    saidBy: request.actor,
    plan: ({ catalogue }, hint) => ({
      invoiceIds: [request.invoiceId, ...(hint?.payoutIds ?? [])],
      refundsOf: [request.invoiceId],
      excessesOf: [request.invoiceId],
      accountIds: settlementAccountsOf(catalogue, request.seenStoreId),
    }),
    decide(view) {
      const { dossier, move } = openDossier(view, request.invoiceId, null);
      const { invoice } = dossier;
      const payoutIds = payoutsToSee(view, invoice.id);
      if (payoutIds.length > 0) return { kind: 'again', hint: { payoutIds } };
      const excess = excessOf(view, invoice);
      if (excess.keptAt !== null) return doneBefore(dossier, move.changes);
      requireHeld(excess, stateOfExcess(view, excess), invoice);
      const deal = dossier.deals.find(({ id }) => id === excess.id);
      if (deal?.type !== 'in' || deal.status !== 'completed')
        throw new AppError('excess_not_paid', { status: invoice.status });
      audit(move, request, {
        action: 'keep-excess',
        subjectKind: 'invoice',
        subjectId: invoice.id,
        details: { dealId: deal.id, sumMinor: excess.sum.toString(), currency: excess.currency },
      });
      return done(payExcess(dossier, deal, excess, move), move.changes);
    },
  };
}
