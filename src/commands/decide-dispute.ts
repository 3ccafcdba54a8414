import { currencyOf, storeOf } from '../domain/catalogue.ts';
import type { Deal } from '../domain/deal.ts';
import type { DisputeResult } from '../domain/dispute.ts';
import { ifAccepted, type Verdict } from '../domain/dispute-verdict.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { Dossier, Move } from '../domain/lifecycle.ts';
import { fiat, minorMax, parseAmount } from '../domain/money.ts';
import { type NotPaidPayout, payinNotPaid, payoutNotPaid, reopenedStatus } from '../domain/not-paid.ts';
import { rateToSettle } from '../domain/overdue-transfer.ts';
import { acceptDispute, rejectDispute } from '../domain/settlement.ts';
import { AppError } from '../errors.ts';
import { audit, type ByPerson } from './audited.ts';
import { type Command, done, type InvoiceState, type Needs, type View } from './command.ts';
import { openDossier } from './open-dossier.ts';
import { settlementAccountsOf } from './settlement-accounts.ts';

export interface DecideDispute extends ByPerson {
  /** Names the correcting transfers, if there are any. */
  readonly decisionId: string;
  readonly invoiceId: string;
  readonly seenStoreId: number;
  /** Names the deal of a payout that goes back into the pool. */
  readonly nextDealId: string;
  readonly decision: /**
   * A null amount means: what was asked for. Of a payout that was not paid, `next` says what becomes of it. `rate`: an overdue
   * transfer is settled with the rate that has replaced its own.
   */
    | {
        readonly kind: 'accept';
        readonly amount: string | null;
        readonly next: NotPaidPayout['next'] | null;
        readonly rate?: 'now' | null;
      }
    | { readonly kind: 'reject'; readonly result: Exclude<DisputeResult, 'ACCEPTED' | 'AMOUNT_CHANGED'> };
}

type Hint = Pick<Needs, 'earlier' | 'arrivalsOf' | 'subjectIds'>;

/** An operator decides a dispute. What accepting means depends on the claim: see `domain/dispute-verdict.ts`. */
export function decideDispute(request: DecideDispute): Command<InvoiceState, Hint> {
  return {
    name: 'decide-dispute',
    saidBy: request.actor,
    plan: ({ catalogue }, hint) => ({
      invoiceIds: [request.invoiceId],
      accountIds: settlementAccountsOf(catalogue, request.seenStoreId),
      ...hint,
    }),
    decide(view, needs) {
      const { dossier, move } = openDossier(view, request.invoiceId, null);
      const { invoice } = dossier;
      const deal = dossier.deals.find(({ status }) => status === 'dispute');
      if (invoice.status !== 'dispute' || deal === undefined) {
        throw new AppError('not_in_dispute', { status: invoice.status });
      }
      const verdict = verdictOf(request, deal);
      const hint = further(request, invoice, deal, verdict, view);
      const isPlanned = needs.arrivalsOf !== undefined || needs.subjectIds !== undefined;
      if (!isPlanned && hint !== null) return { kind: 'again', hint };
      refuseTwin(view, needs, invoice);
      if (verdict === 'not_paid' && deal.type === 'in') refuseIfMoneyCame(view, deal);
      record(request, deal, move);
      return done(decided(request, dossier, deal, view, move), move.changes);
    },
  };
}

/** What the claim makes true when it is accepted; null when it is rejected. */
function verdictOf({ decision }: DecideDispute, { type, dispute }: Deal): Verdict | null {
  return decision.kind === 'reject' || dispute === null ? null : ifAccepted[type][dispute.reason];
}

/** Rows that are needed besides the invoice's: a twin that must not be open, the money that has come for the deal, its transfers. */
function further(
  { decision }: DecideDispute,
  invoice: Invoice,
  deal: Deal,
  verdict: Verdict | null,
  view: View,
): Hint | null {
  if (deal.type === 'out') return null;
  if (verdict === 'paid') return hasEnded(deal) ? { subjectIds: [deal.id] } : null;
  const goesBack = decision.kind === 'reject' || hasEnded(deal);
  const isOpenAgain = (goesBack ? invoice.disputedFrom : reopenedStatus(invoice, view)) === 'new';
  const { storeId, internalId, type, currency } = invoice;
  const amount = invoice.askedSum;
  const hasTwin = isOpenAgain && internalId !== null && internalId !== '';
  return { arrivalsOf: [deal.id], ...(hasTwin ? { earlier: { storeId, internalId, type, amount, currency } } : {}) };
}

/** The claim is about a deal that had ended without money. */
function hasEnded({ dispute }: Deal): boolean {
  return dispute?.from === 'canceled' || dispute?.from === 'expired';
}

/** An invoice that was paid long ago may have lost its name: the shop may have asked for the same anew. */
function refuseTwin(view: View, { earlier }: Needs, { id }: Invoice): void {
  const others = earlier === undefined ? [] : view.earlierPayins(earlier);
  const twin = others.find((other) => other.id !== id && other.status === 'new');
  if (twin !== undefined) throw new AppError('same_invoice_open', { invoiceId: twin.id });
}

function refuseIfMoneyCame(view: View, deal: Deal): void {
  for (const { id: arrivalId, status } of view.arrivalsOf(deal.id)) {
    throw new AppError(status === 'matched' ? 'arrival_matched' : 'arrival_undecided', { arrivalId });
  }
}

function decided(request: DecideDispute, dossier: Dossier, deal: Deal, view: View, move: Move): Dossier {
  const { decision } = request;
  if (decision.kind === 'reject') return rejectDispute(dossier, deal, decision.result, move);
  if (verdictOf(request, deal) === 'not_paid') {
    if (decision.amount !== null) throw new AppError('claim_has_no_sum', { field: 'amount' });
    if (decision.rate === 'now') throw new AppError('claim_has_no_sum', { field: 'rate' });
    if (deal.type === 'in') return payinNotPaid(dossier, deal, request.decisionId, view, move);
    if (decision.next === null) throw new AppError('blank', { field: 'next' });
    return payoutNotPaid(dossier, deal, { next: decision.next, dealId: request.nextDealId }, view, move);
  }
  const { subunit } = currencyOf(view.catalogue, deal.currency);
  const received =
    decision.amount === null ? (deal.receivedSum ?? deal.askedSum) : parseAmount(decision.amount, subunit);
  if (received === null || received > minorMax) throw new AppError('invalid_amount', { field: 'amount', subunit });
  const store = storeOf(view.catalogue, dossier.invoice.storeId);
  const rate = rateToSettle(deal, store, decision.rate ?? null, view);
  const wasSettled = hasEnded(deal) && view.posted(deal.id).some(({ kind }) => kind === 'payin_settle');
  return acceptDispute(
    dossier,
    deal,
    { id: request.decisionId, received: fiat(received), rate, wasSettled },
    view,
    move,
  );
}

function record(request: DecideDispute, deal: Deal, move: Move): void {
  const { decision } = request;
  const kind = decision.kind === 'accept' ? 'accepted' : 'rejected';
  move.changes.disputeFacts.push({
    dealId: deal.id,
    at: move.now,
    actor: request.actor.name,
    kind,
    text: request.reason,
    attachment: null,
    decisionId: request.decisionId,
  });
  audit(move, request, {
    action: `${decision.kind}-dispute`,
    subjectKind: 'invoice',
    subjectId: deal.invoiceId,
    details:
      decision.kind === 'accept'
        ? {
            amount: decision.amount,
            verdict: verdictOf(request, deal),
            next: decision.next,
            ...(decision.rate === 'now' ? { rate: 'now' } : {}),
          }
        : { result: decision.result },
  });
}
