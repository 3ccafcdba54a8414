import type pg from 'pg';
import type { Instant } from '../../domain/text/timestamp.ts';
import { firstIdAt } from '../../domain/text/uuid.ts';
import { readOnce } from '../database/connection.ts';
import { orUnavailable } from '../database/database-errors.ts';
import type { Selection } from '../rows/shape.ts';

/**
 * Lists are paged by cursor: a page begins behind the last ID of the one before, so that an index leads straight to it, and
 * new rows move nothing. Newest first: IDs begin with their time.
 */
export interface PageRequest {
  /** The last ID of the page before; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

export interface Page<Row> {
  readonly items: readonly Row[];
  /** Null on the last page. */
  readonly next: string | null;
}

/** Conditions of a list, with their values: only those that were asked for, so that the planner sees what is constant. */
export class Conditions {
  readonly values: unknown[];
  readonly #texts: string[] = [];

  constructor(values: unknown[] = []) {
    this.values = values;
  }

  /** Further conditions of the same query, which stand elsewhere in it. */
  more(): Conditions {
    return new Conditions(this.values);
  }

  /** `?` stands for the value. An absent value is no condition. */
  add(text: string, value: unknown): this {
    if (value !== null && value !== undefined) this.#texts.push(text.replaceAll('?', this.parameter(value)));
    return this;
  }

  always(text: string): this {
    this.#texts.push(text);
    return this;
  }

  /** The number of a value that stands outside the conditions. */
  parameter(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  toString(): string {
    return this.#texts.length === 0 ? 'true' : this.#texts.join(' and ');
  }
}

/** A column in front of the ID in an index, and which of its values are asked for. */
export interface KeyColumn {
  /** As the index has it, of the table `t`. */
  readonly column: string;
  readonly type: 'int4' | 'int8' | 'text';
  readonly values: readonly (number | bigint | string)[];
}

interface KeyRanges {
  readonly table: string;
  readonly keys: readonly KeyColumn[];
  readonly ids: IdRange;
  /** The parameter with the number of rows. */
  readonly limit: string;
}

/**
 * The IDs, as `t`, of the newest rows with any combination of the keys; each combination is a range of the index that has
 * these columns and then the ID. "nulls last" is how that index is sorted and the primary key is not: else the planner
 * might walk the primary key and filter, which reads the whole past when there is little to find.
 */
export function newestOfKeys(where: Conditions, { table, keys, ids, limit }: KeyRanges, and = 'true'): string {
  const sources = keys.map(
    ({ type, values }, index) => `unnest(${where.parameter(values)}::${type}[]) k${index}(value)`,
  );
  const isKey = keys.map(({ column }, index) => `${column} = k${index}.value`).join(' and ');
  const isInRange = `t.id >= ${where.parameter(ids.from)}::uuid and t.id < ${where.parameter(ids.before)}::uuid`;
  return `(
    select t.id from ${sources.join(' cross join ')} cross join lateral (
      select t.id from ${table} t where ${isKey} and ${isInRange} and ${and} order by t.id desc nulls last limit ${limit}
    ) t order by t.id desc limit ${limit}
  ) t`;
}

interface IdRange {
  readonly from: string;
  /** Not included. */
  readonly before: string;
}

/** IDs begin with their time: a page and a period both bound them. */
export function idRange(
  after: string | null,
  period?: { readonly from: Instant | null; readonly to: Instant | null },
): IdRange {
  const ends = [after?.toLowerCase() ?? lastId];
  if (period?.to !== null && period?.to !== undefined) ends.push(firstIdAt(period.to));
  return { from: firstIdAt(period?.from ?? 0), before: ends.reduce((least, id) => (id < least ? id : least)) };
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A query that is put together for the question: planned anew each time, for its values. */
export interface Query<Row = unknown> {
  readonly text: string;
  readonly values: unknown[];
  readonly selection: Pick<Selection<Row>, 'decode'>;
}

export async function readQuery<Row>(pool: pg.Pool, { text, values, selection }: Query<Row>): Promise<Row[]> {
  return await orUnavailable(readOnce(pool, { text, decode: selection.decode }, values));
}

/** Asks for one row more than a page holds: so it is known whether there is another page, which begins behind the cursor. */
export async function readPage<Row>(
  pool: pg.Pool,
  query: Query<Row>,
  page: PageRequest,
  cursorOf: (row: Row) => string | bigint,
): Promise<Page<Row>> {
  return pageOf(await readQuery(pool, query), page.limit, cursorOf);
}

/** The same query of what lives. Values are parameters, so no text of anybody's is touched. */
export function amongLiving<Row>(query: Query<Row>): Query<Row> {
  return { ...query, text: query.text.replaceAll(/\b(from|join) (invoices|deals)\b/g, '$1 only $2') };
}

/**
 * A page, newest first, of invoices or deals. Most pages are of what lives, and need not ask each month of the archive: one that is
 * full, and younger than everything that ever moved, is right. Otherwise the archive is asked too.
 */
export async function readNewestPage<Row>(
  pool: pg.Pool,
  query: Query<Row>,
  page: PageRequest,
  idOf: (row: Row) => string,
): Promise<Page<Row>> {
  const living = await readPage(pool, amongLiving(query), page, idOf);
  const frontier = await readFrontier(pool);
  if (frontier === null || (living.next !== null && living.next >= frontier)) return living;
  return await readPage(pool, query, page, idOf);
}

/** No ID from this one on is in the archive; null: it was never filled. Asked after the list, so nothing moved in between unseen. */
export async function readFrontier(pool: pg.Pool): Promise<string | null> {
  const { rows } = await orUnavailable(
    pool.query({ name: 'archive-frontier', text: 'select moved_before from archive_state' }),
  );
  const before = rows[0]?.moved_before ?? null;
  return before === null ? null : firstIdAt(Math.ceil(before));
}

/** A page of rows, of which there is one more than it holds if another page follows. */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursorOf: (row: Row) => string | bigint): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? String(cursorOf(last)) : null };
}
