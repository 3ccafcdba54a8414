import {
  type Arrival,
  type ArrivalException,
  clockDriftMaxMs,
  isWithoutPair,
  latestOf,
  type Match,
  matchArrival,
  matchHandSettled,
  type OccupyingDeal,
} from '../../domain/arrivals/arrival.ts';
import { tellerOf } from '../../domain/arrivals/teller.ts';
import { isEnough } from '../../domain/authority/own-word.ts';
import type { Deal, PayinDeal } from '../../domain/invoices/deal.ts';
import { type Dossier, expireDue } from '../../domain/invoices/lifecycle.ts';
import { replacedRate } from '../../domain/invoices/overdue-transfer.ts';
import { owedFor } from '../../domain/invoices/payin-sums.ts';
import { makerOf } from '../../domain/makers/maker.ts';
import { storeOf } from '../../domain/merchants/store.ts';
import { currencyOf, type FiatMinor, fiat, formatAmount, minorMax, parseAmount } from '../../domain/money/money.ts';
import { cameFor, isLikelyExcess } from '../../domain/payins/excess.ts';
import { actsOnShort, judgeShortOf } from '../../domain/payins/mispayment.ts';
import { settle, settlePart } from '../../domain/payins/settlement.ts';
import { dayAfter, heldBy, type MessageEvidence } from '../../domain/phones/automation.ts';
import type { Move } from '../../domain/state/move.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { AppError } from '../../errors/app-error.ts';
import { audit, type ByPerson } from '../audited.ts';
import { type Command, type Decision, done, moveOn, type Needs, type Planning, type View } from '../command.ts';
import { settlementAccountsOf } from '../invoices/settlement-accounts.ts';

interface RecordArrival extends ByPerson {
  readonly id: string;
  readonly requisiteId: number;
  readonly amount: string;
  readonly arrivedAt: Instant;
  /** The latest that it can have come, as a bank's file tells: what began later is not paid by it. */
  readonly cameBy?: Instant;
  /** A deal over another sum is not its deal, whatever its store's policy: `match-lines.ts` says when. */
  readonly isOfPairOnly?: boolean;
  /** It is a line of a bank's file, and no deal that a person had settled when `match-lines.ts` looked. */
  readonly isOfFile?: true;
  readonly reference: string;
  /** Read from a message of the maker's phone: nobody has looked, so it settles within the limits of its maker alone. */
  readonly message?: MessageEvidence;
}

interface Hint {
  /** It has no pair: it may be meant for a deal over another sum, or a person may have settled one with it. */
  readonly isWithoutPair: boolean;
  /** As its store's policy says, it pays a deal over another sum. */
  readonly isPaying?: true;
  readonly deal: Pick<OccupyingDeal, 'invoiceId' | 'storeId' | 'dealId'> | null;
}

/**
 * Money came to a requisite. The one running deal over this sum is settled by it; another sum as its store's policy says; anything
 * else waits for a person.
 */
export function recordArrival(request: RecordArrival): Command<Arrival, Hint> {
  return {
    name: 'record-arrival',
    saidBy: request.actor,
    plan: (planning, hint) => plan(request, planning, hint),
    decide: (view, needs) => decide(request, view, needs),
  };
}

function plan(request: RecordArrival, { catalogue }: Planning, hint: Hint | undefined): Needs {
  const amount = readAmount(request, catalogue);
  const { requisiteId, reference } = request;
  const arrival = { requisiteId, amount, reference };
  const sought =
    hint?.isWithoutPair === true ? { arrival, ...beyondPair(request, amount, hint.isPaying === true) } : { arrival };
  if (hint === undefined || hint.deal === null) return sought;
  const { invoiceId, storeId, dealId } = hint.deal;
  const invoiceIds = [invoiceId];
  const invoice = { invoiceIds, excessesOf: invoiceIds, accountIds: settlementAccountsOf(catalogue, storeId) };
  if (request.message === undefined) return { ...sought, ...invoice };
  return { ...sought, ...invoice, arrivalsOf: [dealId], automationOf: [makerOfRequisite(request, catalogue)] };
}

/** What is looked at where the sum has no deal of its own: which deals ran when it came, and which a person has settled with it. */
function beyondPair(
  { requisiteId, arrivedAt, cameBy = latestOf(arrivedAt), isOfPairOnly, isOfFile }: RecordArrival,
  amount: FiatMinor,
  isPaying: boolean,
): Pick<Needs, 'ran' | 'handSettled'> {
  const came = { requisiteId, amount, arrivedAt, cameBy };
  // A line of a file was compared with all deals that people had settled, hundreds at once; before it pays another one, with those since.
  const isCompared = isOfFile === true && !isPaying;
  return { ...(isOfPairOnly === true ? {} : { ran: came }), ...(isCompared ? {} : { handSettled: came }) };
}

function decide(request: RecordArrival, view: View, needs: Needs): Decision<Arrival, Hint> {
  const move = moveOn(view);
  const amount = readAmount(request, view.catalogue);
  const key = { requisiteId: request.requisiteId, amount, reference: request.reference };
  const earlier = view.earlierArrival(key);
  if (earlier !== undefined) {
    if (earlier.amount !== amount) throw new AppError('arrival_reference_reused', { field: 'reference' });
    return done(earlier, move.changes);
  }
  const { ran, handSettled } = needs;
  const found = matchArrival({ ...request, amount }, view.dealOfPair(key), ran === undefined ? 'none' : view.ran(ran));
  const isPaying = hasPolicy(request, found, view);
  const hint = {
    isWithoutPair: isWithoutPair(found) && Object.keys(beyondPair(request, amount, isPaying)).length > 0,
    ...(isPaying ? { isPaying } : {}),
  };
  if (hint.isWithoutPair && handSettled === undefined && (ran === undefined || isPaying)) {
    return { kind: 'again', hint: { ...hint, deal: null } };
  }
  const settled = hint.isWithoutPair && handSettled !== undefined ? view.handSettled(handSettled) : undefined;
  const match = settled === undefined ? found : matchHandSettled(settled);
  const { deal } = match;
  // A deal that somebody has settled by hand may still wait for the bank's word about its money.
  const isLookedAt =
    match.kind === 'deal' ||
    (request.message !== undefined && match.exception === 'twice') ||
    hasPolicy(request, match, view);
  // Another command of the batch may have asked for that invoice, but not for all that is asked of it here.
  if (isLookedAt && deal !== null && !isPlanned(request, deal, needs)) {
    return { kind: 'again', hint: { ...hint, deal } };
  }
  const arrival = { ...newArrival(request, amount, view), ...outcome(request, match, amount, view, move) };
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

function isPlanned({ message }: RecordArrival, { invoiceId, dealId }: OccupyingDeal, needs: Needs): boolean {
  const isSeen = message === undefined || needs.arrivalsOf?.includes(dealId) === true;
  return isSeen && needs.invoiceIds?.includes(invoiceId) === true;
}

/** Settles the deal found, unless its time had passed or somebody was quicker. */
function outcome(
  request: RecordArrival,
  match: Match,
  amount: FiatMinor,
  view: View,
  move: Move,
): Pick<Arrival, 'status' | 'exception' | 'dealId' | 'resolvedAt'> {
  const held = { status: 'held', resolvedAt: null } as const;
  if (match.kind === 'exception') {
    const dealId = match.deal?.dealId ?? null;
    if (isMoneyOf(request, match, amount, view)) {
      return { status: 'matched', exception: null, dealId, resolvedAt: view.now };
    }
    if (hasPolicy(request, match, view) && payByPolicy(match.deal, amount, view, move)) {
      return { status: 'matched', exception: match.exception, dealId, resolvedAt: view.now };
    }
    return { ...held, exception: match.exception, dealId };
  }
  const { dealId } = match.deal;
  const { dossier, deal } = openFound(match.deal, view, move);
  if (isRunning(deal, dossier, view)) {
    const exception = heldByLimits(request, deal, view, move);
    if (exception !== null) return { ...held, exception, dealId };
    settle(dossier, deal, amount, view, move);
    return { status: 'matched', exception: null, dealId, resolvedAt: view.now };
  }
  return { ...held, exception: deal?.status === 'completed' ? 'twice' : 'late', dealId };
}

function openFound({ dealId, invoiceId }: OccupyingDeal, view: View, move: Move) {
  const invoice = view.invoice(invoiceId);
  if (invoice === undefined) throw new Error(`invoice ${invoiceId} was asked for and is not there`);
  const dossier = expireDue({ invoice, deals: view.dealsOf(invoiceId) }, move);
  return { dossier, deal: dossier.deals.find(({ id }) => id === dealId) };
}

/** Past its deadline and with the rate far away, somebody has to say with which rate it is settled. */
function isRunning(deal: Deal | undefined, { invoice }: Dossier, view: View): deal is PayinDeal {
  if (deal?.type !== 'in' || (deal.status !== 'transfer_waiting' && deal.status !== 'transfer_confirmed')) return false;
  return replacedRate(deal, storeOf(view.catalogue, invoice.storeId), view) === null;
}

type OutOfPlace = Extract<Match, { kind: 'exception' }>;
type OtherSum = OutOfPlace & { readonly deal: OccupyingDeal };

/**
 * Another sum came for the one deal that ran, and its store has said what happens then. Who gains by a smaller sum is the maker, so
 * a maker's word is not enough, nor is that of a maker's phone, whatever balance it tells: an operator decides.
 */
function hasPolicy({ actor }: RecordArrival, match: Match, { catalogue }: View): match is OtherSum {
  if (match.kind !== 'exception' || match.deal === null) return false;
  const { policy } = storeOf(catalogue, match.deal.storeId);
  if (match.exception === 'short') return isEnough(actor.role, 'payin_reduce') && actsOnShort(policy);
  return match.exception === 'over' && isEnough(actor.role, 'payin_excess') && policy.excess === 'apart';
}

/** What the store's policy makes of another sum; false: an operator decides. */
function payByPolicy(found: OccupyingDeal, amount: FiatMinor, view: View, move: Move): boolean {
  const { dossier, deal } = openFound(found, view, move);
  if (!isRunning(deal, dossier, view)) return false;
  if (amount > deal.askedSum) return payApart(dossier, deal, amount, view, move);
  const verdict = judgeShortOf(dossier, deal, amount, view.catalogue);
  if (verdict === 'operator') return false;
  if (verdict === 'pays') settle(dossier, deal, amount, view, move);
  else settlePart(dossier, deal, amount, view, move);
  return true;
}

/** More came, and the store keeps that apart: nobody is asked, unless the sum is strange or the maker cannot cover it. */
function payApart(dossier: Dossier, deal: PayinDeal, amount: FiatMinor, view: View, move: Move): boolean {
  if (!isLikelyExcess(deal.askedSum, amount)) return false;
  const store = storeOf(view.catalogue, dossier.invoice.storeId);
  const { makerSum } = owedFor(amount, deal.currency, deal.rate, store, view.catalogue);
  const { availableId } = makerOf(view.catalogue, deal.makerId);
  if (view.balance(availableId) < makerSum - deal.makerSum) return false;
  settle(dossier, deal, amount, view, move);
  return true;
}

/** Within its limits, the day of the maker's automation has one deal more. */
function heldByLimits(request: RecordArrival, deal: Deal, view: View, move: Move): ArrivalException | null {
  if (request.message === undefined) return null;
  const makerId = makerOfRequisite(request, view.catalogue);
  const today = view.row('automationDays', makerId) ?? { makerId, day: 0, daySum: 0n };
  const { automation } = makerOf(view.catalogue, makerId);
  const exception = heldBy(automation, request.message, deal, { today, now: view.now });
  if (exception === null) move.changes.automationDays.push(dayAfter(today, deal.makerSum, view.now));
  return exception;
}

/** A person has said "it came" before the bank's message did: the arrival is that very money, and nothing is left to post. */
function isMoneyOf(request: RecordArrival, match: OutOfPlace, amount: FiatMinor, view: View): boolean {
  const { exception, deal: found, isOneOfSeveral = false } = match;
  if (request.message === undefined || found === null || exception === 'before_deal' || isOneOfSeveral) return false;
  const deal = view.dealsOf(found.invoiceId).find(({ id }) => id === found.dealId);
  if (deal?.status !== 'completed' || amount !== cameFor(deal, view.excess(deal.id))) return false;
  if (view.arrivalsOf(deal.id).length > 0) return false;
  if (deal.occupies && deal.askedSum === amount) return true;
  // Without its pair a deal has no claim to a sum that others may send as well, but to what that person can have seen.
  const { message, arrivedAt } = request;
  const isDoubtful = message.isChainBroken || message.isUnchecked;
  return !isDoubtful && arrivedAt <= (deal.endedAt ?? 0) + clockDriftMaxMs;
}

function makerOfRequisite({ requisiteId }: RecordArrival, catalogue: View['catalogue']): number {
  const requisite = catalogue.requisiteById.get(requisiteId);
  if (requisite === undefined) throw new AppError('not_found', { field: 'requisiteId' });
  return requisite.makerId;
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
    toldBy: tellerOf(request.actor.role, {
      isOfFile: request.isOfFile === true,
      isMessage: request.message !== undefined,
    }),
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
