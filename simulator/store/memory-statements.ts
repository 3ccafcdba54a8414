import { type Arrival, isMakersWord } from '../../src/domain/arrivals/arrival.ts';
import { type Deal, standingOf } from '../../src/domain/invoices/deal.ts';
import type { FiatMinor } from '../../src/domain/money/money.ts';
import { cameFor } from '../../src/domain/payins/excess.ts';
import {
  arrivalReference,
  type BankAccount,
  type BankLine,
  type LineOutcome,
  lineKey,
  type NewBankLine,
  ownReference,
} from '../../src/domain/statements/bank-line.ts';
import {
  type BySum,
  bySum,
  type KnownArrival,
  type KnownMoney,
  type SettledDeal,
  spanOf,
  type UnpaidDeal,
} from '../../src/domain/statements/known-money.ts';
import { firstIdAt } from '../../src/domain/text/uuid.ts';
import { referenceKey } from '../../src/storage/rows/arrival-rows.ts';
import { dealRunMs } from '../../src/storage/rows/settled-deals.ts';
import { mustHold } from '../laws/law-broken.ts';
import type { MemoryStore } from './memory-store.ts';

/** A line as it is stored. */
interface StoredLine extends BankLine {
  readonly accountId: number;
  readonly family: string;
  readonly isTrusted: boolean;
  readonly isRecorded: boolean;
  /** Somebody has said what it is: no file says it anew. */
  readonly isExplained: boolean;
}

/** Whose file is read. */
export interface ReadFile {
  readonly account: BankAccount;
  readonly family: string;
  /** An operator's. */
  readonly isTrusted: boolean;
}

/** Seeded bugs: see `mutations.ts`. */
export interface FileMistakes {
  /** What was cut is taken for all there is. */
  readonly believesCutLists?: true;
  /** What only a maker has told of counts like anybody's word. */
  readonly takesMakersWord?: true;
  /** A reader that comes back goes on behind the lines that it was reading when it died. */
  readonly forgetsItsPlace?: true;
}

/** The rows of banks' files, as `src/storage/statements/` has them in PostgreSQL. */
export class MemoryStatements {
  readonly #store: MemoryStore;
  readonly #mistakes: FileMistakes;
  readonly #lines = new Map<string, StoredLine>();
  /** By ID. */
  readonly #keys: string[] = [];
  readonly #ofArrivals = new Map<string, string>();
  readonly #ofDeals = new Map<string, string>();
  /** Account, day and family; true: an operator's file has told of it. */
  readonly #days = new Map<string, boolean>();

  constructor(store: MemoryStore, mistakes: FileMistakes) {
    this.#store = store;
    this.#mistakes = mistakes;
  }

  get lines(): Iterable<StoredLine> {
    return this.#lines.values();
  }

  line(key: string): StoredLine | undefined {
    return this.#lines.get(key);
  }

  /** A line is known by its likeness and its number among those of the file that are alike. */
  static keysOf(lines: readonly NewBankLine[]): string[] {
    const counts = new Map<string, number>();
    return lines.map(({ likeness }) => {
      const occurrence = (counts.get(likeness) ?? 0) + 1;
      counts.set(likeness, occurrence);
      return lineKey(likeness, occurrence);
    });
  }

  /** As `storeLines`: what an operator's file tells of replaces what only a maker's has told of. */
  write(file: ReadFile, told: readonly { readonly key: string; readonly line: NewBankLine }[]): StoredLine[] {
    const { account, family, isTrusted } = file;
    for (const { bookedOn } of told.map(({ line }) => line)) {
      const day = `${account.id} ${bookedOn} ${family}`;
      this.#days.set(day, isTrusted || this.#days.get(day) === true);
    }
    return told.map(({ key, line: { likeness: _, ...line } }) => {
      const known = this.#lines.get(key);
      if (known !== undefined && (known.isTrusted || !isTrusted)) return known;
      const kept = known?.isExplained === true ? known : { ...fresh, isExplained: false };
      const { state, held, arrivalId, dealId, isRecorded, isExplained } = kept;
      const id = known?.id ?? BigInt(this.#lines.size + 1);
      const row = { ...line, id, key, accountId: account.id, family, isTrusted };
      return this.#put({ ...row, state, held, arrivalId, dealId, isRecorded, isExplained });
    });
  }

  /** As `storeOutcomes`, with the unique indexes of PostgreSQL. */
  writeOutcomes(outcomes: readonly LineOutcome[]): void {
    const own = new Map(outcomes.map((one) => [one.id, one]));
    for (const { arrivalId, dealId } of outcomes) {
      for (const line of [this.#lineOf(this.#ofArrivals, arrivalId), this.#lineOf(this.#ofDeals, dealId)]) {
        if (line === undefined || line.isTrusted || own.has(line.id)) continue;
        this.#put({ ...line, ...fresh, state: 'open', held: 'told-otherwise', isExplained: true });
      }
    }
    for (const outcome of outcomes) {
      const line = this.#lines.get(this.#keys[Number(outcome.id)] ?? '');
      if (line?.state !== 'new') continue;
      const { state, held, arrivalId, dealId, isRecorded } = outcome;
      this.#put({ ...line, state, held, arrivalId, dealId, isRecorded });
    }
    this.free(outcomes.flatMap(({ dealId }) => dealId ?? []));
  }

  /** Lines of deals that are not settled any more, or with another sum: nobody knows whose money they are. */
  free(dealIds: readonly string[]): void {
    for (const dealId of dealIds) {
      const line = this.#lineOf(this.#ofDeals, dealId);
      const deal = this.#store.deals.get(dealId);
      if (line === undefined || deal === undefined || this.#isSettledWith(deal, line.amount)) continue;
      this.#put({ ...line, ...fresh, state: 'open', held: 'taken-back' });
    }
  }

  /** As `loadKnown`. */
  known(file: ReadFile, lines: readonly BankLine[], alikeMax: number): KnownMoney {
    const { account } = file;
    const span = spanOf(lines);
    const sums = new Set(lines.map(({ amount }) => amount));
    const references = lines.flatMap((line) => [arrivalReference(line), ownReference(line)]);
    const named = account.requisiteIds.flatMap((requisiteId) =>
      references.flatMap((reference) => {
        const id = this.#store.index('arrivals_one_per_reference').get(referenceKey({ requisiteId, reference }));
        const found = this.#store.arrivals.get(id ?? '');
        return found === undefined ? [] : [this.#knownArrival(found, file)];
      }),
    );
    const alike = <Kind extends { readonly amount: FiatMinor }>(found: readonly Kind[]) => this.#alike(found, alikeMax);
    const deals = [...this.#store.deals.values()].filter(({ requisiteId }) =>
      account.requisiteIds.includes(requisiteId ?? 0),
    );
    return {
      named,
      arrivals: alike(this.#arrivals(file, sums, span)),
      settled: alike(this.#settled(file, deals, sums, span)),
      unpaid: alike(this.#unpaid(file, deals, sums, span)),
      payouts: new Map(),
      pairs: account.requisiteIds.flatMap((requisiteId) =>
        [...sums].flatMap((amount) => {
          const deal = this.#store.dealOfPair(requisiteId, amount);
          if (deal === undefined) return [];
          const isWaiting = deal.status === 'transfer_waiting' || deal.status === 'transfer_confirmed';
          return [{ invoiceId: deal.invoiceId, requisiteId, amount, startedAt: deal.startedAt, isWaiting }];
        }),
      ),
      toldOtherwise: new Set(lines.map(({ bookedOn }) => bookedOn).filter((day) => this.#isToldOtherwise(file, day))),
      alikeOtherwise: [...this.#lines.values()]
        .filter((line) => line.accountId === account.id && line.family !== file.family && line.direction === 'in')
        .filter((line) => sums.has(line.amount) && (line.isTrusted || !file.isTrusted))
        .map(({ amount, bookedOn }) => ({ amount, day: bookedOn })),
    };
  }

  #alike<Kind extends { readonly amount: FiatMinor }>(found: readonly Kind[], alikeMax: number): BySum<Kind> {
    if (this.#mistakes.believesCutLists !== true) return bySum(found, alikeMax);
    const cut = [...bySum(found, Number.POSITIVE_INFINITY)];
    return new Map(cut.map(([amount, alike]) => [amount, alike === 'many' ? alike : alike.slice(-alikeMax)]));
  }

  #arrivals(file: ReadFile, sums: ReadonlySet<bigint>, { from, to }: Span): KnownArrival[] {
    return [...this.#store.arrivals.values()].flatMap((one) => {
      const { id, requisiteId, amount, arrivedAt, status, dealId } = one;
      const isSought = sums.has(amount) && file.account.requisiteIds.includes(requisiteId) && id >= firstIdAt(from);
      if (!isSought || arrivedAt < from || arrivedAt > to || this.#isTaken(this.#ofArrivals, id, file)) return [];
      if (status === 'matched' && this.#isTaken(this.#ofDeals, dealId, file)) return [];
      return [this.#knownArrival(one, file)];
    });
  }

  #settled(file: ReadFile, deals: readonly Deal[], sums: ReadonlySet<bigint>, { from, to }: Span): SettledDeal[] {
    return deals.flatMap((deal) => {
      const { id, invoiceId, startedAt, endedAt } = deal;
      const amount = cameFor(deal, this.#store.tables.excesses.get(id));
      if (endedAt === null || !sums.has(amount) || !this.#isSettledWith(deal, amount)) return [];
      if (invoiceId < firstIdAt(from - dealRunMs) || invoiceId >= firstIdAt(to)) return [];
      const isPaid = this.#store.index('arrivals_one_per_deal').has(id);
      return isPaid || this.#isTaken(this.#ofDeals, id, file) ? [] : [{ id, amount, startedAt, endedAt }];
    });
  }

  #unpaid(
    { isTrusted }: ReadFile,
    deals: readonly Deal[],
    sums: ReadonlySet<bigint>,
    { from, to }: Span,
  ): UnpaidDeal[] {
    const toldOf = new Set<string | null>();
    for (const arrival of this.#store.arrivals.values())
      if (!(isTrusted && isMakersWord(arrival))) toldOf.add(arrival.dealId);
    return deals.flatMap((deal) => {
      const { id, invoiceId, askedSum: amount, startedAt, endedAt, type } = deal;
      const hasEnded = ['canceled', 'expired'].includes(standingOf(deal));
      if (type === 'out' || endedAt === null || !hasEnded || !sums.has(amount) || toldOf.has(id)) return [];
      if (invoiceId < firstIdAt(from) || invoiceId >= firstIdAt(to)) return [];
      return [{ invoiceId, amount, startedAt, endedAt }];
    });
  }

  #isSettledWith(deal: Deal, amount: bigint): boolean {
    const came = cameFor(deal, this.#store.tables.excesses.get(deal.id));
    return deal.type === 'in' && standingOf(deal) === 'completed' && came === amount;
  }

  #isToldOtherwise({ account, family, isTrusted }: ReadFile, day: string): boolean {
    const others = [...this.#days].filter(([name]) => name.startsWith(`${account.id} ${day} `));
    return others.some(([name, byOperator]) => name !== `${account.id} ${day} ${family}` && (byOperator || !isTrusted));
  }

  #knownArrival(arrival: Arrival, file: ReadFile): KnownArrival {
    const { id, requisiteId, amount, arrivedAt, reference, status, toldBy } = arrival;
    const isMakers = isMakersWord(arrival) && this.#mistakes.takesMakersWord !== true;
    const isLinked = this.#isTaken(this.#ofArrivals, id, file);
    return { id, requisiteId, amount, arrivedAt, reference, status, isMakersWord: isMakers, toldBy, isLinked };
  }

  #isTaken(of: ReadonlyMap<string, string>, id: string | null, { isTrusted }: ReadFile): boolean {
    const line = this.#lineOf(of, id);
    return line !== undefined && (line.isTrusted || !isTrusted);
  }

  #lineOf(of: ReadonlyMap<string, string>, id: string | null): StoredLine | undefined {
    return this.#lines.get(of.get(id ?? '') ?? '');
  }

  #put(line: StoredLine): StoredLine {
    const before = this.#lines.get(line.key);
    this.#keys[Number(line.id)] = line.key;
    this.#link(this.#ofArrivals, line.key, before?.arrivalId ?? null, line.arrivalId);
    this.#link(this.#ofDeals, line.key, before?.dealId ?? null, line.dealId);
    if (before?.dealId != null) this.#store.bankLines.delete(before.dealId);
    if (line.dealId !== null && line.isTrusted) {
      this.#store.bankLines.set(line.dealId, { dealId: line.dealId, lineId: String(line.id), day: line.bookedOn });
    }
    this.#lines.set(line.key, line);
    return line;
  }

  #link(of: Map<string, string>, key: string, before: string | null, after: string | null): void {
    if (before !== null) of.delete(before);
    if (after === null) return;
    mustHold(!of.has(after), oneLine, after, () => `is the money of the lines ${of.get(after)} and ${key}`);
    of.set(after, key);
  }
}

interface Span {
  readonly from: number;
  readonly to: number;
}

const fresh = { state: 'new', held: null, arrivalId: null, dealId: null, isRecorded: false } as const;
const oneLine = 'a line of a bank is one transfer, and a transfer is one line';
