import type { Arrival } from '../../src/domain/arrival.ts';
import type { Deal } from '../../src/domain/deal.ts';
import { moneyIsOnItsWay } from '../../src/domain/expiry.ts';
import type { Invoice } from '../../src/domain/invoice.ts';
import type { Withdrawal } from '../../src/domain/withdrawal.ts';
import type { BatchChanges } from '../../src/storage/batch/batch-store.ts';
import { Journal } from './journal.ts';
import {
  answerText,
  feedText,
  kindBit,
  type MemoryStore,
  openPayinText,
  pairText,
  payoutText,
  referenceText,
} from './memory-store.ts';

/** A constraint of the database refuses a row. */
export class ConstraintViolation extends Error {
  override readonly name = 'ConstraintViolation';
  readonly constraint: string;

  constructor(constraint: string, subject: string) {
    super(`${constraint}: ${subject}`);
    this.constraint = constraint;
  }
}

/** The rows as they were before, for the laws to compare with. */
export interface Replaced {
  readonly invoices: ReadonlyMap<string, Invoice>;
  readonly deals: ReadonlyMap<string, Deal>;
  readonly withdrawals: ReadonlyMap<string, Withdrawal>;
  readonly arrivals: ReadonlyMap<string, Arrival>;
}

/**
 * Stores a batch, statement by statement in the order of `batch-store.ts`, whole or not at all. `ignored` are constraints that
 * a seeded bug has switched off.
 */
export function applyChanges(
  store: MemoryStore,
  changes: BatchChanges,
  ignored: ReadonlySet<string> = new Set(),
): Replaced {
  const writer = new Writer(store, ignored);
  try {
    writer.write(changes);
    return writer.replaced;
  } catch (error) {
    writer.journal.rollBack();
    throw error;
  }
}

class Writer {
  readonly journal = new Journal();
  readonly replaced = {
    invoices: new Map<string, Invoice>(),
    deals: new Map<string, Deal>(),
    withdrawals: new Map<string, Withdrawal>(),
    arrivals: new Map<string, Arrival>(),
  };
  readonly #store: MemoryStore;
  readonly #ignored: ReadonlySet<string>;

  constructor(store: MemoryStore, ignored: ReadonlySet<string>) {
    this.#store = store;
    this.#ignored = ignored;
  }

  write(changes: BatchChanges): void {
    for (const id of changes.freedPairs) this.#freePair(id, changes.now);
    for (const invoice of changes.changedInvoices) this.#updateInvoice(invoice);
    for (const invoice of changes.newInvoices) this.#insertInvoice(invoice);
    for (const deal of changes.changedDeals) this.#updateDeal(deal);
    for (const deal of changes.newDeals) this.#insertDeal(deal);
    this.#writeBooks(changes);
    this.#writeNotifications(changes);
    this.#writeWithdrawals(changes);
    for (const { merchantId, state } of changes.secondFactors) {
      this.journal.put(this.#store.secondFactors, merchantId, state);
    }
    for (const answer of changes.answers) {
      this.#insertUnique(this.#store.answers, answerText(answer.storeId, answer.key), answer, 'idempotency_keys_pkey');
    }
    for (const arrival of changes.changedArrivals) this.#updateArrival(arrival);
    for (const arrival of changes.newArrivals) this.#insertArrival(arrival);
  }

  #freePair(dealId: string, now: number): void {
    const deal = this.#store.deals.get(dealId);
    if (deal === undefined || !deal.occupies || deal.restsUntil === null || deal.restsUntil > now) return;
    this.#updateDeal({ ...deal, occupies: false });
  }

  #updateInvoice(invoice: Invoice): void {
    const before = this.#store.invoices.get(invoice.id);
    if (before === undefined) return;
    if (!this.replaced.invoices.has(invoice.id)) this.replaced.invoices.set(invoice.id, before);
    this.journal.put(this.#store.invoices, invoice.id, invoice);
    const [keyBefore, key] = [openKey(before), openKey(invoice)];
    if (keyBefore !== null && keyBefore !== key) this.journal.remove(this.#store.openPayins, keyBefore);
    if (key !== null && key !== keyBefore) {
      this.#insertUnique(this.#store.openPayins, key, invoice.id, 'invoices_one_open_payin');
    }
    if (invoice.status === 'new' && before.status !== 'new') this.#store.due.add(invoice.id, invoice.expireAt);
    this.#list(this.#store.disputed, invoice.id, invoice.status === 'dispute');
  }

  #insertInvoice(invoice: Invoice): void {
    this.#check(invoice.amount > 0n, 'invoices_amount_check', invoice.id);
    this.#insertUnique(this.#store.invoices, invoice.id, invoice, 'invoices_pkey');
    const key = openKey(invoice);
    if (key !== null) this.#insertUnique(this.#store.openPayins, key, invoice.id, 'invoices_one_open_payin');
    if (invoice.type === 'out' && invoice.internalId !== null && invoice.internalId !== '') {
      const text = payoutText(invoice.storeId, invoice.internalId);
      this.#insertUnique(this.#store.payouts, text, invoice.id, 'invoices_one_payout');
    }
    this.#store.due.add(invoice.id, invoice.expireAt);
  }

  /** Whoever took a pair over has said so: an older word about `occupies` does not overwrite it. */
  #updateDeal(decided: Deal): void {
    const before = this.#store.deals.get(decided.id);
    if (before === undefined) return;
    const deal = before.occupies ? decided : { ...decided, occupies: false };
    if (!this.replaced.deals.has(deal.id)) this.replaced.deals.set(deal.id, before);
    if (before.occupies && !deal.occupies) this.journal.remove(this.#store.occupants, pairOf(before));
    this.#putDeal(deal, before);
    const siblings = this.#store.dealsOf.get(deal.invoiceId) ?? [];
    this.journal.put(
      this.#store.dealsOf,
      deal.invoiceId,
      siblings.map((one) => (one.id === deal.id ? deal : one)),
    );
  }

  #insertDeal(deal: Deal): void {
    const siblings = this.#store.dealsOf.get(deal.invoiceId) ?? [];
    const isOrdinalFree = !siblings.some(({ ordinal }) => ordinal === deal.ordinal);
    this.#check(!this.#store.deals.has(deal.id), 'deals_pkey', deal.id);
    this.#check(isOrdinalFree, 'deals_of_invoice', `${deal.invoiceId} ${deal.ordinal}`);
    this.#check(deal.makerSum >= 0n, 'deals_maker_sum_check', deal.id);
    this.#check(deal.feeSum >= 0n, 'deals_fee_sum_check', deal.id);
    this.#putDeal(deal, undefined);
    this.journal.put(this.#store.dealsOf, deal.invoiceId, [...siblings, deal]);
  }

  #putDeal(deal: Deal, before: Deal | undefined): void {
    this.journal.put(this.#store.deals, deal.id, deal);
    if (deal.occupies && before?.occupies !== true) {
      this.#insertUnique(this.#store.occupants, pairOf(deal), deal.id, 'deals_one_per_pair');
    }
    const isRunning = deal.status === 'transfer_waiting' || deal.status === 'transfer_confirmed';
    if (deal.requisiteId !== null) {
      const running = this.#store.runningOn.get(deal.requisiteId) as Map<string, true>;
      this.#list(running, deal.id, isRunning && deal.occupies);
    }
    const canExpire = deal.status === 'new' || deal.status === 'transfer_waiting';
    if (canExpire && before?.status !== deal.status) this.#store.due.add(deal.invoiceId, deal.deadlineAt);
    // Passed over while its money was awaited, an invoice comes due once nobody waits any more.
    const invoice = this.#store.invoices.get(deal.invoiceId);
    if (before !== undefined && moneyIsOnItsWay(before) && !moneyIsOnItsWay(deal) && invoice?.status === 'new') {
      this.#store.due.add(invoice.id, invoice.expireAt);
    }
  }

  #writeBooks({ transfers, balanceDeltas, requisiteLoads }: BatchChanges): void {
    const { posted, balances, loads, catalogue } = this.#store;
    for (const { subjectId, kind, amount, debitId, creditId } of transfers) {
      const [bits, bit] = [posted.get(subjectId) ?? 0, kindBit(kind)];
      this.#check((bits & bit) === 0, 'transfers_pkey', `${subjectId} ${kind}`);
      this.#check(amount > 0n && debitId !== creditId, 'transfers_check', `${subjectId} ${kind}`);
      this.journal.put(posted, subjectId, bits | bit);
    }
    for (const { accountId, delta } of balanceDeltas) {
      const balance = (balances.get(accountId) ?? 0n) + delta;
      const isExternal = [...catalogue.externalAccounts.values()].includes(accountId);
      this.#check(balance >= 0n || isExternal, 'accounts_not_overdrawn', String(accountId));
      this.journal.put(balances, accountId, balance);
    }
    for (const load of requisiteLoads) {
      this.#check(load.activeDeals >= 0, 'requisite_loads_active_deals_check', String(load.requisiteId));
      this.journal.put(loads, load.requisiteId, load);
    }
  }

  #writeNotifications({ notifications }: BatchChanges): void {
    for (const notification of notifications) {
      const { id, sequence } = notification.invoice;
      const earlier = this.#store.notifications.get(id) ?? [];
      const isNew = !earlier.some(({ invoice }) => invoice.sequence === sequence);
      this.#check(isNew, 'notifications_pkey', `${id} ${sequence}`);
      this.journal.put(this.#store.notifications, id, [...earlier, notification]);
      const { storeId } = notification.invoice;
      const number = (this.#store.feedCounters.get(storeId) ?? 0) + 1;
      this.journal.put(this.#store.feedCounters, storeId, number);
      this.#insertUnique(this.#store.feed, feedText(storeId, number), notification, 'notifications_feed');
    }
  }

  #writeWithdrawals({ changedWithdrawals, newWithdrawals }: BatchChanges): void {
    const { withdrawals, openWithdrawals } = this.#store;
    for (const withdrawal of changedWithdrawals) {
      const before = withdrawals.get(withdrawal.id);
      if (before === undefined) continue;
      this.replaced.withdrawals.set(withdrawal.id, before);
      this.journal.put(withdrawals, withdrawal.id, withdrawal);
    }
    for (const withdrawal of newWithdrawals) {
      this.#check(withdrawal.sum > 0n && withdrawal.fee >= 0n, 'withdrawals_sum_check', withdrawal.id);
      this.#insertUnique(withdrawals, withdrawal.id, withdrawal, 'withdrawals_pkey');
    }
    for (const { id, status } of [...changedWithdrawals, ...newWithdrawals]) {
      this.#list(openWithdrawals, id, status === 2 || status === 3);
    }
  }

  #updateArrival(arrival: Arrival): void {
    const before = this.#store.arrivals.get(arrival.id);
    if (before === undefined) return;
    this.replaced.arrivals.set(arrival.id, before);
    this.journal.put(this.#store.arrivals, arrival.id, arrival);
    this.#indexArrival(arrival, before);
  }

  #insertArrival(arrival: Arrival): void {
    const reference = referenceText(arrival.requisiteId, arrival.reference);
    this.#insertUnique(this.#store.arrivals, arrival.id, arrival, 'arrivals_pkey');
    this.#insertUnique(this.#store.arrivalsByReference, reference, arrival.id, 'arrivals_requisite_id_reference_key');
    this.#indexArrival(arrival, undefined);
  }

  #indexArrival(arrival: Arrival, before: Arrival | undefined): void {
    this.#list(this.#store.heldArrivals, arrival.id, arrival.status === 'held');
    if (arrival.status !== 'matched' || before?.status === 'matched') return;
    this.#check(arrival.dealId !== null, 'arrivals_check', arrival.id);
    this.#insertUnique(this.#store.matchedOfDeal, arrival.dealId ?? '', arrival.id, 'arrivals_one_per_deal');
  }

  /** Puts something on a list of what waits, or takes it off. */
  #list(list: Map<string, true>, id: string, belongs: boolean): void {
    if (belongs === list.has(id)) return;
    if (belongs) this.journal.put(list, id, true);
    else this.journal.remove(list, id);
  }

  #insertUnique<Value>(table: Map<string, Value>, key: string, value: Value, constraint: string): void {
    this.#check(!table.has(key), constraint, key);
    this.journal.put(table, key, value);
  }

  #check(holds: boolean, constraint: string, subject: string): void {
    if (!holds && !this.#ignored.has(constraint)) throw new ConstraintViolation(constraint, subject);
  }
}

/** The key of the unique index over open payins; null for what does not stand in it. */
function openKey(invoice: Invoice): string | null {
  const { type, status, internalId } = invoice;
  if (type !== 'in' || status !== 'new' || internalId === null || internalId === '') return null;
  return openPayinText({ ...invoice, internalId });
}

function pairOf(deal: Deal): string {
  return pairText(deal.requisiteId ?? 0, deal.amount);
}
