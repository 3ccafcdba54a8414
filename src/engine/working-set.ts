import assert from 'node:assert/strict';
import type { ArrivalKey, EarlierKey, View } from '../commands/command.ts';
import type { RequisiteLoad } from '../domain/allocation.ts';
import type { Arrival, OccupyingDeal } from '../domain/arrival.ts';
import type { Catalogue } from '../domain/catalogue.ts';
import type { Changes, RequisiteUse } from '../domain/changes.ts';
import { type Deal, isActive } from '../domain/deal.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { Transfer, TransferKind } from '../domain/ledger.ts';
import type { FiatMinor } from '../domain/money.ts';
import type { Notification } from '../domain/notification.ts';
import type { SecondFactorState } from '../domain/second-factor.ts';
import type { Instant } from '../domain/timestamp.ts';
import type { Withdrawal } from '../domain/withdrawal.ts';
import type { Loaded, StoredAnswer } from '../storage/batch/batch-load.ts';
import type { BatchChanges } from '../storage/batch/batch-store.ts';

/**
 * The rows of one batch in memory. Commands read it as their view; what they decide is applied to it at once, so the next
 * command in the batch sees it. At the end it says what has to be written: each row once, as it finally is.
 */
export class WorkingSet implements View {
  readonly now: Instant;
  readonly catalogue: Catalogue;

  readonly #invoices = new Map<string, Invoice>();
  readonly #deals = new Map<string, Deal>();
  readonly #dealIds = new Map<string, string[]>();
  readonly #earlier = new Map<string, string>();
  readonly #loads = new Map<number, RequisiteLoad>();
  readonly #occupants = new Map<string, { dealId: string; restsUntil: Instant | null }>();
  readonly #balances = new Map<number, bigint>();
  readonly #secondFactors = new Map<number, SecondFactorState>();
  readonly #withdrawals = new Map<string, Withdrawal>();
  readonly #answers = new Map<string, StoredAnswer>();

  readonly #loadedRows = new Set<string>();
  readonly #touchedInvoices = new Set<string>();
  readonly #touchedDeals = new Set<string>();
  readonly #touchedLoads = new Set<number>();
  readonly #touchedFactors = new Set<number>();
  readonly #touchedWithdrawals = new Set<string>();
  readonly #deltas = new Map<number, bigint>();
  readonly #transfers: Transfer[] = [];
  readonly #notifications: Notification[] = [];
  readonly #freedPairs: string[] = [];
  readonly #misses: BatchChanges['misses'][number][] = [];
  readonly #newAnswers: StoredAnswer[] = [];
  readonly #arrivals = new Map<string, Arrival>();
  readonly #arrivalIds = new Map<string, string>();
  readonly #dealsOnRequisites = new Map<string, OccupyingDeal[]>();
  readonly #posted = new Set<string>();
  readonly #touchedArrivals = new Set<string>();
  readonly #disputeFacts: BatchChanges['disputeFacts'][number][] = [];
  readonly #audits: BatchChanges['audits'][number][] = [];

  constructor(catalogue: Catalogue, loaded: Loaded, now: Instant) {
    this.catalogue = catalogue;
    this.now = now;
    for (const invoice of loaded.invoices) {
      this.#invoices.set(invoice.id, invoice);
      this.#loadedRows.add(invoice.id);
    }
    for (const deal of loaded.deals) {
      this.#putDeal(deal);
      this.#loadedRows.add(`deal ${deal.id}`);
    }
    for (const { id, ...key } of loaded.earlierPayins) this.#earlier.set(earlierText({ ...key, type: 'in' }), id);
    for (const { id, ...key } of loaded.earlierPayouts) this.#earlier.set(earlierText({ ...key, type: 'out' }), id);
    for (const load of loaded.requisiteLoads) this.#loads.set(load.requisiteId, load);
    for (const { requisiteId, amount, ...occupant } of loaded.occupants) {
      this.#occupants.set(pairText(requisiteId, amount), occupant);
    }
    for (const { accountId, balance } of loaded.balances) this.#balances.set(accountId, balance);
    for (const { merchantId, state } of loaded.secondFactors) this.#secondFactors.set(merchantId, state);
    for (const withdrawal of loaded.withdrawals) {
      this.#withdrawals.set(withdrawal.id, withdrawal);
      this.#loadedRows.add(withdrawal.id);
    }
    for (const arrival of loaded.arrivals) {
      this.#putArrival(arrival);
      this.#loadedRows.add(arrival.id);
    }
    for (const { requisiteId, askedAmount, ...deal } of loaded.dealsOnRequisites) {
      const pair = pairText(requisiteId, askedAmount);
      const known = this.#dealsOnRequisites.get(pair) ?? [];
      // Two arrivals of one sum in a batch ask twice and are answered twice; one running deal must not look like two.
      if (!known.some(({ dealId }) => dealId === deal.dealId)) this.#dealsOnRequisites.set(pair, [...known, deal]);
    }
    for (const { subjectId, kind } of loaded.posted) this.#posted.add(`${subjectId} ${kind}`);
    for (const answer of loaded.answers) this.#answers.set(answerText(answer.storeId, answer.key), answer);
  }

  invoice(id: string): Invoice | undefined {
    return this.#invoices.get(id);
  }

  dealsOf(invoiceId: string): readonly Deal[] {
    return (this.#dealIds.get(invoiceId) ?? []).map((id) => present(this.#deals.get(id), `deal ${id}`));
  }

  earlierInvoiceId(key: EarlierKey): string | undefined {
    return this.#earlier.get(earlierText(key));
  }

  requisiteLoad(requisiteId: number): RequisiteLoad {
    return present(this.#loads.get(requisiteId), `load of requisite ${requisiteId}`);
  }

  occupant(requisiteId: number, amount: FiatMinor): { dealId: string; restsUntil: Instant | null } | undefined {
    return this.#occupants.get(pairText(requisiteId, amount));
  }

  balance(accountId: number): bigint {
    return present(this.#balances.get(accountId), `balance of account ${accountId}`);
  }

  secondFactor(merchantId: number): SecondFactorState {
    return present(this.#secondFactors.get(merchantId), `second factor of merchant ${merchantId}`);
  }

  withdrawal(id: string): Withdrawal | undefined {
    return this.#withdrawals.get(id);
  }

  arrival(id: string): Arrival | undefined {
    return this.#arrivals.get(id);
  }

  earlierArrival({ requisiteId, reference }: ArrivalKey): Arrival | undefined {
    return this.#arrivals.get(this.#arrivalIds.get(`${requisiteId} ${reference}`) ?? '');
  }

  arrivalsOf(dealId: string): readonly Arrival[] {
    return [...this.#arrivals.values()].filter((arrival) => arrival.dealId === dealId && arrival.status !== 'returned');
  }

  dealsOnRequisite({ requisiteId, amount }: ArrivalKey): readonly OccupyingDeal[] {
    return this.#dealsOnRequisites.get(pairText(requisiteId, amount)) ?? [];
  }

  isPosted(subjectId: string, kind: TransferKind): boolean {
    return this.#posted.has(`${subjectId} ${kind}`);
  }

  answer(storeId: number, key: string): StoredAnswer | undefined {
    return this.#answers.get(answerText(storeId, key));
  }

  /** Remembers the answer to an idempotency key, to be stored with what the command changed. */
  putAnswer(answer: StoredAnswer): void {
    this.#answers.set(answerText(answer.storeId, answer.key), answer);
    this.#newAnswers.push(answer);
  }

  apply(changes: Changes): void {
    for (const invoice of changes.invoices) this.#applyInvoice(invoice);
    for (const id of changes.freedPairs) this.#freedPairs.push(id);
    for (const deal of changes.deals) this.#applyDeal(deal);
    for (const transfer of changes.transfers) this.#post(transfer);
    for (const use of changes.requisiteUses) this.#use(use);
    this.#notifications.push(...changes.notifications);
    this.#misses.push(...changes.misses);
    this.#disputeFacts.push(...changes.disputeFacts);
    this.#audits.push(...changes.audits);
    for (const arrival of changes.arrivals) {
      this.#putArrival(arrival);
      this.#touchedArrivals.add(arrival.id);
    }
    for (const { merchantId, state } of changes.secondFactors) {
      this.#secondFactors.set(merchantId, state);
      this.#touchedFactors.add(merchantId);
    }
    for (const withdrawal of changes.withdrawals) {
      this.#withdrawals.set(withdrawal.id, withdrawal);
      this.#touchedWithdrawals.add(withdrawal.id);
    }
  }

  /** What has to be written, or null when no command changed anything. */
  batchChanges(): BatchChanges | null {
    const invoices = [...this.#touchedInvoices].map((id) => present(this.#invoices.get(id), id));
    const deals = [...this.#touchedDeals].map((id) => present(this.#deals.get(id), id));
    const withdrawals = [...this.#touchedWithdrawals].map((id) => present(this.#withdrawals.get(id), id));
    const arrivals = [...this.#touchedArrivals].map((id) => present(this.#arrivals.get(id), id));
    const isNew = (id: string) => !this.#loadedRows.has(id);
    const changes: BatchChanges = {
      now: this.now,
      freedPairs: this.#freedPairs,
      newInvoices: inOneOrder(
        invoices.filter(({ id }) => isNew(id)),
        ({ type, storeId, internalId, amount, currency }) =>
          internalId === null ? '' : earlierText({ type, storeId, internalId, amount, currency }),
      ),
      changedInvoices: invoices.filter(({ id }) => !isNew(id)),
      newDeals: deals.filter(({ id }) => isNew(`deal ${id}`)),
      changedDeals: deals.filter(({ id }) => !isNew(`deal ${id}`)),
      transfers: this.#transfers,
      balanceDeltas: this.#balanceDeltas(),
      requisiteLoads: [...this.#touchedLoads].map((id) => this.requisiteLoad(id)),
      notifications: this.#notifications,
      newWithdrawals: withdrawals.filter(({ id }) => isNew(id)),
      changedWithdrawals: withdrawals.filter(({ id }) => !isNew(id)),
      secondFactors: [...this.#touchedFactors].map((merchantId) => ({
        merchantId,
        state: this.secondFactor(merchantId),
      })),
      misses: this.#misses,
      answers: inOneOrder(this.#newAnswers, ({ storeId, key }) => answerText(storeId, key)),
      newArrivals: arrivals.filter(({ id }) => isNew(id)),
      changedArrivals: arrivals.filter(({ id }) => !isNew(id)),
      disputeFacts: this.#disputeFacts,
      audits: this.#audits,
    };
    const isClean = Object.values(changes).every((list) => !Array.isArray(list) || list.length === 0);
    return isClean ? null : changes;
  }

  #applyInvoice(invoice: Invoice): void {
    this.#invoices.set(invoice.id, invoice);
    this.#touchedInvoices.add(invoice.id);
    if (invoice.internalId === null || invoice.internalId === '') return;
    const { type, storeId, internalId, amount, currency } = invoice;
    const text = earlierText({ type, storeId, internalId, amount, currency });
    if (invoice.type === 'out' || invoice.status === 'new') this.#earlier.set(text, invoice.id);
    else if (this.#earlier.get(text) === invoice.id) this.#earlier.delete(text);
  }

  #applyDeal(deal: Deal): void {
    this.#putDeal(deal);
    this.#touchedDeals.add(deal.id);
    if (deal.requisiteId === null || !deal.occupies) return;
    const { restsUntil } = deal;
    const pair = pairText(deal.requisiteId, deal.amount);
    // A deal that has ended, and whose pair another one took over, has no more say in it (when it is disputed).
    if (restsUntil !== null && (this.#occupants.get(pair)?.dealId ?? deal.id) !== deal.id) return;
    this.#occupants.set(pair, { dealId: deal.id, restsUntil });
  }

  #putDeal(deal: Deal): void {
    if (!this.#deals.has(deal.id)) {
      const ids = this.#dealIds.get(deal.invoiceId);
      if (ids === undefined) this.#dealIds.set(deal.invoiceId, [deal.id]);
      else ids.push(deal.id);
    }
    this.#deals.set(deal.id, deal);
    const active = this.dealsOf(deal.invoiceId).filter(({ status }) => isActive(status)).length;
    assert(active <= 1, `invoice ${deal.invoiceId} would have ${active} active deals`);
  }

  #putArrival(arrival: Arrival): void {
    this.#arrivals.set(arrival.id, arrival);
    this.#arrivalIds.set(`${arrival.requisiteId} ${arrival.reference}`, arrival.id);
  }

  #post(transfer: Transfer): void {
    this.#transfers.push(transfer);
    this.#posted.add(`${transfer.subjectId} ${transfer.kind}`);
    this.#add(transfer.debitId, -transfer.amount);
    this.#add(transfer.creditId, transfer.amount);
  }

  #add(accountId: number, amount: bigint): void {
    this.#deltas.set(accountId, (this.#deltas.get(accountId) ?? 0n) + amount);
    // The service's own accounts are not loaded: they may go to any balance, and locking them would queue all batches.
    const balance = this.#balances.get(accountId);
    if (balance === undefined) {
      assert(this.#isServiceAccount(accountId), `account ${accountId} is moved but was not planned for`);
      return;
    }
    const after = balance + amount;
    assert(after >= 0n, `account ${accountId} would be overdrawn`);
    this.#balances.set(accountId, after);
  }

  #isServiceAccount(accountId: number): boolean {
    const { feeAccounts, externalAccounts } = this.catalogue;
    return [...feeAccounts.values(), ...externalAccounts.values()].includes(accountId);
  }

  #balanceDeltas(): { accountId: number; delta: bigint }[] {
    return [...this.#deltas]
      .filter(([, delta]) => delta !== 0n)
      .map(([accountId, delta]) => ({ accountId, delta }))
      .sort((left, right) => left.accountId - right.accountId);
  }

  #use({ requisiteId, activeDelta, started }: RequisiteUse): void {
    const load = this.requisiteLoad(requisiteId);
    const day = started?.day ?? load.day;
    const sumBefore = day === load.day ? load.daySum : 0n;
    this.#loads.set(requisiteId, {
      requisiteId,
      activeDeals: load.activeDeals + activeDelta,
      day,
      daySum: sumBefore + (started?.amount ?? 0n),
    });
    this.#touchedLoads.add(requisiteId);
  }
}

function present<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`${what} was not loaded: the command did not plan for it`);
  return value;
}

function pairText(requisiteId: number, amount: bigint): string {
  return `${requisiteId} ${amount}`;
}

function answerText(storeId: number, key: string): string {
  return `${storeId} ${key}`;
}

/** No lock keeps two batches from writing the same key; without one order they could wait for each other in a circle. */
function inOneOrder<Row>(rows: readonly Row[], keyText: (row: Row) => string): Row[] {
  const keyed = rows.map((row) => ({ row, key: keyText(row) }));
  return keyed.sort((left, right) => (left.key < right.key ? -1 : Number(left.key > right.key))).map(({ row }) => row);
}

/** A payin is the same by internal ID and sum, a payout by internal ID alone. */
function earlierText(
  key: { type: 'in' | 'out'; storeId: number; internalId: string } & { amount?: bigint; currency?: string },
): string {
  const sum = key.type === 'in' ? `${key.amount} ${key.currency}` : '';
  return `${key.type} ${key.storeId} ${sum} ${key.internalId}`;
}
