import assert from 'node:assert/strict';
import type { View } from '../commands/command.ts';
import type { Arrival, HandSettled, OccupyingDeal, Ran } from '../domain/arrivals/arrival.ts';
import { claimOf, type KnownClaim } from '../domain/disputes/claimants.ts';
import { type Deal, isActive, standingOf } from '../domain/invoices/deal.ts';
import type { Invoice } from '../domain/invoices/invoice.ts';
import type { SignedRequest, StoredAnswer } from '../domain/invoices/kept-answer.ts';
import { putRow } from '../domain/invoices/lifecycle.ts';
import type { EarlierInvoice } from '../domain/invoices/repeats.ts';
import type { OpenTaking } from '../domain/invoices/taking.ts';
import type { Transfer } from '../domain/ledger/ledger.ts';
import { makerOf } from '../domain/makers/maker.ts';
import type { RequisiteUse } from '../domain/makers/requisite.ts';
import type { FiatMinor } from '../domain/money/money.ts';
import { loadAfterStart, type RequisiteLoad } from '../domain/payins/allocation.ts';
import type { Excess } from '../domain/payins/excess.ts';
import type { PayerKey, PayinFacts } from '../domain/payins/payer-rules.ts';
import type { OpenPayouts } from '../domain/payouts/payouts-open.ts';
import type { SecondFactorState } from '../domain/people/second-factor.ts';
import type { Refund } from '../domain/refunds/refund.ts';
import type { Catalogue } from '../domain/state/catalogue.ts';
import {
  type BatchChanges,
  type Changes,
  type DecidedRows,
  decidedKinds,
  type KeyedRows,
  type RowKey,
} from '../domain/state/changes.ts';
import type { AnswerKey, ArrivalKey, CameKey, EarlierKey } from '../domain/state/needs.ts';
import { type LinkedLine, mayLoseItsLine } from '../domain/statements/lines-of-deals.ts';
import type { Instant } from '../domain/text/timestamp.ts';
import { transactionKey, type Withdrawal } from '../domain/withdrawals/withdrawal.ts';
import type { Loaded } from '../storage/batch/load-steps.ts';
import { answerKey } from '../storage/rows/answer-rows.ts';
import { referenceKey } from '../storage/rows/arrival-rows.ts';
import { pairKey } from '../storage/rows/deal-rows.ts';
import { payinName, payoutKey } from '../storage/rows/invoice-rows.ts';
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
  readonly isMoneyOutOpen: boolean;

  readonly #rows: RowSets;
  readonly #balances: BalanceChanges;
  readonly #dealIds = new Map<string, string[]>();
  readonly #earlierPayins = new Map<string, EarlierInvoice[]>();
  readonly #payouts = new Map<string, string>();
  readonly #occupants = new Map<string, { dealId: string; restsUntil: Instant | null }>();
  readonly #arrivalIds = new Map<string, string>();
  readonly #dealsOfPairs = new Map<string, OccupyingDeal>();
  readonly #ran = new Map<string, Ran>();
  readonly #handSettled = new Map<string, HandSettled>();
  readonly #soughtInvoices = new Map<string, string>();
  readonly #posted = new Map<string, Transfer[]>();
  readonly #sentBy = new Map<string, string>();
  readonly #payinsOfPayers = new Map<string, PayinFacts[]>();
  readonly #takings: Loaded['takings'];
  readonly #claims: Loaded['claims'];
  readonly #bankLines = new Map<string, LinkedLine>();
  readonly #openPayouts = new Map<number, OpenPayouts>();
  /** What payouts bring in this batch, by account. */
  readonly #broughtNow = new Map<number, bigint>();
  readonly #freedPairs: string[] = [];
  readonly #settledBefore = new Set<string>();
  readonly #changedMoney = new Set<string>();

  constructor(catalogue: Catalogue, loaded: Loaded, { now, isMoneyOutOpen }: Pick<View, 'now' | 'isMoneyOutOpen'>) {
    this.catalogue = catalogue;
    this.now = now;
    this.isMoneyOutOpen = isMoneyOutOpen;
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
    for (const line of loaded.linesOfDeals) this.#bankLines.set(line.dealId, line);
    for (const earlier of loaded.earlierPayins) this.#noteEarlierPayin(nameOfKey(earlier), earlier);
    for (const { id, ...key } of loaded.earlierPayouts) this.#payouts.set(payoutKey({ ...key, type: 'out' }) ?? '', id);
    for (const { requisiteId, amount, ...occupant } of loaded.occupants) {
      this.#occupants.set(pairKey(requisiteId, amount), occupant);
    }
    for (const { requisiteId, ...deal } of loaded.dealsOfPairs) {
      this.#dealsOfPairs.set(pairKey(requisiteId, deal.amount), deal);
    }
    for (const { requisiteId, soughtSum: amount, arrivedAt, cameBy, isOnly, ...deal } of loaded.ran) {
      this.#ran.set(cameKey({ requisiteId, amount, arrivedAt, cameBy }), isOnly ? deal : 'several');
    }
    for (const { requisiteId, soughtSum: amount, arrivedAt, cameBy, isOnly, ...deal } of loaded.handSettled) {
      this.#handSettled.set(cameKey({ requisiteId, amount, arrivedAt, cameBy }), { deal, isOnly });
    }
    for (const found of [loaded.dealsOfPairs, loaded.ran, loaded.handSettled]) {
      for (const { dealId, invoiceId } of found) this.#soughtInvoices.set(dealId, invoiceId);
    }
    for (const { transaction, withdrawalId } of loaded.sentByTransactions) this.#sentBy.set(transaction, withdrawalId);
    for (const { key, ...payin } of loaded.payinsOfPayers) {
      const known = this.#payinsOfPayers.get(key);
      if (known === undefined) this.#payinsOfPayers.set(key, [payin]);
      else known.push(payin);
    }
    this.#takings = loaded.takings;
    this.#claims = loaded.claims;
    for (const { makerId, ...open } of loaded.openPayouts) this.#openPayouts.set(makerId, open);
    for (const transfer of loaded.posted) this.#notePosted(transfer);
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

  earlierPayins(key: EarlierKey): readonly EarlierInvoice[] {
    return this.#earlierPayins.get(nameOfKey(key) ?? '') ?? [];
  }

  earlierPayoutId(key: EarlierKey): string | undefined {
    return this.#payouts.get(payoutKey(key) ?? '');
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

  withdrawalSentBy(transaction: string): string | undefined {
    return this.#sentBy.get(transaction);
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

  bankLineOf(dealId: string): LinkedLine | undefined {
    return this.#bankLines.get(dealId);
  }

  refundsOf(invoiceId: string): readonly Refund[] {
    const all = this.#rows.of('refunds').all();
    return all.filter((refund) => refund.invoiceId === invoiceId);
  }

  excess(dealId: string): Excess | undefined {
    return this.row('excesses', dealId);
  }

  payinsOf(payer: PayerKey): readonly PayinFacts[] {
    const known = new Map((this.#payinsOfPayers.get(payer.key) ?? []).map((payin) => [payin.id, payin]));
    const begun = new Set(this.row('payers', payer.key)?.begun.map(({ id }) => id));
    // What an earlier command of the batch made of them, and those that it has made.
    for (const invoice of this.#rows.of('invoices').all()) {
      const isOfUser = invoice.type === 'in' && invoice.storeId === payer.storeId && invoice.userId === payer.name;
      if (payer.kind === 'user' ? isOfUser : begun.has(invoice.id)) known.set(invoice.id, this.#payinFacts(invoice));
    }
    return [...known.values()];
  }

  #payinFacts({ id, status, createdAt, expireAt, updatedAt, dealCount, partSum }: Invoice): PayinFacts {
    const isConfirmed = this.dealsOf(id).some((deal) => deal.status === 'transfer_confirmed');
    return { id, status, createdAt, expireAt, updatedAt, dealCount, hasPart: partSum !== null, isConfirmed };
  }

  takingsOf(makerId: number): readonly OpenTaking[] {
    const open = new Map(this.#takings.filter((one) => one.makerId === makerId).map((one) => [one.dealId, one]));
    // What an earlier command of the batch made of them, and those that it has taken.
    for (const deal of this.#rows.of('deals').all()) {
      const { id: dealId, type, status, makerSum } = deal;
      const isOpen = type === 'out' && status === 'transfer_waiting' && deal.makerId === makerId;
      if (isOpen) open.set(dealId, { makerId, dealId, makerSum });
      else open.delete(dealId);
    }
    return [...open.values()];
  }

  claimsOf(storeId: number): readonly KnownClaim[] {
    const known = new Map<string, KnownClaim>();
    const note = (claim: KnownClaim | null) => {
      if (claim?.storeId === storeId) known.set(claim.dealId, claim);
    };
    for (const row of this.#claims) note(claimOf(row, row));
    for (const deal of this.#rows.of('deals').all()) {
      const invoice = this.invoice(deal.invoiceId);
      if (invoice !== undefined) note(claimOf(deal, invoice));
    }
    return [...known.values()];
  }

  dealOfPair({ requisiteId, amount }: ArrivalKey): OccupyingDeal | undefined {
    return this.#dealsOfPairs.get(pairKey(requisiteId, amount));
  }

  ran(key: CameKey): Ran {
    return this.#ran.get(cameKey(key)) ?? 'none';
  }

  handSettled(key: CameKey): HandSettled | undefined {
    return this.#handSettled.get(cameKey(key));
  }

  /** The invoice of a deal that money was held against. */
  soughtInvoice(dealId: string): string | undefined {
    return this.#soughtInvoices.get(dealId);
  }

  openPayouts(makerId: number): OpenPayouts {
    const open = present(this.#openPayouts.get(makerId), `payouts of maker ${makerId}`);
    const now = this.#broughtNow.get(makerOf(this.catalogue, makerId).availableId);
    return now === undefined ? open : { ...open, credited: open.credited + now, lastAt: this.now };
  }

  posted(subjectId: string): readonly Transfer[] {
    return this.#posted.get(subjectId) ?? [];
  }

  answer(key: AnswerKey): StoredAnswer | undefined {
    return this.row('answers', answerKey(key));
  }

  /** Remembers the answer to an idempotency key, to be stored with what the command changed. */
  putAnswer(answer: StoredAnswer): void {
    const before = this.#rows.of('answers').put(answer);
    assert(before === undefined, `key ${answer.key} of store ${answer.storeId} was answered before`);
  }

  /** Remembers the answer to signed bytes, in place of one that has become too old. */
  putSignedRequest(request: SignedRequest): void {
    this.#rows.of('signedRequests').put(request);
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
      changedMoney: [...this.#changedMoney],
    };
  }

  /** What follows from a row that a command wants. */
  static readonly #notes: Notes = {
    invoices: (work, invoice, before) => work.#noteInvoice(invoice, before),
    deals: (work, deal, before) => {
      work.#noteDeal(deal);
      work.#noteOccupant(deal);
      if (before !== undefined && standingOf(before) === 'completed') work.#settledBefore.add(deal.id);
      if (mayLoseItsLine(before, deal)) work.#changedMoney.add(deal.id);
    },
    // Of a deal that is settled just now, no line can be known yet.
    excesses: (work, { id, sum }, before) => {
      if (sum !== before?.sum && work.#settledBefore.has(id)) work.#changedMoney.add(id);
    },
    transfers: (work, transfer) => work.#post(transfer),
    arrivals: (work, arrival) => work.#noteArrival(arrival),
    withdrawals: (work, { id, txId }) => {
      if (txId !== null) work.#sentBy.set(transactionKey(txId), id);
    },
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
    this.#noteEarlierPayin(payinName(invoice), invoice);
    const payout = payoutKey(invoice);
    if (payout !== null) this.#payouts.set(payout, invoice.id);
  }

  #noteEarlierPayin(name: string | null, invoice: EarlierInvoice): void {
    if (name === null) return;
    const known = this.#earlierPayins.get(name);
    if (known === undefined) this.#earlierPayins.set(name, [invoice]);
    else putRow(known, invoice);
  }

  #noteDeal(deal: Deal): void {
    const ids = this.#dealIds.get(deal.invoiceId);
    if (ids === undefined) this.#dealIds.set(deal.invoiceId, [deal.id]);
    else if (!ids.includes(deal.id)) ids.push(deal.id);
    const active = this.dealsOf(deal.invoiceId).filter(({ status }) => isActive(status)).length;
    if (active > 1) assert.fail(`invoice ${deal.invoiceId} would have ${active} active deals`);
  }

  #noteOccupant({ id, requisiteId, askedSum, occupies, restsUntil }: Deal): void {
    if (requisiteId === null || !occupies) return;
    const pair = pairKey(requisiteId, askedSum);
    // A deal that has ended, and whose pair another one took over, has no more say in it (when it is disputed).
    if (restsUntil !== null && (this.#occupants.get(pair)?.dealId ?? id) !== id) return;
    this.#occupants.set(pair, { dealId: id, restsUntil });
  }

  #noteArrival(arrival: Arrival): void {
    this.#arrivalIds.set(referenceKey(arrival), arrival.id);
  }

  #post(transfer: Transfer): void {
    const { subjectId, kind } = transfer;
    if (this.posted(subjectId).some((one) => one.kind === kind)) {
      assert.fail(`${kind} of ${subjectId} would be posted twice`);
    }
    this.#balances.post(transfer);
    if (kind === 'payout_pay' || kind === 'payout_reward') {
      this.#broughtNow.set(transfer.creditId, (this.#broughtNow.get(transfer.creditId) ?? 0n) + transfer.amount);
    }
    this.#notePosted(transfer);
  }

  /** Two commands that ask about one subject are answered twice. */
  #notePosted(transfer: Transfer): void {
    const known = this.#posted.get(transfer.subjectId);
    if (known === undefined) this.#posted.set(transfer.subjectId, [transfer]);
    else if (!known.some(({ kind }) => kind === transfer.kind)) known.push(transfer);
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

/** Arrivals of one sum in a batch may have come at different times. */
function cameKey({ requisiteId, amount, arrivedAt, cameBy }: CameKey): string {
  return `${pairKey(requisiteId, amount)} ${arrivedAt} ${cameBy}`;
}

/** What a payin with this key is called. */
function nameOfKey({ storeId, internalId, amount, currency }: Omit<EarlierKey, 'type'>): string | null {
  return payinName({ type: 'in', storeId, internalId, askedSum: amount, currency });
}

function present<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`${what} was not loaded: the command did not plan for it`);
  return value;
}
