import type { BatchChanges, RowKey, StoredRows, WrittenRows } from '../../src/domain/state/changes.ts';
import { brokenCheck, type RowKind } from '../../src/storage/rows/row-kind.ts';
import { type RowKinds, rowKinds, type StoredKind, storedKinds } from '../../src/storage/rows/row-kinds.ts';
import { Journal } from './journal.ts';
import { emptyTables, type MemoryStore, type Tables } from './memory-store.ts';
import { type Followers, followersOf } from './stored-rows.ts';

/** A constraint of the database refuses a row. */
export class ConstraintViolation extends Error {
  override readonly name = 'ConstraintViolation';
  readonly constraint: string;

  constructor(constraint: string, subject: string) {
    super(`${constraint}: ${subject}`);
    this.constraint = constraint;
  }
}

/** The rows as they were before, for the laws to compare with. */
export type Replaced = Tables;

/**
 * Stores a batch, kind by kind in the order of `row-kinds.ts`, whole or not at all. `ignored` are constraints that a seeded
 * bug has switched off.
 */
export function applyChanges(
  store: MemoryStore,
  changes: BatchChanges,
  ignored: ReadonlySet<string> = new Set(),
): Replaced {
  const writer = new Writer(store, ignored);
  try {
    writer.write(changes);
    return writer.replaced;
  } catch (error) {
    writer.journal.rollBack();
    throw error;
  }
}

/** Where rows of a kind are kept; kinds that nobody asks for here have no table. */
export type TablesOf<Kinds extends StoredKind = StoredKind> = {
  readonly [Kind in Kinds]?: Map<RowKey, StoredRows[Kind]>;
};

interface Place<Row> {
  readonly kind: RowKind<Row>;
  readonly table: Map<RowKey, Row> | undefined;
  readonly replaced: Map<RowKey, Row> | undefined;
  readonly follow: ((row: Row, before: Row | undefined) => void) | undefined;
}

class Writer {
  readonly journal = new Journal();
  readonly replaced = emptyTables();
  readonly #store: MemoryStore;
  readonly #ignored: ReadonlySet<string>;
  readonly #followers: Followers;

  constructor(store: MemoryStore, ignored: ReadonlySet<string>) {
    this.#store = store;
    this.#ignored = ignored;
    this.#followers = followersOf(store, this.journal, (holds, constraint, subject) =>
      this.#check(holds, constraint, subject),
    );
  }

  write(changes: BatchChanges): void {
    for (const id of changes.freedPairs) this.#freePair(id, changes.now);
    for (const kind of storedKinds) {
      this.#writeKind(kind, rowKinds, changes, this.#store.tables, this.replaced, this.#followers);
    }
  }

  #freePair(dealId: string, now: number): void {
    const { deals } = this.#store;
    const deal = deals.get(dealId);
    if (deal === undefined || !deal.occupies || deal.restsUntil === null || deal.restsUntil > now) return;
    const { deals: follow } = this.#followers;
    this.#update(
      { kind: rowKinds.deals, table: deals, replaced: this.replaced.deals, follow },
      { ...deal, occupies: false },
    );
  }

  #writeKind<Kind extends StoredKind>(
    name: Kind,
    kinds: RowKinds<Kind>,
    rows: WrittenRows<Kind>,
    tables: TablesOf<Kind>,
    replaced: TablesOf<Kind>,
    followers: Followers<Kind>,
  ): void {
    const written = rows[name];
    if (written.added.length === 0 && written.changed.length === 0) return;
    const place = { kind: kinds[name], table: tables[name], replaced: replaced[name], follow: followers[name] };
    for (const row of written.changed) this.#update(place, row);
    for (const row of written.added) this.#insert(place, row);
  }

  #update<Row>({ kind, table, replaced, follow }: Place<Row>, decided: Row): void {
    if (kind.key === null || table === undefined) {
      follow?.(decided, undefined);
      return;
    }
    const key = kind.key(decided);
    const before = table.get(key);
    if (before === undefined) return;
    const row = kind.combine === null ? decided : kind.combine.inMemory(before, decided);
    this.#checkRow(kind, row);
    for (const { name, entry } of kind.unique) {
      const [was, is] = [entry(before), entry(row)];
      if (was === is) continue;
      if (was !== null) this.journal.remove(this.#store.index(name), was);
      if (is !== null) this.#enter(name, is, key);
    }
    if (replaced?.has(key) === false) replaced.set(key, before);
    this.journal.put(table, key, row);
    follow?.(row, before);
  }

  #insert<Row>({ kind, table, follow }: Place<Row>, row: Row): void {
    this.#checkRow(kind, row);
    const key = kind.key === null ? null : kind.key(row);
    for (const { name, entry } of kind.unique) {
      const own = entry(row);
      if (own !== null) this.#enter(name, own, key ?? own);
    }
    if (key !== null && table !== undefined) this.journal.put(table, key, row);
    follow?.(row, undefined);
  }

  #enter(constraint: string, entry: RowKey, key: RowKey): void {
    const index = this.#store.index(constraint);
    this.#check(!index.has(entry), constraint, String(entry));
    this.journal.put(index, entry, key);
  }

  #checkRow<Row>(kind: RowKind<Row>, row: Row): void {
    const broken = brokenCheck(kind, row);
    if (broken !== null) this.#check(false, broken, kind.key === null ? kind.table : String(kind.key(row)));
  }

  #check(holds: boolean, constraint: string, subject: string): void {
    if (!holds && !this.#ignored.has(constraint)) throw new ConstraintViolation(constraint, subject);
  }
}
