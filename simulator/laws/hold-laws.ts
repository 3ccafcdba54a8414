import type { Deal, PayinDeal } from '../../src/domain/invoices/deal.ts';
import { makerOf } from '../../src/domain/makers/maker.ts';
import type { Requisite } from '../../src/domain/makers/requisite.ts';
import { settlementAccountOf, storeOf } from '../../src/domain/merchants/store.ts';
import type { Catalogue } from '../../src/domain/state/catalogue.ts';
import { openWithdrawals, type Withdrawal } from '../../src/domain/withdrawals/withdrawal.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { type Commit, holdsNow, type Law } from './commit.ts';
import { mustHold } from './law-broken.ts';

export const holdLaws = {
  held: 'what a maker holds equals the open payin deals',
  frozen: 'what a store has frozen equals its open payouts and withdrawals',
  running: 'a requisite counts the deals that run on it',
  limits: 'a requisite stays within its limits',
  hours: 'a deal starts in the hours of its requisite, with a maker who takes deals and has the balance for it',
} as const;

/** Money set aside equals what it is set aside for. */
export class HoldLaws implements Law {
  /** By the account that holds it: a maker's held one, a store's frozen one. */
  readonly #open = new Map<number, bigint>();
  readonly #running = new Map<number, number>();
  readonly #started = new Map<string, bigint>();
  readonly #lastStart = new Map<number, number>();

  committed(commit: Commit): void {
    const { store, changes, replaced, catalogue } = commit;
    const accounts = new Map<number, string>();
    const requisites = new Set<number>();
    for (const { deal, before } of commit.deals) {
      if (before !== undefined) this.#addDeal(store, before, -1n);
      this.#addDeal(store, deal, 1n);
      if (holdingAccount(store, deal) !== null) accounts.set(holdingAccount(store, deal) as number, lawOf(deal));
      if (deal.requisiteId !== null) requisites.add(deal.requisiteId);
    }
    for (const { id } of [...changes.withdrawals.added, ...changes.withdrawals.changed]) {
      const before = replaced.withdrawals.get(id);
      if (before !== undefined) this.#addWithdrawal(catalogue, before, -1n);
      const now = store.withdrawals.get(id) as Withdrawal;
      accounts.set(this.#addWithdrawal(catalogue, now, 1n), holdLaws.frozen);
    }
    for (const [id, law] of accounts) this.#check(store, id, law);
    for (const { requisiteId } of changes.requisiteLoads.changed) requisites.add(requisiteId);
    for (const { deal, before } of commit.deals) {
      if (before === undefined && deal.type === 'in') this.#start(commit, deal);
    }
    for (const id of requisites) this.#checkLoad(commit, id);
  }

  /** What is started on a requisite, counted by the deals themselves and not by its load. */
  #start({ catalogue, store }: Commit, deal: PayinDeal): void {
    const { id, requisiteId, startedAt, askedSum, makerId, invoiceId } = deal;
    const requisite = catalogue.requisiteById.get(requisiteId);
    if (requisite === undefined) return;
    const [day, month] = [Math.floor(startedAt / 86_400_000), new Date(startedAt).toISOString().slice(0, 7)];
    const add = (key: string, sum: bigint) => {
      const total = (this.#started.get(key) ?? 0n) + sum;
      this.#started.set(key, total);
      return total;
    };
    const [deals, sum] = [add(`${requisite.id} deals ${day}`, 1n), add(`${requisite.id} ${day}`, askedSum)];
    const monthSum = add(`${requisite.id} ${month}`, askedSum);
    const last = this.#lastStart.get(requisite.id) ?? Number.NEGATIVE_INFINITY;
    this.#lastStart.set(requisite.id, Math.max(last, startedAt));
    const isWithin =
      (requisite.dayDealsMax === null || deals <= requisite.dayDealsMax) &&
      (requisite.dayMax === null || sum <= requisite.dayMax) &&
      (requisite.monthMax === null || monthSum <= requisite.monthMax) &&
      (requisite.gapMs === null || startedAt - last >= requisite.gapMs);
    mustHold(isWithin, holdLaws.limits, requisite.id, () => {
      return `${deals} deals over ${sum} on day ${day}, ${monthSum} in ${month}, ${startedAt - last} ms after the last`;
    });
    const maker = makerOf(catalogue, makerId);
    const { storeId } = store.invoices.get(invoiceId) ?? { storeId: 0 };
    const isTaken = maker.isOn && !maker.isStopped && (maker.storeIds?.includes(storeId) ?? true);
    mustHold(isTaken && isOpen(requisite, startedAt), holdLaws.hours, id, () => {
      return `requisite ${requisite.id} of maker ${maker.id} at ${new Date(startedAt).toISOString()}`;
    });
  }

  #addDeal(store: MemoryStore, deal: Deal, sign: bigint): void {
    if (!holdsNow(deal)) return;
    const accountId = holdingAccount(store, deal);
    if (accountId === null) return;
    const amount = deal.type === 'in' ? deal.makerSum : deal.makerSum + deal.feeSum;
    this.#open.set(accountId, (this.#open.get(accountId) ?? 0n) + sign * amount);
    if (deal.type === 'out') return;
    this.#running.set(deal.requisiteId, (this.#running.get(deal.requisiteId) ?? 0) + Number(sign));
  }

  #addWithdrawal(catalogue: Catalogue, withdrawal: Withdrawal, sign: bigint): number {
    const { accounts } = storeOf(catalogue, withdrawal.storeId);
    const frozenId = accounts.find(({ id }) => id === withdrawal.accountId)?.frozenId ?? 0;
    const isOpen = openWithdrawals.includes(withdrawal.status);
    const amount = isOpen ? withdrawal.sum + withdrawal.fee : 0n;
    this.#open.set(frozenId, (this.#open.get(frozenId) ?? 0n) + sign * amount);
    return frozenId;
  }

  #check(store: MemoryStore, accountId: number, law: string): void {
    const [balance, open] = [store.balance(accountId), this.#open.get(accountId) ?? 0n];
    mustHold(balance === open, law, `account ${accountId}`, () => `set aside ${balance}, open ${open}`);
  }

  #checkLoad({ store, catalogue }: Commit, requisiteId: number): void {
    const load = store.tables.requisiteLoads.get(requisiteId);
    const requisite = catalogue.requisiteById.get(requisiteId);
    const running = this.#running.get(requisiteId) ?? 0;
    mustHold(load?.activeDeals === running, holdLaws.running, requisiteId, () => {
      return `counted ${load?.activeDeals}, running ${running}`;
    });
    if (load === undefined || requisite === undefined) return;
    const isWithin =
      (requisite.activeDealsMax === null || running <= requisite.activeDealsMax) &&
      (requisite.dayMax === null || load.daySum <= requisite.dayMax);
    mustHold(isWithin, holdLaws.limits, requisiteId, () => `${running} running, ${load.daySum} on day ${load.day}`);
  }
}

/** The hours of this world are in UTC. */
function isOpen({ hours }: Requisite, at: number): boolean {
  const date = new Date(at);
  const minute = date.getUTCHours() * 60 + date.getUTCMinutes();
  const isOfDay = (day: number) => day % 7 === date.getUTCDay();
  return hours === null || hours.spans.some(({ day, from, to }) => isOfDay(day) && minute >= from && minute < to);
}

function lawOf(deal: Deal): string {
  return deal.type === 'in' ? holdLaws.held : holdLaws.frozen;
}

function holdingAccount({ catalogue, invoices }: MemoryStore, deal: Deal): number | null {
  if (deal.type === 'in') return makerOf(catalogue, deal.makerId).heldId;
  const storeId = invoices.get(deal.invoiceId)?.storeId;
  return storeId === undefined ? null : settlementAccountOf(storeOf(catalogue, storeId)).frozenId;
}
