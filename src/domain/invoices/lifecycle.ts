import assert from 'node:assert/strict';
import { AppError } from '../../errors/app-error.ts';
import {
  freezeForPayout,
  holdForPayin,
  releasePayin,
  releasePayout,
  type Transfer,
  takeBackExcess,
} from '../ledger/ledger.ts';
import { makerOf } from '../makers/maker.ts';
import type { Requisite } from '../makers/requisite.ts';
import { noReward, type Reward } from '../makers/rewards.ts';
import { rateOf, type Store, settlementAccountOf, storeOf } from '../merchants/store.ts';
import { type FeeRule, feeOn, feeRuleOf } from '../money/fees.ts';
import { type Currencies, currencyOf, type FiatMinor, fiat, type SettlementMinor, settlement } from '../money/money.ts';
import { type CurrentRates, fiatToSettlementUp, type Rate } from '../rates/rates.ts';
import type { Instant } from '../text/timestamp.ts';
import { activeDeal, type Deal, isActive, type PayinDeal, type PayoutDeal } from './deal.ts';
import { dueDeal, invoiceIsDue } from './expiry.ts';
import { type Invoice, nudgedSum } from './invoice.ts';
import type { InvoiceMove } from './invoice-move.ts';
import { notifyStatus } from './notification.ts';
import { owedFor } from './payin-sums.ts';
import { rest } from './rest.ts';

/**
 * The moves of an invoice and its deals. A dossier is one invoice with its deals while a command works on it; each move
 * writes into the command's changes and hands back the dossier as it is afterwards.
 */
export interface Dossier {
  readonly invoice: Invoice;
  readonly deals: readonly Deal[];
}

/** Writes down what time has already decided. Every act on an invoice starts here. */
export function expireDue(dossier: Dossier, move: InvoiceMove): Dossier {
  if (invoiceIsDue(dossier.invoice, dossier.deals, move.now)) return expireNow(dossier, move);
  const due = dossier.invoice.status === 'new' ? dueDeal(dossier.deals, move.now) : undefined;
  return due === undefined ? dossier : endDeal(dossier, due, 'expired', move);
}

/** Ends an invoice that nobody has paid, as time does it. What came of it in part stays with the store, which is told. */
export function expireNow(dossier: Dossier, move: InvoiceMove): Dossier {
  const ended = endActiveDeal(dossier, 'expired', move);
  const isPart = ended.invoice.partSum !== null;
  return changeStatus(isPart ? putInvoice(ended, move, { sumReason: 'short' }) : ended, 'expired', move);
}

export function cancel(dossier: Dossier, move: InvoiceMove): Dossier {
  return changeStatus(endActiveDeal(dossier, 'canceled', move), 'canceled', move);
}

interface DealTerms {
  /** What the payer, or the maker, has to send: of a payin, the invoice's sum or what is left of it. */
  readonly askedSum: FiatMinor;
  readonly rate: Rate;
  readonly makerSum: SettlementMinor;
  readonly feeSum: SettlementMinor;
  readonly fee: FeeRule;
}

interface AskedSum {
  readonly askedSum: FiatMinor;
  readonly currency: string;
}

/** The figures of a payin deal at the current rate. Fixed for the deal's whole life. */
export function payinTerms(catalogue: Currencies & CurrentRates, store: Store, sum: AskedSum, now: Instant): DealTerms {
  const rate = rateOf(catalogue, store, { currency: sum.currency, type: 'in', now });
  const { makerSum, feeSum } = owedFor(sum.askedSum, sum.currency, rate, store, catalogue);
  return { askedSum: sum.askedSum, rate, makerSum, feeSum, fee: feeRuleOf(store, 'in') };
}

export function payoutTerms(
  catalogue: Currencies & CurrentRates,
  store: Store,
  sum: AskedSum,
  now: Instant,
): DealTerms {
  const rate = rateOf(catalogue, store, { currency: sum.currency, type: 'out', now });
  const makerSum = fiatToSettlementUp({
    sum: sum.askedSum,
    rate,
    fiat: currencyOf(catalogue, sum.currency),
    settlement: currencyOf(catalogue, store.settlementCurrency),
  });
  const feeSum = feeOn(makerSum, feeRuleOf(store, 'out'));
  assert(makerSum >= 0n && feeSum >= 0n, 'a payout costs its sum and its fee');
  return { askedSum: sum.askedSum, rate, makerSum, feeSum, fee: feeRuleOf(store, 'out') };
}

/** A payer gets requisites: the deal starts and the maker's balance is held. */
export function startPayinDeal(
  dossier: Dossier,
  given: {
    readonly id: string;
    readonly requisite: Requisite;
    readonly terms: DealTerms;
    readonly reward: Reward;
    readonly frees: string | null;
  },
  move: InvoiceMove,
): Dossier {
  const { invoice } = dossier;
  const { requisite, terms } = given;
  assert.equal(
    dossier.deals.some((deal) => isActive(deal.status)),
    false,
    'an invoice has one active deal at most',
  );
  assert(invoice.type === 'in' && invoice.status === 'new', 'a payin deal starts on an open payin');
  assert(requisite.currency === invoice.currency, 'a payer pays in the currency of the invoice');
  assert(invoice.expireAt > move.now, 'an expired invoice starts no deal');
  const store = storeOf(move.catalogue, invoice.storeId);
  const deal = newDeal<PayinDeal>(invoice, terms, move.now, {
    id: given.id,
    type: 'in',
    status: 'transfer_waiting',
    paymentOption: requisite.option,
    bank: requisite.bank,
    requisiteId: requisite.id,
    makerId: requisite.makerId,
    number: requisite.number,
    holder: requisite.holder,
    reward: given.reward,
    deadlineAt: Math.min(move.now + store.dealLifetimeMs, invoice.expireAt),
    occupies: true,
  });
  if (given.frees !== null) move.changes.freedPairs.push(given.frees);
  post(move, [holdForPayin(deal, makerOf(move.catalogue, requisite.makerId))]);
  move.changes.requisiteUses.push({
    requisiteId: requisite.id,
    activeDelta: 1,
    started: { at: move.now, amount: deal.askedSum },
  });
  return putInvoice(putDeal(dossier, deal, move), move, {
    paymentOption: invoice.namedOption ?? requisite.option,
    bank: invoice.namedBank ?? requisite.bank,
    dealCount: invoice.dealCount + 1,
    // Pages and programs show the sum to be paid.
    isSumChanged: invoice.isSumChanged || nudgedSum(invoice, deal) !== null,
    updatedAt: move.now,
  });
}

/** A payout is asked for: its deal waits for a maker and the store's funds are frozen. */
export function startPayoutDeal(
  dossier: Dossier,
  given: { readonly id: string; readonly terms: DealTerms },
  move: InvoiceMove,
): Dossier {
  const { invoice } = dossier;
  assert(invoice.requisites !== null && invoice.paymentOption !== null && invoice.bank !== null);
  assert(invoice.type === 'out' && dossier.deals.length === 0, 'a payout has one deal');
  const deal = newDeal<PayoutDeal>(invoice, given.terms, move.now, {
    id: given.id,
    type: 'out',
    status: 'new',
    paymentOption: invoice.paymentOption,
    bank: invoice.bank,
    requisiteId: null,
    makerId: null,
    number: invoice.requisites.requisites,
    holder: invoice.requisites.holder ?? '',
    // Nobody has taken it, and nobody earns.
    reward: noReward,
    deadlineAt: invoice.expireAt,
    occupies: false,
  });
  post(move, [freezeForPayout(deal, settlementAccountOf(storeOf(move.catalogue, invoice.storeId)))]);
  return putInvoice(putDeal(dossier, deal, move), move, { dealCount: 1 });
}

/** The deal that a receipt can be for. */
export function dealForReceipt({ invoice, deals }: Dossier): PayinDeal {
  if (invoice.type === 'out') throw new AppError('payout_not_allowed');
  if (invoice.status !== 'new') throw new AppError('invoice_not_active', { status: invoice.status });
  const deal = activeDeal(deals);
  if (deal === undefined) throw new AppError('deal_not_active');
  assert(deal.type === 'in', 'a payin has the deals of a payin');
  return deal;
}

/** A receipt says the transfer was made: the figures are filled, and time no longer ends the deal. */
export function confirmTransfer(dossier: Dossier, deal: Deal, move: InvoiceMove): Dossier {
  assert.equal(deal.status, 'transfer_waiting');
  assert(dossier.invoice.status === 'new', 'a receipt is for a deal of an open invoice');
  const confirmed = putDeal(dossier, { ...deal, status: 'transfer_confirmed', confirmedAt: move.now }, move);
  return putInvoice(confirmed, move, { ...sumsWithParts(confirmed, deal), updatedAt: move.now });
}

/**
 * A receipt was there, but no money: the deal ends as a canceled one does, and nothing was received. Time counts again: the
 * invoice stays open for fresh requisites, or expires at once when its time has passed by then.
 */
export function rejectTransfer(dossier: Dossier, deal: Deal, move: InvoiceMove): Dossier {
  assert(deal.type === 'in' && deal.status === 'transfer_confirmed');
  assert.equal(dossier.invoice.status, 'new', 'only an open invoice has a running deal');
  const ended = releaseDeal(dossier, deal, 'canceled', move);
  return expireDue(putInvoice(ended, move, { ...nothingReceived, updatedAt: move.now }), move);
}

export function putDeal(dossier: Dossier, deal: Deal, move: InvoiceMove): Dossier {
  assert(deal.invoiceId === dossier.invoice.id, 'a deal stays with its invoice');
  assert(deal.makerSum >= 0n && deal.feeSum >= 0n, 'no sum of a deal is negative');
  assert(deal.rewardSum >= 0n && deal.rewardSum <= deal.feeSum, 'a reward is part of the fee');
  putRow(move.changes.deals, deal);
  const others = dossier.deals.filter((other) => other.id !== deal.id);
  return { invoice: dossier.invoice, deals: [...others, deal] };
}

export function putInvoice(dossier: Dossier, move: InvoiceMove, change: Partial<Omit<Invoice, 'shownSum'>>): Dossier {
  const changed = { ...dossier.invoice, ...change };
  const nudged = changed.type === 'in' ? nudgedSum(changed, activeDeal(dossier.deals)) : null;
  const invoice = { ...changed, shownSum: changed.receivedSum ?? nudged ?? changed.askedSum };
  assert(invoice.id === dossier.invoice.id && invoice.storeId === dossier.invoice.storeId, 'an invoice stays itself');
  assertSumsAddUp(invoice);
  putRow(move.changes.invoices, invoice);
  return { invoice, deals: dossier.deals };
}

/** An invoice that was not there before. */
export function addInvoice(invoice: Invoice, move: InvoiceMove): Dossier {
  putRow(move.changes.invoices, invoice);
  return { invoice, deals: [] };
}

/** A new status is always a notification. `decidedId`: the deal whose dispute was decided by it. */
export function changeStatus(
  dossier: Dossier,
  status: Invoice['status'],
  move: InvoiceMove,
  decidedId?: string,
): Dossier {
  assert(dossier.invoice.status !== status, 'a new status is another one');
  const isOpen = status === 'new' || status === 'dispute';
  assert(
    isOpen || !dossier.deals.some((deal) => isActive(deal.status)),
    'an invoice that has ended has no active deal',
  );
  const holdsName = dossier.invoice.holdsName && status !== 'canceled' && status !== 'expired';
  const told = { deals: dossier.deals, ...(decidedId === undefined ? {} : { decidedId }) };
  const { invoice, notification } = notifyStatus({ ...dossier.invoice, status, holdsName }, told, move.now);
  assert(invoice.sequence === dossier.invoice.sequence + 1, 'each status change is counted once');
  putRow(move.changes.invoices, invoice);
  move.changes.notifications.push(notification);
  return { ...dossier, invoice };
}

export function endDeal(dossier: Dossier, deal: Deal, status: 'canceled' | 'expired', move: InvoiceMove): Dossier {
  assert(deal.status === 'transfer_waiting' || deal.status === 'new', 'a deal with money on its way does not end so');
  return releaseDeal(dossier, deal, status, move);
}

/** What was held or frozen is free again, and the requisite rests. */
export function releaseDeal(dossier: Dossier, deal: Deal, status: 'canceled' | 'expired', move: InvoiceMove): Dossier {
  const { catalogue, now } = move;
  if (deal.type === 'in') {
    post(move, [releasePayin(deal, makerOf(catalogue, deal.makerId))]);
    const released = putDeal(dossier, { ...deal, status, endedAt: now, ...rest(deal, move) }, move);
    // The next one may be for the sum that the shop has asked for.
    const isNudged = nudgedSum(dossier.invoice, deal) !== null;
    return isNudged ? putInvoice(released, move, { isSumChanged: false }) : released;
  }
  post(move, [releasePayout(deal, settlementAccountOf(storeOf(catalogue, dossier.invoice.storeId)))]);
  return putDeal(dossier, { ...deal, status, endedAt: now }, move);
}

/** Its invoice ends with it. */
function endActiveDeal(dossier: Dossier, status: 'canceled' | 'expired', move: InvoiceMove): Dossier {
  const active = dossier.deals.find((deal) => isActive(deal.status));
  if (active === undefined) return dossier;
  const ended = endDeal(dossier, active, status, move);
  return active.type === 'out' ? giveBackExcess(ended, active, move) : ended;
}

/** A payout that was to return an excess has come to nothing, for good: what it was given for that is apart again. */
export function giveBackExcess(dossier: Dossier, deal: PayoutDeal, move: InvoiceMove): Dossier {
  const { id, storeId, fromExcess } = dossier.invoice;
  if (fromExcess === null) return dossier;
  const account = settlementAccountOf(storeOf(move.catalogue, storeId));
  post(move, takeBackExcess(id, account, returnedPart(fromExcess, deal)));
  return dossier;
}

/** What its account gives for the payout that returns it: all of it, or what the payout costs, when that is less. */
export function returnedPart(
  fromExcess: SettlementMinor,
  { makerSum, feeSum }: Pick<Deal, 'makerSum' | 'feeSum'>,
): SettlementMinor {
  const cost = makerSum + feeSum;
  return settlement(fromExcess < cost ? fromExcess : cost);
}

type ReceivedSums = Pick<Invoice, 'receivedSum' | 'makerSum' | 'feeSum' | 'payoutSum'>;

export function receivedSums(deal: Deal): ReceivedSums {
  return {
    receivedSum: deal.receivedSum ?? deal.askedSum,
    makerSum: deal.makerSum,
    feeSum: deal.feeSum,
    payoutSum: deal.type === 'in' ? settlement(deal.makerSum - deal.feeSum) : deal.makerSum,
  };
}

/** What an invoice shows when this deal pays it: the deal's sums, and those of the parts that came before. */
export function sumsWithParts({ deals }: Dossier, deal: Deal): ReceivedSums {
  const parts = deals.filter(({ id, status }) => id !== deal.id && status === 'completed').map(receivedSums);
  return parts.reduce(
    (sums, part) => ({
      receivedSum: fiat((sums.receivedSum ?? 0n) + (part.receivedSum ?? 0n)),
      makerSum: settlement((sums.makerSum ?? 0n) + (part.makerSum ?? 0n)),
      feeSum: settlement((sums.feeSum ?? 0n) + (part.feeSum ?? 0n)),
      payoutSum: settlement((sums.payoutSum ?? 0n) + (part.payoutSum ?? 0n)),
    }),
    receivedSums(deal),
  );
}

export const nothingReceived: ReceivedSums = {
  receivedSum: null,
  makerSum: null,
  feeSum: null,
  payoutSum: null,
};

/** What a payin brought splits into fee and payout without a rest; what a payout paid is the payout. All or none are known. */
function assertSumsAddUp({ type, makerSum, feeSum, payoutSum }: Invoice): void {
  if (makerSum === null || feeSum === null || payoutSum === null) {
    assert(makerSum === null && feeSum === null && payoutSum === null, 'sums are known together');
    return;
  }
  const parts = type === 'in' ? feeSum + payoutSum : payoutSum;
  assert(makerSum === parts && feeSum >= 0n && payoutSum >= 0n, 'sums add up');
}

export function post(move: InvoiceMove, transfers: readonly Transfer[]): void {
  // A sum so small that it is worth nothing in the settlement currency holds nothing.
  move.changes.transfers.push(...transfers.filter((transfer) => transfer.amount > 0n));
}

type DealStart<One extends Deal> = Pick<
  One,
  | 'id'
  | 'type'
  | 'status'
  | 'paymentOption'
  | 'bank'
  | 'requisiteId'
  | 'makerId'
  | 'number'
  | 'holder'
  | 'deadlineAt'
  | 'occupies'
> & { readonly reward: Reward };

/** Written out, not spread: this runs for every invoice, and one literal is several times cheaper than merged objects. */
function newDeal<One extends Deal>(invoice: Invoice, terms: DealTerms, now: Instant, start: DealStart<One>): One {
  const deal = {
    id: start.id,
    invoiceId: invoice.id,
    ordinal: invoice.dealCount + 1,
    type: start.type,
    status: start.status,
    paymentOption: start.paymentOption,
    bank: start.bank,
    requisiteId: start.requisiteId,
    makerId: start.makerId,
    number: start.number,
    holder: start.holder,
    askedSum: terms.askedSum,
    currency: invoice.currency,
    rate: terms.rate,
    makerSum: terms.makerSum,
    feeSum: terms.feeSum,
    feeBps: terms.fee.bps,
    feeFixed: terms.fee.fixed,
    rewardBps: start.reward.bps,
    rewardSum: start.reward.sum,
    startedAt: now,
    deadlineAt: start.deadlineAt,
    confirmedAt: null,
    endedAt: null,
    occupies: start.occupies,
    restsUntil: null,
    attachments: [],
    dispute: null,
    takings: null,
    receivedSum: null,
  };
  // Type, requisite and maker come from one start; the compiler looks at each of them alone.
  return deal as Deal as One;
}

/** A row as it is after another step of the decision: what an earlier step made of it is replaced. */
export function putRow<Row extends { readonly id: string }>(rows: Row[], row: Row): void {
  const known = rows.findIndex(({ id }) => id === row.id);
  if (known === -1) rows.push(row);
  else rows[known] = row;
}
