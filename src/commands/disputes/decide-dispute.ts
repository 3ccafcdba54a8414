import assert from 'node:assert/strict';
import type { Arrival } from '../../domain/arrivals/arrival.ts';
import { ifAccepted, requireRejection, type Verdict } from '../../domain/disputes/dispute-verdict.ts';
import type { Deal } from '../../domain/invoices/deal.ts';
import type { DisputeResult } from '../../domain/invoices/deal-dispute.ts';
import type { Invoice } from '../../domain/invoices/invoice.ts';
import type { Dossier } from '../../domain/invoices/lifecycle.ts';
import { rateToSettle } from '../../domain/invoices/overdue-transfer.ts';
import { wasSettledOnce } from '../../domain/ledger/ledger.ts';
import { storeOf } from '../../domain/merchants/store.ts';
import { currencyOf, type FiatMinor, fiat, minorMax, parseAmount } from '../../domain/money/money.ts';
import { cameFor } from '../../domain/payins/excess.ts';
import { decidePaid, rejectDispute } from '../../domain/payins/settlement.ts';
import { type NotPaidPayout, payinNotPaid, payoutNotPaid, reopenedStatus } from '../../domain/payouts/not-paid.ts';
import type { Move } from '../../domain/state/move.ts';
import type { LinkedLine } from '../../domain/statements/lines-of-deals.ts';
import { formatTimestamp, type Instant } from '../../domain/text/timestamp.ts';
import { AppError } from '../../errors/app-error.ts';
import { isLocked, seenArrival, takeSeen } from '../arrivals/seen-arrival.ts';
import { audit, type ByPerson } from '../audited.ts';
import { type Command, done, type InvoiceState, type Needs, type View } from '../command.ts';
import { openDossier } from '../invoices/open-dossier.ts';
import { settlementAccountsOf } from '../invoices/settlement-accounts.ts';
import { type Borne, fundsOf } from '../ledger/borne-loss.ts';
import {
  endRefundsOfPart,
  payoutsOf,
  payoutsToSee,
  refuseBelowRefunds,
  refuseOtherExcess,
} from '../refunds/refund-room.ts';

export interface DecideDispute extends ByPerson, Borne {
  /** Names the correcting transfers, if there are any. */
  readonly decisionId: string;
  readonly invoiceId: string;
  readonly seenStoreId: number;
  /** Names the deal of a payout that goes back into the pool. */
  readonly nextDealId: string;
  readonly decision: AcceptDispute | RejectDispute;
  /** When the claim was made that the operator has seen; null: it was not said. */
  readonly seenClaimAt?: Instant | null;
}

/** What may be said about the money, where the decision is about it. */
interface Outcome {
  /** Null means: what was asked for; of a claim about another sum that is accepted, the sum claimed. */
  readonly amount: string | null;
  /** Of a payout that was not paid: what becomes of it. */
  readonly next: NotPaidPayout['next'] | null;
  /** An overdue transfer is settled with the rate that has replaced its own. */
  readonly rate?: 'now' | null;
  /** No money came for this deal: what is matched to it, or linked with it, is somebody else's, and waits for a person again. */
  readonly isOthersMoney?: boolean | null;
}

interface AcceptDispute extends Outcome {
  readonly kind: 'accept';
}

interface RejectDispute extends Partial<Outcome> {
  readonly kind: 'reject';
  readonly result: Exclude<DisputeResult, 'ACCEPTED' | 'AMOUNT_CHANGED'>;
  /** What became of the money that a receipt or proof speaks of; null leaves that for later. */
  readonly verdict?: Verdict | null;
}

type Hint = Pick<Needs, 'earlier' | 'arrivalsOf' | 'linesOf' | 'arrivalIds' | 'subjectIds'> & {
  readonly payoutIds?: readonly string[];
};

/** An operator decides a dispute. What either answer means depends on the claim: see `domain/dispute-verdict.ts`. */
export function decideDispute(request: DecideDispute): Command<InvoiceState, Hint> {
  return {
    name: 'decide-dispute',
    saidBy: request.actor,
    plan: ({ catalogue }, { payoutIds = [], ...hint } = {}) => ({
      invoiceIds: [request.invoiceId, ...payoutIds],
      refundsOf: [request.invoiceId],
      excessesOf: [request.invoiceId],
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
      requireSeenClaim(request, deal);
      const verdict = verdictOf(request, deal);
      const hint = further(invoice, deal, verdict, view);
      const isPlanned = needs.arrivalsOf !== undefined || needs.subjectIds !== undefined;
      // Whatever is looked at once more is planned with all that was needed before.
      const payoutIds = payoutsOf(view, invoice.id);
      if ((!isPlanned && hint !== null) || payoutsToSee(view, invoice.id).length > 0) {
        return { kind: 'again', hint: { ...hint, payoutIds } };
      }
      const others = verdict === 'not_paid' && deal.type === 'in' ? othersMoney(request, deal, view) : null;
      const seen = verdict === 'paid' && deal.type === 'in' ? paidBy(request, deal, view) : null;
      const decidedToo = others ?? seen;
      if (decidedToo !== null && !isLocked(needs, decidedToo)) {
        return { kind: 'again', hint: { ...hint, payoutIds, arrivalIds: [decidedToo.id] } };
      }
      refuseTwin(view, needs, invoice);
      if (verdict === 'not_paid' && deal.type === 'in') refuseIfMoneyCame(request, deal, others, view);
      record(request, deal, others, view, move);
      const after = decided(request, dossier, deal, view, move);
      if (seen !== null) takeSeen(seen, move);
      if (others !== null) move.changes.arrivals.push(heldAgain(others));
      if (invoice.type === 'in') {
        refuseBelowRefunds(view, after.invoice, after.invoice.receivedSum ?? after.invoice.partSum ?? 0n);
        const late = { before: invoice, after: after.invoice, isSettledAgain: wasSettled(deal, view) };
        endRefundsOfPart(view, late, request, move);
      }
      refuseOtherExcess(view, move.changes.excesses);
      return done(after, move.changes);
    },
  };
}

/** A claim that was rejected may be followed by another, which says something else. It is known by its time, as that is told. */
function requireSeenClaim({ seenClaimAt = null }: DecideDispute, { dispute }: Deal): void {
  if (seenClaimAt === null || dispute === null) return;
  if (formatTimestamp(dispute.openedAt) === formatTimestamp(seenClaimAt)) return;
  throw new AppError('claim_is_newer', { field: 'openedAt' });
}

/** What is true of the money after the decision; null: that is not decided. */
function verdictOf({ decision }: DecideDispute, deal: Deal): Verdict | null {
  if (decision.kind === 'accept') return deal.dispute === null ? null : ifAccepted(deal.type, deal.dispute);
  const { result, verdict = null } = decision;
  if (verdict !== null) requireRejection(deal, { result, verdict });
  return verdict;
}

/** Rows that are needed besides the invoice's: a twin that must not be open, the money that has come for the deal, its transfers. */
function further(invoice: Invoice, deal: Deal, verdict: Verdict | null, view: View): Hint | null {
  if (deal.type === 'out') return null;
  const came = { arrivalsOf: [deal.id], linesOf: [deal.id] };
  if (verdict === 'paid') return { ...came, ...(hasEnded(deal) ? { subjectIds: [deal.id] } : {}) };
  const goesBack = verdict === null || hasEnded(deal);
  const isOpenAgain = (goesBack ? invoice.disputedFrom : reopenedStatus(invoice, view)) === 'new';
  const { storeId, internalId, type, currency } = invoice;
  const amount = invoice.askedSum;
  const hasTwin = isOpenAgain && internalId !== null && internalId !== '';
  return { ...came, ...(hasTwin ? { earlier: { storeId, internalId, type, amount, currency } } : {}) };
}

/** The decision says that this sum came, and just that is held for the deal. */
function paidBy(request: DecideDispute, deal: Deal, view: View): Arrival | null {
  return seenArrival(deal, receivedFor(request, deal, view), request.actor, view);
}

/** It was matched to this deal by mistake, as the operator says. */
function othersMoney(request: DecideDispute, deal: Deal, view: View): Arrival | null {
  if (!isOthersMoney(request)) return null;
  const matched = view.arrivalsOf(deal.id).find(({ status }) => status === 'matched');
  if (matched !== undefined) return matched;
  if (view.bankLineOf(deal.id) === undefined) throw new AppError('arrival_not_matched', { field: 'isOthersMoney' });
  return null;
}

function isOthersMoney({ decision }: DecideDispute): boolean {
  return decision.isOthersMoney === true;
}

/** Whose it is, nobody knows yet: no deal is proposed, least of all the one that it was taken from. */
function heldAgain(arrival: Arrival): Arrival {
  return { ...arrival, status: 'held', exception: 'nobody', dealId: null, resolvedAt: null };
}

/** The claim is about a deal that had ended without money. */
function hasEnded({ dispute }: Deal): boolean {
  return dispute?.from === 'canceled' || dispute?.from === 'expired';
}

/** It had ended without money, and that was found out about money that had counted. */
function wasSettled(deal: Deal, view: View): boolean {
  return hasEnded(deal) && wasSettledOnce(view.posted(deal.id));
}

/** An invoice that was paid long ago may have lost its name: the shop may have asked for the same anew. */
function refuseTwin(view: View, { earlier }: Needs, { id }: Invoice): void {
  const others = earlier === undefined ? [] : view.earlierPayins(earlier);
  const twin = others.find((other) => other.id !== id && other.status === 'new');
  if (twin !== undefined) throw new AppError('same_invoice_open', { invoiceId: twin.id });
}

/** The bank's own line waits for a person again by itself, as soon as the deal is taken back. */
function refuseIfMoneyCame(request: DecideDispute, deal: Deal, others: Arrival | null, view: View): void {
  for (const { id: arrivalId, status } of view.arrivalsOf(deal.id)) {
    if (arrivalId === others?.id) continue;
    throw new AppError(status === 'matched' ? 'arrival_matched' : 'arrival_undecided', { arrivalId });
  }
  const line = view.bankLineOf(deal.id);
  if (line === undefined || isOthersMoney(request)) return;
  throw new AppError('line_of_deal', { day: line.day, lineId: line.lineId });
}

/** What the bank says of the deal is not its money, as is decided. */
function releasedLine(request: DecideDispute, deal: Deal, view: View): LinkedLine | undefined {
  const line = view.bankLineOf(deal.id);
  if (line === undefined) return undefined;
  const verdict = verdictOf(request, deal);
  if (verdict !== 'paid') return verdict === null ? undefined : line;
  return receivedFor(request, deal, view) === cameFor(deal, view.excess(deal.id)) ? undefined : line;
}

function decided(request: DecideDispute, dossier: Dossier, disputed: Deal, view: View, move: Move): Dossier {
  const { decision } = request;
  const { amount = null, next = null, rate = null } = decision;
  const verdict = verdictOf(request, disputed);
  const rejection = decision.kind === 'reject' ? decision.result : null;
  if (verdict !== 'paid' && (amount !== null || rate !== null)) {
    throw new AppError('claim_has_no_sum', { field: amount === null ? 'rate' : 'amount' });
  }
  if (verdict === null) {
    assert(rejection !== null, 'a claim that is accepted decides about the money');
    return rejectDispute(dossier, disputed, rejection, move);
  }
  const deal = because(disputed, rejection);
  const funds = fundsOf(view, request);
  if (verdict === 'not_paid') {
    if (deal.type === 'in') return payinNotPaid(dossier, deal, request.decisionId, funds, move);
    if (next === null) throw new AppError('blank', { field: 'next' });
    return payoutNotPaid(dossier, deal, { next, dealId: request.nextDealId }, funds, move);
  }
  const settled = {
    id: request.decisionId,
    received: receivedFor(request, deal, view),
    rate: rateToSettle(deal, storeOf(view.catalogue, dossier.invoice.storeId), rate, view),
    wasSettled: wasSettled(deal, view),
  };
  return decidePaid(dossier, deal, settled, funds, move);
}

/** The sum that the decision is about, where somebody has said one. */
function saidSum({ decision }: DecideDispute, { type, dispute }: Deal): string | null {
  if (decision.amount != null || decision.kind === 'reject' || type === 'out') return decision.amount ?? null;
  return dispute?.reason === 'invalid_sum' ? dispute.amount : null;
}

function receivedFor(request: DecideDispute, deal: Deal, view: View): FiatMinor {
  const amount = saidSum(request, deal);
  const { subunit } = currencyOf(view.catalogue, deal.currency);
  const received = amount === null ? cameFor(deal, view.excess(deal.id)) : parseAmount(amount, subunit);
  if (received === null || received > minorMax) throw new AppError('invalid_amount', { field: 'amount', subunit });
  return fiat(received);
}

/** The deal with why its claim is rejected, which stays whatever becomes of it. */
function because<One extends Deal>(deal: One, result: DisputeResult | null): One {
  return result === null || deal.dispute === null ? deal : { ...deal, dispute: { ...deal.dispute, result } };
}

function record(request: DecideDispute, deal: Deal, others: Arrival | null, view: View, move: Move): void {
  const { decision } = request;
  const line = releasedLine(request, deal, view);
  move.changes.disputeFacts.push({
    dealId: deal.id,
    at: move.now,
    actor: request.actor.name,
    kind: decision.kind === 'accept' ? 'accepted' : 'rejected',
    text: request.reason,
    attachment: null,
    decisionId: request.decisionId,
  });
  const { kind, next = null } = decision;
  const money = {
    amount: saidSum(request, deal),
    verdict: verdictOf(request, deal),
    next,
    ...(decision.rate === 'now' ? { rate: 'now' } : {}),
    ...(request.lossMax == null ? {} : { lossMax: request.lossMax }),
    ...(others === null ? {} : { releasedArrival: others.id }),
    ...(line === undefined ? {} : { releasedLine: line.lineId }),
  };
  audit(move, request, {
    action: `${kind}-dispute`,
    subjectKind: 'invoice',
    subjectId: deal.invoiceId,
    details: kind === 'accept' ? money : { result: decision.result, ...(money.verdict === null ? {} : money) },
  });
}
