import assert from 'node:assert/strict';
import type { RowKey, Written } from '../domain/changes.ts';
import { brokenCheck, changedForGood, type RowKind } from '../storage/rows/row-kind.ts';

/** The rows of one kind in a batch: those that were loaded, as the commands decided so far have left them, and new ones. */
export class RowSet<Row> {
  readonly #kind: RowKind<Row>;
  readonly #rows = new Map<RowKey, Row>();
  readonly #loaded = new Set<RowKey>();
  readonly #touched = new Set<RowKey>();
  /** Of a kind without keys: rows that are only ever added. */
  readonly #added: Row[] = [];

  constructor(kind: RowKind<Row>) {
    this.#kind = kind;
  }

  get(key: RowKey): Row | undefined {
    return this.#rows.get(key);
  }

  values(): IterableIterator<Row> {
    return this.#rows.values();
  }

  /** A row as it was found. Several steps may find it; the first one may have locked it. */
  load(row: Row): void {
    const { key, table } = this.#kind;
    assert(key !== null, `rows of ${table} are not loaded`);
    const own = key(row);
    assert(!this.#touched.has(own), `${table} ${own} is loaded after it was changed`);
    this.#loaded.add(own);
    this.#rows.set(own, row);
  }

  /** A row as a command wants it, new or not. Answers what it was before. */
  put(row: Row): Row | undefined {
    const { key, table } = this.#kind;
    const broken = brokenCheck(this.#kind, row);
    assert(broken === null, `a row of ${table} would break ${broken}`);
    if (key === null) {
      this.#added.push(row);
      return undefined;
    }
    const own = key(row);
    const before = this.#rows.get(own);
    assert(before !== undefined || !this.#kind.isStanding, `${table} ${own} would be new, and none is ever added`);
    if (before !== undefined) {
      const column = changedForGood(this.#kind, before, row);
      assert(column === null, `${column} of ${table} ${own} would change, and is written once`);
    }
    this.#rows.set(own, row);
    this.#touched.add(own);
    return before;
  }

  /** What has to be written: each row once, as it finally is. */
  written(): Written<Row> {
    if (this.#kind.key === null) return { added: this.#inOrder(this.#added), changed: [] };
    const [added, changed]: [Row[], Row[]] = [[], []];
    for (const key of this.#touched) {
      (this.#loaded.has(key) ? changed : added).push(this.#rows.get(key) as Row);
    }
    return { added: this.#inOrder(added), changed: this.#inOrder(changed) };
  }

  #inOrder(rows: Row[]): Row[] {
    const { order } = this.#kind;
    if (order === null || rows.length < 2) return rows;
    const keyed = rows.map((row) => ({ row, key: order(row) }));
    return keyed
      .sort((left, right) => (left.key < right.key ? -1 : Number(left.key > right.key)))
      .map(({ row }) => row);
  }
}
