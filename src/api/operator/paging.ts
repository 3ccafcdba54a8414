import { type TSchema, Type } from 'typebox';
import type { Page } from '../../storage/reads/listing.ts';
import type { Page as Numbered } from '../../storage/reads/people/people-reads.ts';
import { cursorQuery, integerQuery, orElse, uuidQuery } from '../parameters.ts';

/** How lists are asked for and answered: in pages that begin after a row, not after a number of rows. */

const limits = { minimum: 1, maximum: 200, usual: 50 } as const;

export const limitQuery = orElse(
  integerQuery(`How many, ${limits.minimum} to ${limits.maximum}; ${limits.usual} when absent`, limits),
  limits.usual,
);

const nextNote = 'Send it as `after` for the next page; null at the end';

/** Rows known by a UUID. */
export const pageQuery = {
  after: uuidQuery('The `next` of the page before'),
  limit: limitQuery,
};

/** Rows known by a number that is larger than one of JSON. */
export const longPageQuery = {
  after: cursorQuery('integer', (text) => (/^\d{1,18}$/.test(text) ? text : null)),
  limit: limitQuery,
};

export const Next = Type.Unsafe<string | null>({ type: ['string', 'null'], description: nextNote });

export function page<Item extends TSchema>(item: Item) {
  return Type.Object({ items: Type.Array(item, { description: 'The rows' }), next: Next });
}

export function pageDTO<Row, Item>({ items, next }: Page<Row>, item: (row: Row) => Item) {
  return { items: items.map(item), next };
}

/** Rows known by a small number, in its order. */
export const numberedQuery = {
  after: orElse(integerQuery('The `next` of the page before'), 0),
  limit: limitQuery,
};

export function numberedPage<Item extends TSchema>(item: Item) {
  return Type.Object({
    items: Type.Array(item, { description: 'The rows' }),
    next: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: nextNote }),
  });
}

export function numberedDTO<Row extends { readonly id: number }, Item>(
  rows: readonly Row[],
  { limit }: Numbered,
  item: (row: Row) => Item,
) {
  return { items: rows.map(item), next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
}

/** A page of what is in memory, in the order of IDs. */
export function pageFrom<Row extends { readonly id: number }>(rows: Iterable<Row>, { after, limit }: Numbered): Row[] {
  const found: Row[] = [];
  for (const row of rows) {
    if (row.id > after) found.push(row);
    if (found.length === limit) break;
  }
  return found;
}

/** All rows at once. */
export function all<Item extends TSchema>(item: Item) {
  return Type.Object({ items: Type.Array(item, { description: 'The rows' }) });
}
