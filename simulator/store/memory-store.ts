import type { FoundDeal } from '../../src/commands/arrivals/resolve-arrival.ts';
import {
  type Arrival,
  clockDriftMaxMs,
  heldArrivalsPerDealMax,
  type OccupyingDeal,
  olderMaxMs,
  reportReference,
} from '../../src/domain/arrivals/arrival.ts';
import { type Deal, standingOf } from '../../src/domain/invoices/deal.ts';
import type { Invoice } from '../../src/domain/invoices/invoice.ts';
import type { Notification } from '../../src/domain/invoices/notification.ts';
import type { Transfer } from '../../src/domain/ledger/ledger.ts';
import { unusedLoad } from '../../src/domain/payins/allocation.ts';
import { cameFor } from '../../src/domain/payins/excess.ts';
import type { OpenPayouts } from '../../src/domain/payouts/payouts-open.ts';
import type { Refund } from '../../src/domain/refunds/refund.ts';
import type { Catalogue } from '../../src/domain/state/catalogue.ts';
import type { KeyedRows, RowKey } from '../../src/domain/state/changes.ts';
import type { CameKey, OpenPayoutsKey } from '../../src/domain/state/needs.ts';
import type { LinkedLine } from '../../src/domain/statements/lines-of-deals.ts';
import type { Instant } from '../../src/domain/text/timestamp.ts';
import { pairKey } from '../../src/storage/rows/deal-rows.ts';
import { keyedKinds, rowKinds } from '../../src/storage/rows/row-kinds.ts';
import { DueInvoices } from './due-invoices.ts';

export type Tables<Kinds extends keyof KeyedRows = keyof KeyedRows> = {
  readonly [Kind in Kinds]: Map<RowKey, KeyedRows[Kind]>;
};

/** When it stopped running: at its deadline, however much later that was written down. */
export function endOf({ status, endedAt, deadlineAt }: Deal): Instant {
  const isByTime = status === 'transfer_waiting' || status === 'expired';
  return Math.min(endedAt ?? Number.POSITIVE_INFINITY, isByTime ? deadlineAt : Number.POSITIVE_INFINITY);
}

type FoundForCame = OccupyingDeal & { readonly isOnly: boolean };

/**
 * The database in memory: what is committed. It has a table for every kind of row that batches know by its key, and an index
 * for every unique key, both made from the descriptions in `src/storage/rows/`; and a few lists beside them.
 */
export class MemoryStore {
  catalogue: Catalogue;
  readonly tables: Tables;
  readonly #indexes: ReadonlyMap<string, Map<RowKey, RowKey>>;

  readonly dealsOf = new Map<string, readonly Deal[]>();
  /** By what they are for. */
  readonly transfersOf = new Map<string, readonly Transfer[]>();
  /** By the name of a payin: all that ever had it, the newest first. */
  readonly payinIds = new Map<string, readonly string[]>();
  /** By store and `userId`: all payins, the newest first. */
  readonly payinsOfUser = new Map<string, readonly string[]>();
  readonly refundIds = new Map<string, readonly string[]>();
  readonly runningOn = new Map<number, Map<string, true>>();
  readonly notifications = new Map<string, readonly Notification[]>();
  /** By store: the number of its newest notification in the merchant's feed, and the notifications by number. */
  readonly feedCounters = new Map<number, number>();
  readonly feed = new Map<string, Notification>();

  /** By deal. Nobody brings in files here; tests do. */
  readonly bankLines = new Map<string, LinkedLine>();

  /** What people look through: each a list of what waits for somebody. */
  readonly heldArrivals = new Map<string, true>();
  readonly disputed = new Map<string, true>();
  readonly openWithdrawals = new Map<string, true>();
  readonly due = new DueInvoices();

  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue;
    this.tables = emptyTables();
    const constraints = Object.values(rowKinds).flatMap(({ unique }) => unique.map(({ name }) => name));
    this.#indexes = new Map(constraints.map((name) => [name, new Map()]));
    const { requisiteLoads, secondFactors, balances, automationDays } = this.tables;
    for (const makerId of catalogue.makers.keys()) automationDays.set(makerId, { makerId, day: 0, daySum: 0n });
    for (const { id } of catalogue.requisiteById.values()) {
      requisiteLoads.set(id, unusedLoad(id));
      this.runningOn.set(id, new Map());
    }
    for (const id of catalogue.merchants.keys()) {
      const state = { lastUsedStep: null, failures: 0, lockedUntilMs: null };
      secondFactors.set(id, { merchantId: id, state });
    }
    for (const id of accountIds(catalogue)) balances.set(id, { accountId: id, balance: 0n });
  }

  get invoices(): Tables['invoices'] {
    return this.tables.invoices;
  }

  get deals(): Tables['deals'] {
    return this.tables.deals;
  }

  get arrivals(): Tables['arrivals'] {
    return this.tables.arrivals;
  }

  get withdrawals(): Tables['withdrawals'] {
    return this.tables.withdrawals;
  }

  balance(accountId: number): bigint {
    return this.tables.balances.get(accountId)?.balance ?? 0n;
  }

  /** The entries of a unique key: for a kind of row that is kept here, with the key of the row. */
  index(constraint: string): Map<RowKey, RowKey> {
    const index = this.#indexes.get(constraint);
    if (index === undefined) throw new Error(`no kind of row has a unique key ${constraint}`);
    return index;
  }

  dealOfPair(requisiteId: number, amount: bigint): OccupyingDeal | undefined {
    const deal = this.deals.get(this.index('deals_one_per_pair').get(pairKey(requisiteId, amount)) ?? '');
    return deal === undefined ? undefined : this.#sought(deal);
  }

  /** A deal that ran on the requisite while the money may have come, and whether it was the only one. */
  ran({ requisiteId, arrivedAt, cameBy, oldest }: CameKey & { readonly oldest: string }): FoundForCame | null {
    const ran = [...this.deals.values()].filter(
      (deal) =>
        deal.type === 'in' &&
        deal.requisiteId === requisiteId &&
        (deal.occupies || deal.invoiceId >= oldest) &&
        deal.startedAt <= cameBy &&
        endOf(deal) >= arrivedAt - clockDriftMaxMs,
    );
    const [first] = ran.sort((left, right) => (left.id < right.id ? -1 : 1));
    return first === undefined ? null : { ...this.#sought(first), isOnly: ran.length === 1 };
  }

  /** A deal of the requisite that was settled with this sum, and of whose money no bank has told. */
  handSettled({
    requisiteId,
    amount,
    arrivedAt,
    cameBy,
    oldest,
  }: CameKey & { readonly oldest: string }): FoundForCame | null {
    const found = [...this.deals.values()].filter((deal) => {
      if (deal.requisiteId !== requisiteId || standingOf(deal) !== 'completed') return false;
      if (cameFor(deal, this.tables.excesses.get(deal.id)) !== amount) return false;
      if (deal.startedAt > cameBy || deal.endedAt === null || deal.endedAt < arrivedAt - olderMaxMs) return false;
      return deal.invoiceId >= oldest && !this.#isTold(deal.id, amount);
    });
    const fits = ({ endedAt }: Deal) => Number((endedAt ?? 0) >= arrivedAt - clockDriftMaxMs);
    const isNewer = (one: Deal, other: Deal) => one.invoiceId + one.id > other.invoiceId + other.id;
    const [first] = found.sort((one, other) => fits(other) - fits(one) || (isNewer(one, other) ? -1 : 1));
    const isOnly = found.filter(fits).length <= 1;
    return first === undefined ? null : { ...this.#sought(first), isOnly };
  }

  /** A report is no bank's word; money that came beside it, and that a person took for told before, is. */
  #isTold(dealId: string, amount: bigint): boolean {
    const matched = this.arrivals.get(this.index('arrivals_one_per_deal').get(dealId) ?? '');
    if (matched === undefined) return false;
    if (matched.reference !== reportReference(dealId)) return true;
    return [...this.arrivals.values()].some((one) => {
      return (
        one.dealId === dealId &&
        one.status === 'returned' &&
        one.amount === amount &&
        one.reference !== matched.reference
      );
    });
  }

  #sought({ id: dealId, invoiceId, askedSum: amount, status, startedAt }: Deal): OccupyingDeal {
    const { storeId } = this.invoices.get(invoiceId) as Invoice;
    return { dealId, invoiceId, storeId, amount, status, startedAt };
  }

  /** The one that has paid the deal, and the oldest of those that are held for it. */
  arrivalsOf(dealId: string): Arrival[] {
    const matched = this.arrivals.get(this.index('arrivals_one_per_deal').get(dealId) ?? '');
    const held = [...this.heldArrivals.keys()].filter((id) => this.arrivals.get(id)?.dealId === dealId).sort();
    const oldest = held.slice(0, heldArrivalsPerDealMax + 1).map((id) => this.arrivals.get(id) as Arrival);
    return matched === undefined ? oldest : [matched, ...oldest];
  }

  /** The deal that money was most likely meant for, with its invoice. */
  likelyDeal({ dealId }: Arrival): FoundDeal | null {
    const deal = this.deals.get(dealId ?? '');
    const storeId = this.invoices.get(deal?.invoiceId ?? '')?.storeId;
    return deal === undefined || storeId === undefined ? null : { dealId: deal.id, invoiceId: deal.invoiceId, storeId };
  }

  /** What payouts have brought a maker since then, and what is in dispute of it. */
  openPayouts({ makerId, since }: OpenPayoutsKey): OpenPayouts {
    let [credited, disputed, lastAt]: [bigint, bigint, Instant | null] = [0n, 0n, null];
    for (const deal of this.deals.values()) {
      if (deal.type !== 'out' || deal.makerId !== makerId || standingOf(deal) !== 'completed') continue;
      const sum = deal.makerSum + deal.rewardSum;
      const endedAt = deal.endedAt ?? 0;
      if (deal.status === 'dispute') disputed += sum;
      else if (endedAt > since) [credited, lastAt] = [credited + sum, Math.max(lastAt ?? 0, endedAt)];
    }
    return { credited, disputed, lastAt };
  }

  refundsOf(invoiceId: string): Refund[] {
    return (this.refundIds.get(invoiceId) ?? []).map((id) => this.tables.refunds.get(id) as Refund);
  }

  /** The one that holds the name, then those that had given it back and count again. */
  payinsNamed(name: string): Invoice[] {
    const all = (this.payinIds.get(name) ?? []).map((id) => this.invoices.get(id) as Invoice);
    const revived = all.filter(({ holdsName, status }) => !holdsName && ['new', 'dispute', 'paid'].includes(status));
    return [...all.filter(({ holdsName }) => holdsName), ...revived];
  }
}

/** An empty table is a table of anything, so it is one of the right type for every kind. */
export function emptyTables(): Tables {
  return Object.fromEntries(Object.keys(keyedKinds).map((kind) => [kind, new Map()])) as unknown as Tables;
}

function accountIds(catalogue: Catalogue): number[] {
  return [
    ...catalogue.externalAccounts.values(),
    ...catalogue.feeAccounts.values(),
    ...[...catalogue.stores.values()].flatMap((store) =>
      store.accounts.flatMap(({ availableId, frozenId, excessId }) => [availableId, frozenId, excessId]),
    ),
    ...[...catalogue.makers.values()].flatMap(({ availableId, heldId }) => [availableId, heldId]),
    ...[...catalogue.debts.values()].map(({ id }) => id),
  ];
}

export function feedText(storeId: number, number: number): string {
  return `${storeId} ${number}`;
}

export function userText(storeId: number, userId: string): string {
  return `${storeId} ${userId}`;
}
