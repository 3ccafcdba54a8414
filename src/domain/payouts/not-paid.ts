import assert from 'node:assert/strict';
import { AppError } from '../../errors/app-error.ts';
import { type Deal, type PayinDeal, type PayoutDeal, standingOf } from '../invoices/deal.ts';
import { dealsPerInvoiceMax, type Invoice } from '../invoices/invoice.ts';
import {
  changeStatus,
  type Dossier,
  giveBackExcess,
  nothingReceived,
  post,
  putDeal,
  putInvoice,
  releaseDeal,
} from '../invoices/lifecycle.ts';
import { broughtByOthers } from '../invoices/other-deals.ts';
import { repeatDeal } from '../invoices/repeated-deal.ts';
import { restAnew } from '../invoices/rest.ts';
import { correctPayin, freezeForPayout, releasePayout, reversePayout, takeRestOfExcess } from '../ledger/ledger.ts';
import { makerOf } from '../makers/maker.ts';
import { settlementAccountOf, storeOf } from '../merchants/store.ts';
import { feeAccountOf } from '../money/service-accounts.ts';
import { requireFunds } from '../payins/debts.ts';
import { apartOf, type PayinMove, putExcess, restOfReturn } from '../payins/excess.ts';
import type { Funds } from '../payins/settlement.ts';

/**
 * An operator finds that a deal was not paid, whatever was said or shown before: by an act of its own, or by accepting a claim.
 * The deal ends as `canceled`, and what was credited for it goes back to where it came from, by new transfers.
 */
export interface NotPaidPayout {
  /** `pool`: another maker pays it, at the same terms. `cancel`: the invoice ends, and the store has its funds back. */
  readonly next: 'pool' | 'cancel';
  /** The deal that waits in the pool. */
  readonly dealId: string;
}

export function payoutNotPaid(
  dossier: Dossier,
  deal: PayoutDeal,
  { next, dealId }: NotPaidPayout,
  funds: Funds,
  move: PayinMove,
): Dossier {
  const store = storeOf(move.catalogue, dossier.invoice.storeId);
  const account = settlementAccountOf(store);
  const from = standingOf(deal);
  const { fromExcess } = dossier.invoice;
  if (from === 'canceled' || from === 'expired') return leaveEnded(dossier, deal, move);
  if (from === 'completed') {
    assert(deal.makerId !== null, 'somebody was credited for it');
    const maker = makerOf(move.catalogue, deal.makerId);
    const returns = fromExcess === null ? 0n : restOfReturn(fromExcess, deal);
    const demands = [
      { kind: 'maker_loss', availableId: maker.availableId, sum: deal.makerSum + deal.rewardSum },
      { kind: 'store_loss', availableId: account.availableId, sum: returns },
    ] as const;
    requireFunds(deal.id, demands, funds, move);
    post(move, reversePayout(deal, maker, account, feeAccountOf(move.catalogue, store.settlementCurrency)));
  }
  post(move, [releasePayout(deal, account)]);
  if (from === 'completed' && fromExcess !== null) {
    post(move, takeRestOfExcess(deal, account, restOfReturn(fromExcess, deal)));
  }
  const ended = putDeal(dossier, { ...decided(deal), status: 'canceled', endedAt: move.now }, move);
  const cleared = putInvoice(ended, move, { ...nothingReceived, disputedFrom: null, updatedAt: move.now });
  if (next === 'cancel') return changeStatus(giveBackExcess(cleared, deal, move), 'canceled', move, deal.id);
  const { dealCount } = cleared.invoice;
  if (dealCount >= dealsPerInvoiceMax) throw new AppError('too_many_deals', { limit: dealsPerInvoiceMax });
  // The time it had may have passed with the false proof; who waits for the money gets the whole of it anew.
  const expireAt = move.now + store.payoutLifetimeMs;
  const again = repeatDeal(deal, { id: dealId, ordinal: dealCount + 1, startedAt: move.now, deadlineAt: expireAt });
  post(move, [freezeForPayout(again, account)]);
  const waiting = putInvoice(putDeal(cleared, again, move), move, { dealCount: dealCount + 1, expireAt });
  return waiting.invoice.status === 'new' ? waiting : changeStatus(waiting, 'new', move);
}

/** No money came for a payin: a claim says so and is right, or says otherwise and is wrong. */
export function payinNotPaid(
  dossier: Dossier,
  deal: PayinDeal,
  decisionId: string,
  funds: Funds,
  move: PayinMove,
): Dossier {
  assert.equal(deal.status, 'dispute');
  const from = standingOf(deal);
  if (from === 'canceled' || from === 'expired') return leaveEnded(dossier, deal, move);
  const ended =
    from === 'completed' ? undoPayin(dossier, deal, decisionId, funds, move) : releasePayin(dossier, deal, move);
  const partSum = broughtByOthers(ended.deals, deal);
  const open = putInvoice(ended, move, {
    ...nothingReceived,
    partSum: partSum === 0n ? null : partSum,
    isSumChanged: false,
    sumReason: null,
    disputedFrom: null,
    updatedAt: move.now,
  });
  return changeStatus(open, reopenedStatus(dossier.invoice, move), move, deal.id);
}

/** What an invoice is once it turned out not to be paid: open again, if its time has not passed. */
export function reopenedStatus({ expireAt }: Invoice, { now }: Pick<PayinMove, 'now'>): 'new' | 'expired' {
  return expireAt > now ? 'new' : 'expired';
}

function releasePayin(dossier: Dossier, deal: PayinDeal, move: PayinMove): Dossier {
  return releaseDeal(dossier, decided(deal), 'canceled', move);
}

/** The store gives back what it got, the service its fee, the maker the reward. The deal had ended, and its pair rests since then. */
function undoPayin(dossier: Dossier, deal: PayinDeal, decisionId: string, funds: Funds, move: PayinMove): Dossier {
  const store = storeOf(move.catalogue, dossier.invoice.storeId);
  const account = settlementAccountOf(store);
  const maker = makerOf(move.catalogue, deal.makerId);
  const payoutSum = deal.makerSum - deal.feeSum;
  requireFunds(decisionId, [{ kind: 'store_loss', availableId: account.availableId, sum: payoutSum }], funds, move);
  const known = funds.excess(deal.id);
  const nothing = {
    id: decisionId,
    excessDifference: -apartOf(known).heldSum,
    payoutDifference: -payoutSum,
    feeDifference: -deal.feeSum,
    rewardDifference: -deal.rewardSum,
  };
  post(move, correctPayin(nothing, maker, account, feeAccountOf(move.catalogue, store.settlementCurrency)));
  putExcess(dossier, deal, apartOf(undefined), known, move);
  return putDeal(dossier, { ...decided(deal), status: 'canceled' }, move);
}

/** Nothing is held and nothing was credited: the claim is right, and everything stays as it is. */
function leaveEnded(dossier: Dossier, deal: Deal, move: PayinMove): Dossier {
  const { disputedFrom } = dossier.invoice;
  assert(deal.dispute !== null && disputedFrom !== null);
  const rested = deal.type === 'in' ? restAnew(deal, move) : {};
  const back = putDeal(dossier, { ...decided(deal), ...rested, status: deal.dispute.from }, move);
  return changeStatus(putInvoice(back, move, { disputedFrom: null }), disputedFrom, move, deal.id);
}

/** A claim that was rejected says why already; any other was right. */
function decided<One extends Deal>(deal: One): One {
  return deal.status === 'dispute' && deal.dispute !== null
    ? { ...deal, dispute: { ...deal.dispute, result: deal.dispute.result ?? 'ACCEPTED' } }
    : deal;
}
