import assert from 'node:assert/strict';
import { AppError } from '../../errors/app-error.ts';
import { type Deal, type DealStatus, mattersNow, type PayinDeal, type PayoutDeal } from '../invoices/deal.ts';
import type { DisputeResult } from '../invoices/deal-dispute.ts';
import { nudgedSum, type SumReason } from '../invoices/invoice.ts';
import {
  changeStatus,
  type Dossier,
  endDeal,
  nothingReceived,
  post,
  putDeal,
  putInvoice,
  sumsWithParts,
} from '../invoices/lifecycle.ts';
import { broughtByOthers, requireSoleClaim } from '../invoices/other-deals.ts';
import { agreedFee, owedFor } from '../invoices/payin-sums.ts';
import { rest, restAnew } from '../invoices/rest.ts';
import {
  adjustHold,
  correctPayin,
  giveRestOfExcess,
  keepApart,
  reholdPayin,
  settlePayin,
  settlePayout,
} from '../ledger/ledger.ts';
import { type Maker, makerOf } from '../makers/maker.ts';
import { rewardOfReceived } from '../makers/rewards.ts';
import { type Store, type StoreAccount, settlementAccountOf, storeOf } from '../merchants/store.ts';
import { currencyOf, type FiatMinor, fiat, type SettlementMinor, settlement } from '../money/money.ts';
import { feeAccountOf } from '../money/service-accounts.ts';
import type { Rate } from '../rates/rates.ts';
import { type Purse, requireFunds } from './debts.ts';
import { apartOf, cameFor, type Excess, type PayinMove, putExcess, restOfReturn, splitReceived } from './excess.ts';
import { partsPerInvoiceMax, toleranceOf } from './mispayment.ts';

/**
 * How a deal ends well: the money is there. Asked for and received may differ, and the word may come late, after the deal has
 * ended, or after a dispute. The deal keeps the amount asked for; what is owed follows what was received, at the deal's rate.
 */
export interface Funds extends Purse {
  /** What a deal has brought above what was asked for, where that was kept apart. */
  excess(dealId: string): Excess | undefined;
}

interface Parties {
  readonly store: Store;
  readonly account: StoreAccount;
  readonly maker: Maker;
  readonly feeAccountId: number;
}

/** Completes a running deal with the sum received, at its own rate unless another one has replaced it: see `overdue-transfer.ts`. */
export function settle(
  dossier: Dossier,
  deal: Deal,
  received: FiatMinor,
  funds: Funds,
  move: PayinMove,
  rate: Rate = deal.rate,
): Dossier {
  assert(deal.status === 'transfer_waiting' || deal.status === 'transfer_confirmed');
  return complete(dossier, deal, received, funds, move, 'held', rate);
}

/** A part of what was asked for came, and counts: the deal is completed with it, and the payer may send the rest. */
export function settlePart(
  dossier: Dossier,
  deal: PayinDeal,
  received: FiatMinor,
  funds: Funds,
  move: PayinMove,
  rate: Rate = deal.rate,
): Dossier {
  assert(deal.status === 'transfer_waiting' || deal.status === 'transfer_confirmed');
  assert(received > 0n && received < deal.askedSum, 'a part is less than the whole');
  const parts = dossier.deals.filter(({ status }) => status === 'completed').length;
  if (parts >= partsPerInvoiceMax) throw new AppError('too_many_parts', { limit: partsPerInvoiceMax });
  const { final, parties } = postPayin(dossier, deal, received, funds, move, 'held', rate);
  const completed = completedDeal(final, move);
  const { invoice } = dossier;
  return putInvoice(putDeal(dossier, completed, move), move, {
    // A receipt stood for the whole sum; what came stands for itself now.
    ...nothingReceived,
    partSum: fiat((invoice.partSum ?? 0n) + received),
    // Who has just paid gets the time of a deal for the rest.
    expireAt: Math.max(invoice.expireAt, move.now + parties.store.dealLifetimeMs),
    updatedAt: move.now,
  });
}

/**
 * Completes a deal that had ended without money: its maker's balance must cover it anew. The payer may have fresh requisites by
 * now. While nobody says that money went there, that deal gives way: the invoice is paid, and nothing is left to wait for.
 */
export function settleLate(dossier: Dossier, deal: Deal, received: FiatMinor, funds: Funds, move: PayinMove): Dossier {
  assert(deal.status === 'canceled' || deal.status === 'expired');
  const waiting = requireSoleClaim(dossier, deal);
  if (waiting === null) return complete(dossier, deal, received, funds, move, 'released');
  const free = endDeal(dossier, waiting, 'canceled', move);
  const maker = makerOf(move.catalogue, waiting.makerId);
  // One maker may have both deals: what is released for one covers the other.
  const after: Funds = {
    excess: (dealId) => funds.excess(dealId),
    balance: (id) => funds.balance(id) + (id === maker.availableId ? waiting.makerSum : 0n),
  };
  return complete(free, deal, received, after, move, 'released');
}

/** The operator finds that the money is there, whatever was claimed: the deal is paid, with the same sum or another one. */
export function decidePaid(
  dossier: Dossier,
  deal: Deal,
  decision: {
    readonly id: string;
    readonly received: FiatMinor;
    readonly rate?: Rate;
    /** It was settled once, and found not to be paid since: its own transfers are posted, and cannot be posted again. */
    readonly wasSettled?: boolean;
  },
  funds: Funds,
  move: PayinMove,
): Dossier {
  assert(deal.status === 'dispute' && deal.dispute !== null);
  const asked = cameFor(deal, funds.excess(deal.id));
  // A claim that was rejected says why already.
  const result = deal.dispute.result ?? (decision.received === asked ? 'ACCEPTED' : 'AMOUNT_CHANGED');
  const decided: Deal = { ...deal, dispute: { ...deal.dispute, result } };
  const { from } = deal.dispute;
  if (from === 'completed') return correct(dossier, decided, decision, funds, move);
  if (decision.wasSettled === true && decided.type === 'in')
    return settleAgain(dossier, decided, decision, funds, move);
  const hold = heldWhen(from) ? 'held' : 'released';
  return complete(dossier, decided, decision.received, funds, move, hold, decision.rate);
}

/** The operator finds against the claim, and says nothing about the money: everything goes back to where it was. */
export function rejectDispute(dossier: Dossier, deal: Deal, result: DisputeResult, move: PayinMove): Dossier {
  assert(deal.status === 'dispute' && deal.dispute !== null);
  const { disputedFrom } = dossier.invoice;
  assert(disputedFrom !== null);
  const { from } = deal.dispute;
  const rested = deal.type === 'in' && !mattersNow({ status: from }) ? restAnew(deal, move) : {};
  const back: Deal = { ...deal, ...rested, status: from, dispute: { ...deal.dispute, result } };
  const open = putInvoice(putDeal(dossier, back, move), move, { disputedFrom: null });
  return changeStatus(open, disputedFrom, move, deal.id);
}

function heldWhen(status: DealStatus): boolean {
  return status === 'new' || status === 'transfer_waiting' || status === 'transfer_confirmed';
}

function complete(
  dossier: Dossier,
  deal: Deal,
  received: FiatMinor,
  funds: Funds,
  move: PayinMove,
  hold: 'held' | 'released',
  rate: Rate = deal.rate,
): Dossier {
  if (deal.type === 'out') {
    return completePayout(dossier, deal, received, partiesOf(dossier, deal, move), move, hold);
  }
  const { final, above } = postPayin(dossier, deal, received, funds, move, hold, rate);
  return markPaid(dossier, final, move, above > 0n ? 'over' : hold === 'released' ? 'late' : null);
}

/** What of a sum pays the deal. A nudged payer who sends what the shop has asked for has sent nothing too much. */
function split({ invoice }: Dossier, deal: PayinDeal, received: FiatMinor, store: Store, known: Excess | undefined) {
  const due = nudgedSum(invoice, deal) === null ? deal.askedSum : invoice.askedSum;
  // What was settled as a whole, before the store kept anything apart, stays whole.
  const isWhole = known === undefined && deal.receivedSum !== null && deal.receivedSum > due;
  return isWhole ? { pays: received, above: fiat(0n) } : splitReceived(store, due, received, known);
}

/** What an excess is worth at the rate of its deal: with it the maker owes just what all that came is worth. */
function worthOf(above: FiatMinor, deal: PayinDeal, store: Store, { catalogue }: PayinMove): SettlementMinor {
  if (above === 0n) return settlement(0n);
  const received = fiat((deal.receivedSum ?? deal.askedSum) + above);
  return settlement(owedFor(received, deal.currency, deal.rate, store, catalogue).makerSum - deal.makerSum);
}

/** The money of a payin moves, and the deal has what is owed for it. */
function postPayin(
  dossier: Dossier,
  deal: PayinDeal,
  received: FiatMinor,
  funds: Funds,
  move: PayinMove,
  hold: 'held' | 'released',
  rate: Rate = deal.rate,
): { readonly final: PayinDeal; readonly parties: Parties; readonly above: FiatMinor } {
  const parties = partiesOf(dossier, deal, move);
  assert(received > 0n, 'a deal is paid with money');
  const known = funds.excess(deal.id);
  const { pays, above } = split(dossier, deal, received, parties.store, known);
  const final = withReceived(deal, pays, parties, move, rate);
  const heldSum = worthOf(above, final, parties.store, move);
  const owed = settlement(final.makerSum + heldSum);
  const needed = hold === 'released' ? owed : owed - deal.makerSum;
  requireFunds(deal.id, [{ kind: 'maker_loss', availableId: parties.maker.availableId, sum: needed }], funds, move);
  // What was released is held again as far as it is owed now: the balance may cover that, and not what was asked for.
  post(move, hold === 'released' ? [reholdPayin(final, parties.maker, owed)] : adjustHold(deal, parties.maker, owed));
  post(move, settlePayin(final, parties.maker, parties.account, parties.feeAccountId));
  post(move, keepApart(final, parties.maker, parties.account, heldSum));
  putExcess(dossier, final, { sum: above, heldSum }, known, move);
  // A deal that had ended no longer counts as running on its requisite.
  const ended = hold === 'released' ? restAnew(deal, move) : rest(deal, move);
  return { final: { ...final, ...ended }, parties, above };
}

function completePayout(
  dossier: Dossier,
  deal: PayoutDeal,
  received: FiatMinor,
  { maker, account, feeAccountId }: Parties,
  move: PayinMove,
  hold: 'held' | 'released',
): Dossier {
  // What a payout costs was agreed with the store and frozen: there is no other sum, and nothing to take up again.
  if (received !== deal.askedSum || hold === 'released') throw new AppError('payout_sum_fixed');
  post(move, settlePayout(deal, maker, account, feeAccountId));
  const { fromExcess } = dossier.invoice;
  if (fromExcess !== null) post(move, giveRestOfExcess(deal, account, restOfReturn(fromExcess, deal)));
  return markPaid(dossier, deal, move);
}

function correct(
  dossier: Dossier,
  deal: Deal,
  decision: { readonly id: string; readonly received: FiatMinor },
  funds: Funds,
  move: PayinMove,
): Dossier {
  const parties = partiesOf(dossier, deal, move);
  if (deal.type === 'out') {
    if (decision.received !== deal.askedSum) throw new AppError('payout_sum_fixed');
    return markPaid(dossier, deal, move);
  }
  const known = funds.excess(deal.id);
  const { pays, above } = split(dossier, deal, decision.received, parties.store, known);
  const final = withReceived(deal, pays, parties, move);
  const apart = apartOf(known);
  const heldSum = above === apart.sum ? apart.heldSum : worthOf(above, final, parties.store, move);
  const excessDifference = heldSum - apart.heldSum;
  const feeDifference = final.feeSum - deal.feeSum;
  const payoutDifference = final.makerSum - deal.makerSum - feeDifference;
  const rewardDifference = final.rewardSum - deal.rewardSum;
  assert(deal.makerSum + payoutDifference + feeDifference === final.makerSum, 'a correction moves the difference');
  const fromMaker = payoutDifference + feeDifference - rewardDifference + excessDifference;
  const demands = [
    { kind: 'maker_loss', availableId: parties.maker.availableId, sum: fromMaker },
    { kind: 'store_loss', availableId: parties.account.availableId, sum: -payoutDifference },
  ] as const;
  requireFunds(decision.id, demands, funds, move);
  const correction = { id: decision.id, payoutDifference, feeDifference, rewardDifference, excessDifference };
  post(move, correctPayin(correction, parties.maker, parties.account, parties.feeAccountId));
  putExcess(dossier, final, { sum: above, heldSum }, known, move);
  if (leavesRest(dossier, final, parties, move)) return keepPart(dossier, final, move);
  return markPaid(dossier, final, move, above > 0n ? 'over' : null);
}

/** The deal was counted as a part, and with what is known of it now something is still to come. */
function leavesRest(
  { invoice, deals }: Dossier,
  part: PayinDeal,
  { store }: Parties,
  { catalogue }: PayinMove,
): boolean {
  if (invoice.disputedFrom === 'paid') return false;
  const came = broughtByOthers(deals, part) + (part.receivedSum ?? part.askedSum);
  const { subunit } = currencyOf(catalogue, invoice.currency);
  return came + toleranceOf(store.policy, invoice.askedSum, subunit) < invoice.askedSum;
}

/** That a part came does not pay the whole: the invoice is where it was, and the payer may send what is left. */
function keepPart(dossier: Dossier, part: PayinDeal, move: PayinMove): Dossier {
  const { disputedFrom } = dossier.invoice;
  assert(disputedFrom !== null && disputedFrom !== 'paid');
  const partSum = fiat(broughtByOthers(dossier.deals, part) + (part.receivedSum ?? part.askedSum));
  const kept = putDeal(dossier, completedDeal(part, move), move);
  return changeStatus(putInvoice(kept, move, { partSum, disputedFrom: null }), disputedFrom, move);
}

/** A payin was paid after all, although that had been taken back: all of it moves again, by the transfers of this decision. */
function settleAgain(
  dossier: Dossier,
  deal: PayinDeal,
  decision: { readonly id: string; readonly received: FiatMinor; readonly rate?: Rate },
  funds: Funds,
  move: PayinMove,
): Dossier {
  const parties = partiesOf(dossier, deal, move);
  const known = funds.excess(deal.id);
  const { pays, above } = split(dossier, deal, decision.received, parties.store, known);
  const final = withReceived(deal, pays, parties, move, decision.rate);
  const heldSum = worthOf(above, final, parties.store, move);
  const { makerSum, feeSum, rewardSum } = final;
  const owed = makerSum - rewardSum + heldSum;
  requireFunds(decision.id, [{ kind: 'maker_loss', availableId: parties.maker.availableId, sum: owed }], funds, move);
  const whole = {
    id: decision.id,
    payoutDifference: makerSum - feeSum,
    feeDifference: feeSum,
    rewardDifference: rewardSum,
    excessDifference: heldSum,
  };
  assert(apartOf(known).heldSum === 0n, 'what was taken back left nothing on the account of the excess');
  post(move, correctPayin(whole, parties.maker, parties.account, parties.feeAccountId));
  putExcess(dossier, final, { sum: above, heldSum }, known, move);
  return markPaid(dossier, final, move, above > 0n ? 'over' : null);
}

function partiesOf(dossier: Dossier, deal: Deal, { catalogue }: PayinMove): Parties {
  if (deal.makerId === null) throw new AppError('deal_settled', { status: deal.status });
  const store = storeOf(catalogue, dossier.invoice.storeId);
  const [account, maker] = [settlementAccountOf(store), makerOf(catalogue, deal.makerId)];
  assert(account.currency === maker.settlementCurrency, 'store and maker settle in one currency');
  return { store, account, maker, feeAccountId: feeAccountOf(catalogue, store.settlementCurrency) };
}

/** The deal with what is owed for the sum received; the same deal when that is what was asked for, at the same rate. */
function withReceived(
  deal: PayinDeal,
  received: FiatMinor,
  { store }: Pick<Parties, 'store'>,
  move: PayinMove,
  rate = deal.rate,
): PayinDeal {
  if (received === (deal.receivedSum ?? deal.askedSum) && rate === deal.rate) return deal;
  const sums = owedFor(received, deal.currency, rate, store, move.catalogue, agreedFee(deal, store));
  const rewardSum = rewardOfReceived(sums.makerSum, sums.feeSum, deal.rewardBps);
  return { ...deal, rate, receivedSum: received === deal.askedSum ? null : received, ...sums, rewardSum };
}

/** `reason`: what there is to say beside the sum itself. */
function markPaid(dossier: Dossier, deal: Deal, move: PayinMove, reason: SumReason | null = null): Dossier {
  const { invoice } = dossier;
  const partSum = broughtByOthers(dossier.deals, deal);
  assert(partSum <= (invoice.partSum ?? 0n), 'an invoice is paid by one deal, or by parts that were counted');
  const completed = completedDeal(deal, move);
  const paid = putDeal(dossier, completed, move);
  const sums = sumsWithParts(paid, completed);
  const filled = putInvoice(paid, move, {
    ...sums,
    partSum: partSum === 0n ? null : partSum,
    isSumChanged: invoice.isSumChanged || sums.receivedSum !== invoice.shownSum,
    sumReason: reasonOf(completed, reason) ?? (nudgedSum(invoice, completed) === null ? null : 'nudged'),
    disputedFrom: null,
  });
  return changeStatus(filled, 'paid', move);
}

/** A decision that changed the sum says more than the sum does; that it came late is said when nothing else is. */
function reasonOf({ dispute, askedSum, receivedSum }: Deal, reason: SumReason | null): SumReason | null {
  if (dispute?.result === 'AMOUNT_CHANGED') return 'corrected';
  if (receivedSum !== null && receivedSum !== askedSum) return receivedSum < askedSum ? 'short' : 'over';
  return reason;
}

function completedDeal<One extends Deal>(deal: One, { now }: PayinMove): One {
  return { ...deal, status: 'completed', confirmedAt: deal.confirmedAt ?? now, endedAt: now };
}
