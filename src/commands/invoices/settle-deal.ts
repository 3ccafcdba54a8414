import { type Arrival, reportReference } from '../../domain/arrivals/arrival.ts';
import type { Deal, PayinDeal } from '../../domain/invoices/deal.ts';
import type { Dossier } from '../../domain/invoices/lifecycle.ts';
import { rateToSettle } from '../../domain/invoices/overdue-transfer.ts';
import { storeOf } from '../../domain/merchants/store.ts';
import { currencyOf, type FiatMinor, fiat, formatAmount, minorMax, parseAmount } from '../../domain/money/money.ts';
import { settle } from '../../domain/payins/settlement.ts';
import { formatRate } from '../../domain/rates/rates.ts';
import type { Move } from '../../domain/state/move.ts';
import type { ArrivalKey } from '../../domain/state/needs.ts';
import { AppError } from '../../errors/app-error.ts';
import { isLocked, seenArrival, takeSeen } from '../arrivals/seen-arrival.ts';
import { audit, type ByPerson, requireOwnDeal } from '../audited.ts';
import { type Command, done, type InvoiceState, type Needs, type View } from '../command.ts';
import { openDossier } from './open-dossier.ts';
import { settlementAccountsOf } from './settlement-accounts.ts';

interface SettleDeal extends ByPerson {
  readonly invoiceId: string;
  readonly dealId: string;
  readonly seenStoreId: number;
  /** What came, as a decimal string; null for the sum asked for. */
  readonly amount: string | null;
  /** Names the held arrival that a maker's other sum becomes. */
  readonly reportId: string;
  /** `now`: an operator settles an overdue transfer with the rate that has replaced its own. */
  readonly rate?: 'now' | null;
}

type Hint = { readonly arrival: ArrivalKey } | { readonly arrivalIds: readonly string[] };

/**
 * The money is there: the maker or an operator says so. A receipt is not required for a payin; a payout needs its proof. A
 * maker's word is good for the sum asked for; another sum is a report, which an operator decides like any held arrival.
 */
export function settleDeal(request: SettleDeal): Command<InvoiceState, Hint> {
  return {
    name: 'settle-deal',
    saidBy: request.actor,
    plan: ({ catalogue }, hint) => ({
      invoiceIds: [request.invoiceId],
      accountIds: settlementAccountsOf(catalogue, request.seenStoreId),
      arrivalsOf: [request.dealId],
      ...hint,
    }),
    decide(view, needs) {
      const { dossier, move } = openDossier(view, request.invoiceId, null);
      const { invoice } = dossier;
      const deal = dealToSettle(request, dossier);
      const received = readReceived(request, deal, view);
      const rate = rateToSettle(deal, storeOf(view.catalogue, invoice.storeId), chosenRate(request), view);
      if (request.actor.role === 'maker' && deal.type === 'in' && received !== deal.askedSum) {
        return report(request, dossier, { deal, received }, view, needs, move);
      }
      const seen = seenArrival(deal, received, request.actor, view);
      if (seen !== null && !isLocked(needs, seen)) return { kind: 'again', hint: { arrivalIds: [seen.id] } };
      if (seen !== null) takeSeen(seen, move);
      audit(move, request, {
        action: 'settle-deal',
        subjectKind: 'invoice',
        subjectId: invoice.id,
        details: {
          dealId: deal.id,
          received: amountText(received, deal, view),
          ...(rate === deal.rate ? {} : { rate: formatRate(rate) }),
        },
      });
      return done(settle(dossier, deal, received, view, move, rate), move.changes);
    },
  };
}

/** What a maker owes is not for the maker to choose. */
function chosenRate({ actor, rate = null }: SettleDeal): 'now' | null {
  return actor.role === 'operator' ? rate : null;
}

function dealToSettle(request: SettleDeal, { deals }: Dossier): Deal {
  const deal = deals.find(({ id }) => id === request.dealId);
  if (deal === undefined) throw new AppError('not_found');
  requireOwnDeal(request.actor, deal);
  if (deal.status !== 'transfer_waiting' && deal.status !== 'transfer_confirmed') {
    throw new AppError('deal_settled', { status: deal.status });
  }
  if (deal.type === 'out' && deal.status === 'transfer_waiting') throw new AppError('proof_missing');
  return deal;
}

function readReceived({ amount }: SettleDeal, deal: Deal, { catalogue }: View): FiatMinor {
  const { subunit } = currencyOf(catalogue, deal.currency);
  const received = amount === null ? deal.askedSum : parseAmount(amount, subunit);
  if (received === null || received > minorMax) throw new AppError('invalid_amount', { field: 'amount', subunit });
  return fiat(received);
}

/** One report for a deal: repeated it is the same one, and it cannot be changed behind an operator's back. */
function report(
  request: SettleDeal,
  dossier: Dossier,
  { deal, received }: { readonly deal: PayinDeal; readonly received: FiatMinor },
  view: View,
  needs: Needs,
  move: Move,
): ReturnType<ReturnType<typeof settleDeal>['decide']> {
  const key = { requisiteId: deal.requisiteId, amount: received, reference: reportReference(deal.id) };
  if (needs.arrival === undefined) return { kind: 'again', hint: { arrival: key } };
  const earlier = view.earlierArrival(key);
  if (earlier !== undefined && earlier.amount !== received) {
    throw new AppError('sum_reported', { amount: amountText(earlier.amount, deal, view) });
  }
  if (earlier !== undefined) return done(dossier, move.changes);
  const arrival: Arrival = {
    id: request.reportId,
    ...key,
    currency: deal.currency,
    arrivedAt: view.now,
    status: 'held',
    exception: received < deal.askedSum ? 'short' : 'over',
    dealId: deal.id,
    enteredBy: request.actor.name,
    toldBy: 'maker',
    createdAt: view.now,
    resolvedAt: null,
  };
  move.changes.arrivals.push(arrival);
  audit(move, request, {
    action: 'report-sum',
    subjectKind: 'arrival',
    subjectId: arrival.id,
    details: { dealId: deal.id, received: amountText(received, deal, view), exception: arrival.exception },
  });
  return done(dossier, move.changes);
}

function amountText(amount: FiatMinor, deal: Deal, { catalogue }: View): string {
  return formatAmount(amount, currencyOf(catalogue, deal.currency).subunit);
}
