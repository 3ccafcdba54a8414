import assert from 'node:assert/strict';
import type { RowKey, Written } from '../domain/state/changes.ts';
import { brokenCheck, type RowKind } from '../storage/rows/row-kind.ts';

/** A row of the batch, as the commands decided so far have left it. */
interface Entry<Row> {
  row: Row;
  readonly isLoaded: boolean;
  isTouched: boolean;
}

/**
 * The rows of one kind in a batch: those that were loaded, and new ones. Every row of every command goes through here: what has
 * to hold is asked with `if`, because a message that is put together for nothing costs more than the question.
 */
export class RowSet<Row> {
  readonly #kind: RowKind<Row>;
  readonly #entries = new Map<RowKey, Entry<Row>>();
  /** What has to be written, in the order in which it was first wanted. */
  readonly #touched: Entry<Row>[] = [];

  constructor(kind: RowKind<Row>) {
    this.#kind = kind;
  }

  get(key: RowKey): Row | undefined {
    return this.#entries.get(key)?.row;
  }

  all(): Row[] {
    return Array.from(this.#entries.values(), ({ row }) => row);
  }

  /** A row as it was found. Several steps may find it; the first one may have locked it. */
  load(row: Row): void {
    const { key, table } = this.#kind;
    if (key === null) assert.fail(`rows of ${table} are not loaded`);
    if (this.#touched.length > 0) assert.fail(`rows of ${table} are loaded after one was changed`);
    this.#entries.set(key(row), { row, isLoaded: true, isTouched: false });
  }

  /** A row as a command wants it, new or not. Answers what it was before. */
  put(row: Row): Row | undefined {
    const { key, table, isStanding } = this.#kind;
    const broken = brokenCheck(this.#kind, row);
    if (broken !== null) assert.fail(`a row of ${table} would break ${broken}`);
    if (key === null) {
      this.#touched.push({ row, isLoaded: false, isTouched: true });
      return undefined;
    }
    const own = key(row);
    const entry = this.#entries.get(own);
    if (entry === undefined) {
      if (isStanding) assert.fail(`${table} ${own} would be new, and none is ever added`);
      const added = { row, isLoaded: false, isTouched: true };
      this.#entries.set(own, added);
      this.#touched.push(added);
      return undefined;
    }
    const before = entry.row;
    const changed = this.#kind.changedForGood(before, row);
    if (changed !== null) assert.fail(`${changed} of ${table} ${own} would change, and is written once`);
    entry.row = row;
    if (!entry.isTouched) {
      entry.isTouched = true;
      this.#touched.push(entry);
    }
    return before;
  }

  /** What has to be written: each row once, as it finally is. */
  written(): Written<Row> | null {
    if (this.#touched.length === 0) return null;
    const added: Row[] = [];
    const changed: Row[] = [];
    for (const { row, isLoaded } of this.#touched) (isLoaded ? changed : added).push(row);
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
