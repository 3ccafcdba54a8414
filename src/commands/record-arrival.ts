import { type Arrival, type Match, matchArrival } from '../domain/arrival.ts';
import { currencyOf, storeOf } from '../domain/catalogue.ts';
import { expireDue, type Move } from '../domain/lifecycle.ts';
import { type FiatMinor, fiat, formatAmount, minorMax, parseAmount } from '../domain/money.ts';
import { replacedRate } from '../domain/overdue-transfer.ts';
import { settle } from '../domain/settlement.ts';
import type { Instant } from '../domain/timestamp.ts';
import { AppError } from '../errors.ts';
import { audit, type ByPerson } from './audited.ts';
import { type Command, type Decision, done, moveOn, type Needs, type Planning, type View } from './command.ts';
import { settlementAccountsOf } from './settlement-accounts.ts';

interface RecordArrival extends ByPerson {
  readonly id: string;
  readonly requisiteId: number;
  readonly amount: string;
  readonly arrivedAt: Instant;
  readonly reference: string;
}

interface Hint {
  readonly invoiceId: string;
  readonly storeId: number;
}

/** Money came to a requisite. The one running deal over this sum is settled by it; anything else waits for a person. */
export function recordArrival(request: RecordArrival): Command<Arrival, Hint> {
  return {
    name: 'record-arrival',
    saidBy: request.actor,
    plan: (planning, hint) => plan(request, planning, hint),
    decide: (view) => decide(request, view),
  };
}

function plan(request: RecordArrival, { catalogue }: Planning, hint: Hint | undefined): Needs {
  const amount = readAmount(request, catalogue);
  const arrival = { requisiteId: request.requisiteId, amount, reference: request.reference };
  if (hint === undefined) return { arrival };
  return { arrival, invoiceIds: [hint.invoiceId], accountIds: settlementAccountsOf(catalogue, hint.storeId) };
}

function decide(request: RecordArrival, view: View): Decision<Arrival, Hint> {
  const move = moveOn(view);
  const amount = readAmount(request, view.catalogue);
  const key = { requisiteId: request.requisiteId, amount, reference: request.reference };
  const earlier = view.earlierArrival(key);
  if (earlier !== undefined) {
    if (earlier.amount !== amount) throw new AppError('arrival_reference_reused', { field: 'reference' });
    return done(earlier, move.changes);
  }
  const match = matchArrival({ amount, arrivedAt: request.arrivedAt }, view.dealsOnRequisite(key));
  if (match.kind === 'deal' && view.invoice(match.deal.invoiceId) === undefined) {
    return { kind: 'again', hint: { invoiceId: match.deal.invoiceId, storeId: match.deal.storeId } };
  }
  const arrival = { ...newArrival(request, amount, view), ...outcome(match, amount, view, move) };
  move.changes.arrivals.push(arrival);
  const { subunit } = currencyOf(view.catalogue, arrival.currency);
  audit(move, request, {
    action: 'record-arrival',
    subjectKind: 'arrival',
    subjectId: arrival.id,
    details: { amount: formatAmount(amount, subunit), status: arrival.status, exception: arrival.exception },
  });
  return done(arrival, move.changes);
}

/** Settles the deal found, unless its time had passed or somebody was quicker. */
function outcome(
  match: Match,
  amount: FiatMinor,
  view: View,
  move: Move,
): Pick<Arrival, 'status' | 'exception' | 'dealId' | 'resolvedAt'> {
  const held = { status: 'held', resolvedAt: null } as const;
  if (match.kind === 'exception') return { ...held, exception: match.exception, dealId: match.deal?.dealId ?? null };
  const { dealId, invoiceId } = match.deal;
  const invoice = view.invoice(invoiceId);
  if (invoice === undefined) throw new Error(`invoice ${invoiceId} was asked for and is not there`);
  const dossier = expireDue({ invoice, deals: view.dealsOf(invoiceId) }, move);
  const deal = dossier.deals.find(({ id }) => id === dealId);
  // Past its deadline and with the rate far away, somebody has to say with which rate it is settled.
  const isOver = deal !== undefined && replacedRate(deal, storeOf(view.catalogue, invoice.storeId), view) !== null;
  if (!isOver && (deal?.status === 'transfer_waiting' || deal?.status === 'transfer_confirmed')) {
    settle(dossier, deal, amount, view, move);
    return { status: 'matched', exception: null, dealId, resolvedAt: view.now };
  }
  return { ...held, exception: deal?.status === 'completed' ? 'twice' : 'late', dealId };
}

function newArrival(request: RecordArrival, amount: FiatMinor, view: View) {
  return {
    id: request.id,
    requisiteId: request.requisiteId,
    amount,
    currency: view.catalogue.requisiteById.get(request.requisiteId)?.currency ?? '',
    arrivedAt: request.arrivedAt,
    reference: request.reference,
    enteredBy: request.actor.name,
    createdAt: view.now,
  };
}

/** A maker enters what came to own requisites; another maker's do not exist. */
function readAmount(request: RecordArrival, catalogue: View['catalogue']): FiatMinor {
  const requisite = catalogue.requisiteById.get(request.requisiteId);
  const { role, makerId } = request.actor;
  const isOwn = role === 'operator' || (role === 'maker' && requisite?.makerId === makerId);
  if (requisite === undefined || !isOwn) throw new AppError('not_found', { field: 'requisiteId' });
  const { subunit } = currencyOf(catalogue, requisite.currency);
  const amount = parseAmount(request.amount, subunit);
  if (amount === null || amount > minorMax) throw new AppError('invalid_amount', { field: 'amount', subunit });
  return fiat(amount);
}
