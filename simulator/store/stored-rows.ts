import type { Arrival } from '../../src/domain/arrivals/arrival.ts';
import type { Deal } from '../../src/domain/invoices/deal.ts';
import { moneyIsOnItsWay } from '../../src/domain/invoices/expiry.ts';
import type { Invoice } from '../../src/domain/invoices/invoice.ts';
import type { Notification } from '../../src/domain/invoices/notification.ts';
import type { BalanceDelta } from '../../src/domain/ledger/ledger.ts';
import type { StoredRows } from '../../src/domain/state/changes.ts';
import { type Withdrawal, withdrawalStatuses } from '../../src/domain/withdrawals/withdrawal.ts';
import { payinName } from '../../src/storage/rows/invoice-rows.ts';
import type { Journal } from './journal.ts';
import { feedText, type MemoryStore, userText } from './memory-store.ts';

/** What follows from a row that is stored, by its kind: the lists and counters that the store keeps beside its tables. */
export type Followers<Kinds extends keyof StoredRows = keyof StoredRows> = {
  readonly [Kind in Kinds]?: (row: StoredRows[Kind], before: StoredRows[Kind] | undefined) => void;
};

/** Refuses what breaks a constraint, unless a seeded bug has switched it off. */
type Check = (holds: boolean, constraint: string, subject: string) => void;

export function followersOf(store: MemoryStore, journal: Journal, check: Check): Followers {
  const debts = new Set([...store.catalogue.debts.values()].map(({ id }) => id));
  return {
    invoices: (invoice, before) => followInvoice(store, journal, invoice, before),
    deals: (deal, before) => followDeal(store, journal, deal, before),
    arrivals: ({ id, status }: Arrival) => list(journal, store.heldArrivals, id, status === 'held'),
    refunds: ({ id, invoiceId }, before) => {
      const { refundIds } = store;
      if (before === undefined) journal.put(refundIds, invoiceId, [...(refundIds.get(invoiceId) ?? []), id]);
    },
    withdrawals: ({ id, status }: Withdrawal) => {
      const isOpen = status === withdrawalStatuses.created || status === withdrawalStatuses.sending;
      list(journal, store.openWithdrawals, id, isOpen);
    },
    transfers: (transfer) => {
      const { transfersOf } = store;
      journal.put(transfersOf, transfer.subjectId, [...(transfersOf.get(transfer.subjectId) ?? []), transfer]);
    },
    balanceDeltas: (delta) => addBalance(store, journal, delta, { check, isDebt: debts.has(delta.accountId) }),
    notifications: (notification) => addNotification(store, journal, notification, check),
  };
}

function followInvoice(store: MemoryStore, journal: Journal, invoice: Invoice, before: Invoice | undefined): void {
  const name = before === undefined ? payinName(invoice) : null;
  if (name !== null) journal.put(store.payinIds, name, [invoice.id, ...(store.payinIds.get(name) ?? [])]);
  if (before === undefined && invoice.type === 'in' && invoice.userId !== null) {
    const { payinsOfUser } = store;
    const user = userText(invoice.storeId, invoice.userId);
    journal.put(payinsOfUser, user, [invoice.id, ...(payinsOfUser.get(user) ?? [])].sort().reverse());
  }
  const wasDueThen = before?.status === 'new' && before.expireAt === invoice.expireAt;
  if (before === undefined || (invoice.status === 'new' && !wasDueThen)) {
    store.due.add(invoice.id, invoice.expireAt);
  }
  list(journal, store.disputed, invoice.id, invoice.status === 'dispute');
}

function followDeal(store: MemoryStore, journal: Journal, deal: Deal, before: Deal | undefined): void {
  const siblings = store.dealsOf.get(deal.invoiceId) ?? [];
  const all = before === undefined ? [...siblings, deal] : siblings.map((one) => (one.id === deal.id ? deal : one));
  journal.put(store.dealsOf, deal.invoiceId, all);
  const running = deal.requisiteId === null ? undefined : store.runningOn.get(deal.requisiteId);
  const isRunning = deal.status === 'transfer_waiting' || deal.status === 'transfer_confirmed';
  if (running !== undefined) list(journal, running, deal.id, isRunning && deal.occupies);
  const canExpire = deal.status === 'new' || deal.status === 'transfer_waiting';
  if (canExpire && before?.status !== deal.status) store.due.add(deal.invoiceId, deal.deadlineAt);
  // Passed over while its money was awaited, an invoice comes due once nobody waits any more.
  const invoice = store.invoices.get(deal.invoiceId);
  if (before !== undefined && moneyIsOnItsWay(before) && !moneyIsOnItsWay(deal) && invoice?.status === 'new') {
    store.due.add(invoice.id, invoice.expireAt);
  }
}

function addBalance(
  store: MemoryStore,
  journal: Journal,
  { accountId, delta }: BalanceDelta,
  { check, isDebt }: { readonly check: Check; readonly isDebt: boolean },
): void {
  const balance = store.balance(accountId) + delta;
  const isExternal = [...store.catalogue.externalAccounts.values()].includes(accountId);
  check(isExternal || (isDebt ? balance <= 0n : balance >= 0n), 'accounts_not_overdrawn', String(accountId));
  journal.put(store.tables.balances, accountId, { accountId, balance });
}

function addNotification(store: MemoryStore, journal: Journal, notification: Notification, check: Check): void {
  const { id, storeId } = notification.invoice;
  journal.put(store.notifications, id, [...(store.notifications.get(id) ?? []), notification]);
  const number = (store.feedCounters.get(storeId) ?? 0) + 1;
  journal.put(store.feedCounters, storeId, number);
  const place = feedText(storeId, number);
  check(!store.feed.has(place), 'notifications_feed', place);
  journal.put(store.feed, place, notification);
}

/** Puts something on a list of what waits, or takes it off. */
function list(journal: Journal, of: Map<string, true>, id: string, belongs: boolean): void {
  if (belongs === of.has(id)) return;
  if (belongs) journal.put(of, id, true);
  else journal.remove(of, id);
}
