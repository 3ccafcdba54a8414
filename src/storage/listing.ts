import type pg from 'pg';
import type { Cells } from './connection.ts';
import { orUnavailable } from './database-errors.ts';

/**
 * Lists are paged by cursor: a page begins behind the last ID of the one before, so that an index leads straight to it, and
 * rows that come in meanwhile move nothing. Newest first: IDs begin with their time.
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
  readonly values: unknown[] = [];
  readonly #texts: string[] = [];

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

export interface Query {
  readonly text: string;
  readonly values: unknown[];
}

/** Asks for one row more than a page holds: so it is known whether there is another page. */
export async function readPage<Row>(
  pool: pg.Pool,
  query: Query,
  page: PageRequest,
  decode: (cells: Cells) => Row,
): Promise<Page<Row>> {
  const { rows } = await orUnavailable(pool.query({ ...query, rowMode: 'array' }));
  const shown: Cells[] = rows.slice(0, page.limit);
  const last = shown.at(-1)?.[0];
  return {
    items: shown.map(decode),
    next: rows.length > page.limit && last !== undefined ? String(last) : null,
  };
}
