import type { SealedAccount } from '../../src/domain/book/balance-leaf.ts';
import type { PageHeader } from '../../src/domain/book/page-header.ts';
import type { SealedTransfer } from '../../src/domain/book/sealed-transfer.ts';
import type { Catalogue } from '../../src/domain/state/catalogue.ts';
import type { BatchChanges } from '../../src/domain/state/changes.ts';
import type { Random } from '../random.ts';
import { SealedBook } from './sealed-book.ts';
import { SealedLaws } from './sealed-laws.ts';

/** What somebody could do wrong who writes the sealer: seeded bugs. */
export interface SealingMistakes {
  /** Takes what a batch is about to store for what is stored. */
  readonly sealsUnfinished?: true;
  /** Believes what it remembers of the book, and not the book: after a crash, another process has other memories. */
  readonly sealsTwice?: true;
  /** Leaves an account out of the tree of balances. */
  readonly leavesOut?: true;
  /** Goes on from the page before the last one. */
  readonly believesOldHead?: true;
}

interface SealerWorld {
  readonly catalogue: Catalogue;
  readonly balance: (accountId: number) => bigint;
  /** What a process takes for the time. */
  readonly clockOf: (process: number) => number;
}

/** A page is sealed after so many commits, more or less. */
const commitsPerPage = 500;
/** What is more is sealed in pieces. */
const transfersPerPage = 300;
/** Of a thousand: a sealer dies before it has stored a page, or right after. */
const deathsPerMille = 60;

/**
 * Seals the book behind the work, as the service does: one process at a time, another one when that dies. It looks on when batches
 * commit and moves nobody, so a world with it is the world without it.
 */
export class Sealer {
  readonly book: SealedBook;
  readonly #world: SealerWorld;
  readonly #random: Random;
  readonly #mistakes: SealingMistakes;
  readonly #laws: SealedLaws;
  readonly #accounts: ReadonlyMap<number, SealedAccount>;
  /** Numbers are given when a batch stores, and not in the order in which batches commit. */
  readonly #numbered = new Map<BatchChanges, SealedTransfer[]>();
  readonly #stored: SealedTransfer[] = [];
  /** How much of what is stored each process remembers as sealed. */
  readonly #remembered = [0, 0];
  #sealed = 0;
  #lastId = 0n;
  #leader = 0;
  #commits = 0;
  #nextAt = commitsPerPage;

  constructor(world: SealerWorld, random: Random, mistakes: SealingMistakes = {}) {
    this.#world = world;
    this.#random = random;
    this.#mistakes = mistakes;
    this.#accounts = accountsOf(world.catalogue);
    this.book = new SealedBook(Buffer.from(random.bytes(32)), Buffer.from(random.bytes(32)));
    this.#laws = new SealedLaws(this.book, { balance: world.balance, random });
  }

  /** A batch is about to store these. It may still fail. */
  stores(changes: BatchChanges, now: number): void {
    const transfers = changes.transfers.added.map((transfer): SealedTransfer => {
      this.#lastId += 1n;
      return { ...transfer, id: this.#lastId, atMicros: BigInt(now) * 1_000n };
    });
    this.#numbered.set(changes, transfers);
    // Those that failed are forgotten one after the other.
    if (this.#numbered.size > 50) this.#numbered.delete(this.#numbered.keys().next().value as BatchChanges);
  }

  committed(changes: BatchChanges): void {
    const transfers = this.#numbered.get(changes) ?? [];
    this.#numbered.delete(changes);
    this.#stored.push(...transfers);
    this.#laws.stored(transfers);
    this.#commits += 1;
    if (this.#commits < this.#nextAt) return;
    this.#nextAt = this.#commits + this.#random.between(1, 2 * commitsPerPage);
    this.#keep();
  }

  crashed(process: number): void {
    if (process === this.#leader) this.#leader = 1 - process;
  }

  /** In the end everything is sealed, and a store proves what it has. */
  ended(): void {
    if (this.#stored.length > 0) this.#seal();
    this.#laws.prove(this.#random.pick(storeAccounts(this.#world.catalogue, this.#accounts)));
  }

  #keep(): void {
    if (this.#random.chance(deathsPerMille)) {
      this.crashed(this.#leader);
      return;
    }
    const leader = this.#leader;
    this.#seal();
    if (this.#random.chance(deathsPerMille)) this.crashed(leader);
    else this.#remembered[leader] = this.#sealed;
    const accounts = this.#random.pick(storeAccounts(this.#world.catalogue, this.#accounts));
    if (this.#random.chance(150)) this.#laws.prove(accounts);
    if (this.#random.chance(20)) this.book.changeKey(Buffer.from(this.#random.bytes(32)));
  }

  #seal(): void {
    const from = this.#mistakes.sealsTwice ? (this.#remembered[this.#leader] ?? 0) : this.#sealed;
    const unfinished = this.#mistakes.sealsUnfinished ? [...this.#numbered.values()].flat() : [];
    const transfers = [...this.#stored.slice(from), ...unfinished].sort((one, other) => (one.id < other.id ? -1 : 1));
    const at = this.#world.clockOf(this.#leader);
    const isPieces = transfers.length > transfersPerPage;
    for (let start = 0; isPieces && start < transfers.length; start += transfersPerPage) {
      this.#page(transfers.slice(start, start + transfersPerPage), at, false);
    }
    this.#page(isPieces ? [] : transfers, at, true);
    this.#sealed = this.#stored.length;
  }

  #page(transfers: readonly SealedTransfer[], at: number, isComplete: boolean): void {
    const accounts = (id: number) => this.#accounts.get(id) as SealedAccount;
    const [left] = storeAccounts(this.#world.catalogue, this.#accounts)[0] ?? [];
    const page = this.book.seal({
      transfers,
      accounts,
      at,
      isComplete,
      isLeftOut: (id) => this.#mistakes.leavesOut === true && id === left?.id,
      change: (header) => (this.#mistakes.believesOldHead ? onOldHead(this.book, header) : header),
    });
    this.#laws.sealed(page, transfers);
  }
}

function onOldHead({ pages }: SealedBook, header: PageHeader): PageHeader {
  const old = pages.at(-2);
  return old === undefined ? header : { ...header, previousHash: old.hash };
}

function accountsOf(catalogue: Catalogue): ReadonlyMap<number, SealedAccount> {
  const all: SealedAccount[] = [];
  for (const [currency, id] of catalogue.externalAccounts) all.push({ id, kind: 'external', ownerId: 0, currency });
  for (const [currency, id] of catalogue.feeAccounts) all.push({ id, kind: 'fees', ownerId: 0, currency });
  for (const { id: ownerId, accounts } of catalogue.stores.values()) {
    for (const { availableId, frozenId, excessId, currency } of accounts) {
      all.push({ id: availableId, kind: 'store_available', ownerId, currency });
      all.push({ id: frozenId, kind: 'store_frozen', ownerId, currency });
      all.push({ id: excessId, kind: 'store_excess', ownerId, currency });
    }
  }
  for (const { id: ownerId, settlementCurrency: currency, availableId, heldId } of catalogue.makers.values()) {
    all.push({ id: availableId, kind: 'maker_available', ownerId, currency });
    all.push({ id: heldId, kind: 'maker_held', ownerId, currency });
  }
  const owners = new Map(all.map((account) => [account.id, account]));
  for (const { id, availableId, currency } of catalogue.debts.values()) {
    const { kind, ownerId = 0 } = owners.get(availableId) ?? {};
    all.push({ id, kind: kind === 'maker_available' ? 'maker_debt' : 'store_debt', ownerId, currency });
  }
  return new Map(all.map((account) => [account.id, account]));
}

/** What each store proves: both sides of each of its accounts. */
function storeAccounts(catalogue: Catalogue, accounts: ReadonlyMap<number, SealedAccount>): SealedAccount[][] {
  return [...catalogue.stores.values()].flatMap((store) =>
    store.accounts.map(({ availableId, frozenId }) =>
      [availableId, frozenId].map((id) => accounts.get(id) as SealedAccount),
    ),
  );
}
