import assert from 'node:assert/strict';
import type { View } from '../commands/command.ts';
import { loadAfterStart, type RequisiteLoad } from '../domain/allocation.ts';
import type { Arrival, OccupyingDeal } from '../domain/arrival.ts';
import type { Catalogue } from '../domain/catalogue.ts';
import {
  type BatchChanges,
  type Changes,
  type DecidedRows,
  decidedKinds,
  type KeyedRows,
  type RequisiteUse,
  type RowKey,
  type StoredAnswer,
} from '../domain/changes.ts';
import { type Deal, isActive } from '../domain/deal.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { Transfer, TransferKind } from '../domain/ledger.ts';
import type { FiatMinor } from '../domain/money.ts';
import type { AnswerKey, ArrivalKey, EarlierKey } from '../domain/needs.ts';
import type { SecondFactorState } from '../domain/second-factor.ts';
import type { Instant } from '../domain/timestamp.ts';
import type { Withdrawal } from '../domain/withdrawal.ts';
import type { Loaded } from '../storage/batch/load-steps.ts';
import { answerKey } from '../storage/rows/answer-rows.ts';
import { referenceKey } from '../storage/rows/arrival-rows.ts';
import { pairKey } from '../storage/rows/deal-rows.ts';
import { openPayinKey, payoutKey } from '../storage/rows/invoice-rows.ts';
import { postedKey } from '../storage/rows/transfer-rows.ts';
import { BalanceChanges } from './balance-changes.ts';
import { type AllRows, nothingWritten, RowSets } from './row-sets.ts';

/**
 * The rows of one batch in memory. Commands read it as their view; what they decide is applied to it at once, so the next
 * command in the batch sees it. At the end it says what has to be written: each row once, as it finally is.
 *
 * Rows of every kind are kept alike, in `RowSets`. Here is what follows from them: which deals an invoice has, which deal
 * occupies a pair, what an internal ID names, what an account holds.
 */
export class WorkingSet implements View {
  readonly now: Instant;
  readonly catalogue: Catalogue;

  readonly #rows: RowSets;
  readonly #balances: BalanceChanges;
  readonly #dealIds = new Map<string, string[]>();
  readonly #earlier = new Map<string, string>();
  readonly #occupants = new Map<string, { dealId: string; restsUntil: Instant | null }>();
  readonly #arrivalIds = new Map<string, string>();
  readonly #dealsOnRequisites = new Map<string, OccupyingDeal[]>();
  readonly #posted = new Set<string>();
  readonly #freedPairs: string[] = [];

  constructor(catalogue: Catalogue, loaded: Loaded, now: Instant) {
    this.catalogue = catalogue;
    this.now = now;
    this.#rows = new RowSets(loaded);
    this.#balances = new BalanceChanges(catalogue, this.#rows.of('balances'));
    for (const deal of loaded.deals) this.#noteDeal(deal);
    for (const arrival of loaded.arrivals) this.#noteArrival(arrival);
    for (const found of [loaded.earlierArrivals, loaded.arrivalsOfDeals]) {
      for (const arrival of found) {
        this.#rows.of('arrivals').load(arrival);
        this.#noteArrival(arrival);
      }
    }
    for (const { id, ...key } of loaded.earlierPayins) this.#noteEarlier({ ...key, type: 'in' }, id);
    for (const { id, ...key } of loaded.earlierPayouts) this.#noteEarlier({ ...key, type: 'out' }, id);
    for (const { requisiteId, amount, ...occupant } of loaded.occupants) {
      this.#occupants.set(pairKey(requisiteId, amount), occupant);
    }
    for (const { requisiteId, askedAmount, ...deal } of loaded.dealsOnRequisites) {
      const pair = pairKey(requisiteId, askedAmount);
      const known = this.#dealsOnRequisites.get(pair) ?? [];
      // Two arrivals of one sum in a batch ask twice and are answered twice; one running deal must not look like two.
      if (!known.some(({ dealId }) => dealId === deal.dealId)) this.#dealsOnRequisites.set(pair, [...known, deal]);
    }
    for (const posted of loaded.posted) this.#posted.add(postedKey(posted));
  }

  row<Kind extends keyof KeyedRows>(kind: Kind, key: RowKey): KeyedRows[Kind] | undefined {
    return this.#rows.of(kind).get(key);
  }

  invoice(id: string): Invoice | undefined {
    return this.row('invoices', id);
  }

  dealsOf(invoiceId: string): readonly Deal[] {
    return (this.#dealIds.get(invoiceId) ?? []).map((id) => present(this.row('deals', id), `deal ${id}`));
  }

  earlierInvoiceId(key: EarlierKey): string | undefined {
    return this.#earlier.get(nameOf(key) ?? '');
  }

  requisiteLoad(requisiteId: number): RequisiteLoad {
    return present(this.row('requisiteLoads', requisiteId), `load of requisite ${requisiteId}`);
  }

  occupant(requisiteId: number, amount: FiatMinor): { dealId: string; restsUntil: Instant | null } | undefined {
    return this.#occupants.get(pairKey(requisiteId, amount));
  }

  balance(accountId: number): bigint {
    return present(this.row('balances', accountId), `balance of account ${accountId}`).balance;
  }

  secondFactor(merchantId: number): SecondFactorState {
    return present(this.row('secondFactors', merchantId), `second factor of merchant ${merchantId}`).state;
  }

  withdrawal(id: string): Withdrawal | undefined {
    return this.row('withdrawals', id);
  }

  arrival(id: string): Arrival | undefined {
    return this.row('arrivals', id);
  }

  earlierArrival(key: ArrivalKey): Arrival | undefined {
    return this.arrival(this.#arrivalIds.get(referenceKey(key)) ?? '');
  }

  arrivalsOf(dealId: string): readonly Arrival[] {
    const all = this.#rows.of('arrivals').all();
    return all.filter((arrival) => arrival.dealId === dealId && arrival.status !== 'returned');
  }

  dealsOnRequisite({ requisiteId, amount }: ArrivalKey): readonly OccupyingDeal[] {
    return this.#dealsOnRequisites.get(pairKey(requisiteId, amount)) ?? [];
  }

  isPosted(subjectId: string, kind: TransferKind): boolean {
    return this.#posted.has(postedKey({ subjectId, kind }));
  }

  answer(key: AnswerKey): StoredAnswer | undefined {
    return this.row('answers', answerKey(key));
  }

  /** Remembers the answer to an idempotency key, to be stored with what the command changed. */
  putAnswer(answer: StoredAnswer): void {
    const before = this.#rows.of('answers').put(answer);
    assert(before === undefined, `key ${answer.key} of store ${answer.storeId} was answered before`);
  }

  apply(changes: Changes): void {
    for (const kind of decidedKinds) this.#putAll(kind, changes, WorkingSet.#notes);
    for (const use of changes.requisiteUses) this.#use(use);
    for (const id of changes.freedPairs) this.#freedPairs.push(id);
  }

  /** What has to be written, or null when no command changed anything. */
  batchChanges(): BatchChanges | null {
    const rows = this.#rows.written();
    const deltas = this.#balances.deltas();
    if (rows === null && deltas.length === 0 && this.#freedPairs.length === 0) return null;
    return {
      ...(rows ?? nothingWritten),
      balanceDeltas: { added: [], changed: deltas },
      now: this.now,
      freedPairs: this.#freedPairs,
    };
  }

  /** What follows from a row that a command wants. */
  static readonly #notes: Notes = {
    invoices: (work, invoice, before) => work.#noteInvoice(invoice, before),
    deals: (work, deal) => {
      work.#noteDeal(deal);
      work.#noteOccupant(deal);
    },
    transfers: (work, transfer) => work.#post(transfer),
    arrivals: (work, arrival) => work.#noteArrival(arrival),
  };

  #putAll<Kind extends keyof DecidedRows>(
    kind: Kind,
    changes: { readonly [One in Kind]: readonly AllRows[One][] },
    notes: Notes<Kind>,
  ): void {
    const rows = changes[kind];
    if (rows.length === 0) return;
    const set = this.#rows.of(kind);
    const note = notes[kind];
    for (const row of rows) {
      const before = set.put(row);
      if (note !== undefined) note(this, row, before);
    }
  }

  #noteInvoice(invoice: Invoice, before: Invoice | undefined): void {
    if (before !== undefined && before.status !== invoice.status && before.sequence >= invoice.sequence) {
      assert.fail(`invoice ${invoice.id} would become ${invoice.status} without a notification`);
    }
    const name = nameOf(invoice);
    if (name === null) return;
    if (invoice.type === 'out' || invoice.status === 'new') this.#earlier.set(name, invoice.id);
    else if (this.#earlier.get(name) === invoice.id) this.#earlier.delete(name);
  }

  #noteEarlier(key: Named, invoiceId: string): void {
    const name = nameOf(key);
    assert(name !== null, `invoice ${invoiceId} was found by a name that is none`);
    this.#earlier.set(name, invoiceId);
  }

  #noteDeal(deal: Deal): void {
    const ids = this.#dealIds.get(deal.invoiceId);
    if (ids === undefined) this.#dealIds.set(deal.invoiceId, [deal.id]);
    else if (!ids.includes(deal.id)) ids.push(deal.id);
    const active = this.dealsOf(deal.invoiceId).filter(({ status }) => isActive(status)).length;
    if (active > 1) assert.fail(`invoice ${deal.invoiceId} would have ${active} active deals`);
  }

  #noteOccupant({ id, requisiteId, amount, occupies, restsUntil }: Deal): void {
    if (requisiteId === null || !occupies) return;
    const pair = pairKey(requisiteId, amount);
    // A deal that has ended, and whose pair another one took over, has no more say in it (when it is disputed).
    if (restsUntil !== null && (this.#occupants.get(pair)?.dealId ?? id) !== id) return;
    this.#occupants.set(pair, { dealId: id, restsUntil });
  }

  #noteArrival(arrival: Arrival): void {
    this.#arrivalIds.set(referenceKey(arrival), arrival.id);
  }

  #post(transfer: Transfer): void {
    const key = postedKey(transfer);
    if (this.#posted.has(key)) assert.fail(`${transfer.kind} of ${transfer.subjectId} would be posted twice`);
    this.#balances.post(transfer);
    this.#posted.add(key);
  }

  #use({ requisiteId, activeDelta, started }: RequisiteUse): void {
    const load = this.requisiteLoad(requisiteId);
    const after =
      started === null ? { ...load, activeDeals: load.activeDeals + activeDelta } : loadAfterStart(load, started);
    this.#rows.of('requisiteLoads').put(after);
  }
}

type Notes<Kinds extends keyof DecidedRows = keyof DecidedRows> = {
  readonly [Kind in Kinds]?: (work: WorkingSet, row: AllRows[Kind], before: AllRows[Kind] | undefined) => void;
};

function present<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`${what} was not loaded: the command did not plan for it`);
  return value;
}

type Named = Pick<Invoice, 'type' | 'storeId' | 'internalId'> & Partial<Pick<Invoice, 'amount' | 'currency'>>;

/** What an invoice is found by when it is asked for again; null: by nothing. Whether it is still open is another question. */
function nameOf({ type, storeId, internalId, amount, currency }: Named): string | null {
  if (type === 'out') return payoutKey({ type, storeId, internalId });
  assert(amount !== undefined && currency !== undefined, 'a payin is named by its sum as well');
  return openPayinKey({ type, storeId, internalId, amount, currency });
}
