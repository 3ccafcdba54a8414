import { isActive } from '../../src/domain/invoices/deal.ts';
import type { Invoice } from '../../src/domain/invoices/invoice.ts';
import type { Transfer } from '../../src/domain/ledger/ledger.ts';
import { makerOf } from '../../src/domain/makers/maker.ts';
import { settlementAccountOf, storeOf } from '../../src/domain/merchants/store.ts';
import { openWithdrawals } from '../../src/domain/withdrawals/withdrawal.ts';
import { isDue } from '../store/due-invoices.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { bookLaws } from './book-laws.ts';
import { holdsNow } from './commit.ts';
import { dealLaws } from './deal-laws.ts';
import { holdLaws } from './hold-laws.ts';
import { mustHold } from './law-broken.ts';
import { notificationLaws } from './notification-laws.ts';

const dueLaw = 'what time has ended is written down in the end';

/**
 * The laws once more over the whole store, from the first row to the last, as the service's own audit does it: a law that
 * looks only at what a commit touched would not see a change that nobody wrote down.
 */
export function checkWhole(store: MemoryStore, transfers: readonly Transfer[]): void {
  checkBalances(store, transfers);
  const open = new Map<number, bigint>();
  const running = new Map<number, number>();
  const add = (id: number, amount: bigint) => open.set(id, (open.get(id) ?? 0n) + amount);
  for (const deal of store.deals.values()) {
    if (!holdsNow(deal)) continue;
    if (deal.type === 'in') {
      add(makerOf(store.catalogue, deal.makerId).heldId, deal.makerSum);
      running.set(deal.requisiteId, (running.get(deal.requisiteId) ?? 0) + 1);
    } else {
      const { storeId } = store.invoices.get(deal.invoiceId) as Invoice;
      add(settlementAccountOf(storeOf(store.catalogue, storeId)).frozenId, deal.makerSum + deal.feeSum);
    }
  }
  for (const { storeId, accountId, status, sum, fee } of store.withdrawals.values()) {
    const account = storeOf(store.catalogue, storeId).accounts.find(({ id }) => id === accountId);
    if (openWithdrawals.includes(status)) add(account?.frozenId ?? 0, sum + fee);
  }
  for (const { heldId } of store.catalogue.makers.values()) checkOpen(store, open, heldId, holdLaws.held);
  for (const { accounts } of store.catalogue.stores.values()) {
    for (const { frozenId } of accounts) checkOpen(store, open, frozenId, holdLaws.frozen);
  }
  for (const { requisiteId, activeDeals } of store.tables.requisiteLoads.values()) {
    const count = running.get(requisiteId) ?? 0;
    mustHold(activeDeals === count, holdLaws.running, requisiteId, () => `counted ${activeDeals}, running ${count}`);
  }
  checkInvoices(store);
}

function checkBalances(store: MemoryStore, transfers: readonly Transfer[]): void {
  const sums = new Map<number, bigint>();
  for (const { debitId, creditId, amount } of transfers) {
    sums.set(debitId, (sums.get(debitId) ?? 0n) - amount);
    sums.set(creditId, (sums.get(creditId) ?? 0n) + amount);
  }
  let total = 0n;
  for (const { accountId, balance } of store.tables.balances.values()) {
    const sum = sums.get(accountId) ?? 0n;
    mustHold(balance === sum, bookLaws.transfers, accountId, () => `balance ${balance}, transfers ${sum}`);
    total += balance;
  }
  mustHold(total === 0n, bookLaws.zero, 'all', () => `sum ${total}`);
}

function checkOpen(store: MemoryStore, open: ReadonlyMap<number, bigint>, accountId: number, law: string): void {
  const [balance, sum] = [store.balance(accountId), open.get(accountId) ?? 0n];
  mustHold(balance === sum, law, `account ${accountId}`, () => `set aside ${balance}, open ${sum}`);
}

function checkInvoices(store: MemoryStore): void {
  for (const { id, status, sequence } of store.invoices.values()) {
    const told = store.notifications.get(id) ?? [];
    const isTold = told.length === sequence && told.every(({ invoice }, index) => invoice.sequence === index + 1);
    mustHold(isTold && (status === 'new' || sequence > 0), notificationLaws.notified, id, () => {
      return `sequence ${sequence}, notifications ${told.length}`;
    });
    const active = (store.dealsOf.get(id) ?? []).filter((deal) => isActive(deal.status)).length;
    const most = status === 'new' || status === 'dispute' ? 1 : 0;
    mustHold(active <= most, dealLaws.active, id, () => `${status} with ${active} active deals`);
  }
}

/** When nothing happens any more, nothing may be left that time has ended long ago. */
export function checkNothingDue(store: MemoryStore, now: number): void {
  for (const invoice of store.invoices.values()) {
    const due = isDue(invoice, store.dealsOf.get(invoice.id) ?? [], now);
    mustHold(!due, dueLaw, invoice.id, () => `${invoice.status} since ${invoice.expireAt}`);
  }
}
