import type { RequisiteLoad } from '../../src/domain/allocation.ts';
import type { Arrival, OccupyingDeal } from '../../src/domain/arrival.ts';
import type { Catalogue } from '../../src/domain/catalogue.ts';
import type { Deal } from '../../src/domain/deal.ts';
import type { Invoice } from '../../src/domain/invoice.ts';
import { type TransferKind, transferKinds } from '../../src/domain/ledger.ts';
import type { Notification } from '../../src/domain/notification.ts';
import type { SecondFactorState } from '../../src/domain/second-factor.ts';
import type { Withdrawal } from '../../src/domain/withdrawal.ts';
import type { StoredAnswer } from '../../src/storage/batch/batch-load.ts';
import { DueInvoices } from './due-invoices.ts';

/**
 * The database in memory: what is committed, with the indexes the statements of a batch look things up in. It answers and
 * stores what `src/storage/batch/batch-load.ts` and `batch-store.ts` do; its constraints are in `apply-changes.ts`.
 */
export class MemoryStore {
  catalogue: Catalogue;

  readonly invoices = new Map<string, Invoice>();
  readonly deals = new Map<string, Deal>();
  readonly dealsOf = new Map<string, readonly Deal[]>();
  readonly balances = new Map<number, bigint>();
  readonly loads = new Map<number, RequisiteLoad>();
  readonly secondFactors = new Map<number, SecondFactorState>();
  readonly withdrawals = new Map<string, Withdrawal>();
  readonly arrivals = new Map<string, Arrival>();
  readonly answers = new Map<string, StoredAnswer>();
  readonly notifications = new Map<string, readonly Notification[]>();
  /** By store: the number of its newest notification in the merchant's feed, and the notifications by number. */
  readonly feedCounters = new Map<number, number>();
  readonly feed = new Map<string, Notification>();
  /** Which kinds of transfers a subject has, one bit each: the primary key of the transfers. */
  readonly posted = new Map<string, number>();

  readonly openPayins = new Map<string, string>();
  readonly payouts = new Map<string, string>();
  readonly occupants = new Map<string, string>();
  readonly runningOn = new Map<number, Map<string, true>>();
  readonly arrivalsByReference = new Map<string, string>();
  readonly matchedOfDeal = new Map<string, string>();

  /** What people look through: each a list of what waits for somebody. */
  readonly heldArrivals = new Map<string, true>();
  readonly disputed = new Map<string, true>();
  readonly openWithdrawals = new Map<string, true>();
  readonly due = new DueInvoices();

  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue;
    for (const { id } of catalogue.requisiteById.values()) {
      this.loads.set(id, { requisiteId: id, activeDeals: 0, day: 0, daySum: 0n });
      this.runningOn.set(id, new Map());
    }
    for (const id of catalogue.merchants.keys()) {
      this.secondFactors.set(id, { lastUsedStep: null, failures: 0, lockedUntilMs: null });
    }
    for (const id of accountIds(catalogue)) this.balances.set(id, 0n);
  }

  /** The deal over exactly this sum, and up to three that run, on the requisite. */
  dealsOnRequisite(requisiteId: number, amount: bigint): OccupyingDeal[] {
    const ids = new Set<string>();
    const occupant = this.occupants.get(pairText(requisiteId, amount));
    if (occupant !== undefined) ids.add(occupant);
    let running = 0;
    for (const id of this.runningOn.get(requisiteId)?.keys() ?? []) {
      if (running === runningMax) break;
      running += 1;
      ids.add(id);
    }
    return [...ids].map((id) => {
      const deal = this.deals.get(id) as Deal;
      const { storeId } = this.invoices.get(deal.invoiceId) as Invoice;
      const { invoiceId, amount: asked, status, startedAt } = deal;
      return { dealId: id, invoiceId, storeId, amount: asked, status, startedAt };
    });
  }

  /** The one that has paid the deal, and the oldest of those that are held for it. */
  arrivalsOf(dealId: string): Arrival[] {
    const matched = this.arrivals.get(this.matchedOfDeal.get(dealId) ?? '');
    const held = [...this.heldArrivals.keys()].filter((id) => this.arrivals.get(id)?.dealId === dealId).sort();
    const oldest = held.slice(0, heldArrivalsPerDealMax).map((id) => this.arrivals.get(id) as Arrival);
    return matched === undefined ? oldest : [matched, ...oldest];
  }

  postedKinds(subjectId: string): TransferKind[] {
    const bits = this.posted.get(subjectId) ?? 0;
    return kinds.filter((_, index) => (bits & (1 << index)) !== 0);
  }
}

/** As in `batch-load.ts`. */
const heldArrivalsPerDealMax = 10;

/** Three running deals are enough to see that there is not just one. */
const runningMax = 3;

const kinds = Object.keys(transferKinds) as TransferKind[];
const bitByKind = new Map(kinds.map((kind, index) => [kind, 1 << index]));

export function kindBit(kind: TransferKind): number {
  return bitByKind.get(kind) as number;
}

function accountIds(catalogue: Catalogue): number[] {
  return [
    ...catalogue.externalAccounts.values(),
    ...catalogue.feeAccounts.values(),
    ...[...catalogue.stores.values()].flatMap((store) =>
      store.accounts.flatMap(({ availableId, frozenId }) => [availableId, frozenId]),
    ),
    ...[...catalogue.makers.values()].flatMap(({ availableId, heldId }) => [availableId, heldId]),
  ];
}

export function pairText(requisiteId: number, amount: bigint): string {
  return `${requisiteId} ${amount}`;
}

export function openPayinText(key: Pick<Invoice, 'storeId' | 'amount' | 'currency'> & { internalId: string }): string {
  return `${key.storeId} ${key.amount} ${key.currency} ${key.internalId}`;
}

export function payoutText(storeId: number, internalId: string): string {
  return `${storeId} ${internalId}`;
}

export function answerText(storeId: number, key: string): string {
  return `${storeId} ${key}`;
}

export function feedText(storeId: number, number: number): string {
  return `${storeId} ${number}`;
}

export function referenceText(requisiteId: number, reference: string): string {
  return `${requisiteId} ${reference}`;
}
