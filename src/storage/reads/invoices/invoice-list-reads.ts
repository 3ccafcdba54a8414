import type pg from 'pg';
import type { InvoiceStatus } from '../../../domain/invoices/invoice.ts';
import { type Direction, directions } from '../../../domain/money/payment.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import type { IdPrefix } from '../../../domain/text/uuid.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { int4, uuid } from '../../rows/codec.ts';
import { select } from '../../rows/shape.ts';
import {
  amongLiving,
  Conditions,
  idRange,
  type KeyColumn,
  newestOfKeys,
  type Page,
  type PageRequest,
  type Query,
  readFrontier,
  readNewestPage,
  readQuery,
} from '../listing.ts';
import { findInvoices, type InvoiceWithDeals } from './invoice-reads.ts';

/** What a list of invoices is narrowed to; null means: whatever it is. */
export interface InvoiceFilter {
  /** Whose invoices at all: null for an operator. */
  readonly storeIds: readonly number[] | null;
  readonly status: InvoiceStatus | null;
  readonly type: Direction | null;
  readonly from: Instant | null;
  readonly to: Instant | null;
  readonly internalId: string | null;
  /** An invoice or one of its deals. */
  readonly id: string | null;
  readonly sum: { readonly amount: bigint; readonly currency: string } | null;
  readonly requisite: RequisiteSearch | null;
}

/** The catalogue knows which requisites end so. */
export interface RequisiteSearch {
  readonly tail: string;
  readonly requisiteIds: readonly number[];
}

export async function listInvoices(
  pool: pg.Pool,
  filter: InvoiceFilter,
  page: PageRequest,
  allStoreIds: readonly number[],
): Promise<Page<InvoiceWithDeals>> {
  const { items, next } = await readNewestPage(pool, invoiceIdsQuery(filter, page, allStoreIds), page, ({ id }) => id);
  const ids = items.map(({ id }) => id);
  const found = await orUnavailable(findInvoices(pool, ids));
  return { items: ids.flatMap((id) => found.get(id) ?? []), next };
}

/** How many there are, counted up to a limit. */
export async function countInvoices(
  pool: pg.Pool,
  filter: InvoiceFilter,
  limit: number,
  allStoreIds: readonly number[],
): Promise<number> {
  const { text, values } = invoiceIdsQuery(filter, { after: null, limit: limit - 1 }, allStoreIds);
  const counting = { text: `select ${counted.list} from (${text}) found`, values, selection: counted };
  const [living] = await readQuery(pool, amongLiving(counting));
  if ((living?.count ?? 0) >= limit || (await readFrontier(pool)) === null) return living?.count ?? 0;
  const [found] = await readQuery(pool, counting);
  return found?.count ?? 0;
}

/** No text that begins like this comes after it: the last character there is. */
const lastCharacter = '\u{10ffff}';

/** How internal IDs begin, in every store; in the order of the IDs, because that is what the index has. */
export function invoicesOfPrefixQuery(
  prefix: string,
  storeIds: readonly number[],
  limit: number,
): Query<{ readonly id: string }> {
  const where = new Conditions();
  const [from, to] = [where.parameter(prefix), where.parameter(`${prefix}${lastCharacter}`)];
  const max = where.parameter(limit);
  const text = `select ${selection.list} from unnest(${where.parameter(storeIds)}::int4[]) s(id) cross join lateral (
      select t.id, t.internal_id from invoices t
      where t.store_id = s.id and t.internal_id ~>=~ ${from} and t.internal_id ~<~ ${to}
        and t.internal_id is not null and t.internal_id <> ''
      order by t.internal_id using ~<~ limit ${max}
    ) t order by t.internal_id using ~<~, t.id desc limit ${max}`;
  return { text, values: where.values, selection };
}

/** How invoice IDs begin, newest first. */
export function invoicesOfIdPrefixQuery(range: IdPrefix, limit: number): Query<{ readonly id: string }> {
  const text = `select ${selection.list} from invoices t where t.id between $1::uuid and $2::uuid order by t.id desc limit $3`;
  return { text, values: [range.from, range.to, limit], selection };
}

export async function findInvoicesOf(
  pool: pg.Pool,
  query: Query<{ readonly id: string }>,
): Promise<readonly InvoiceWithDeals[]> {
  const ids = (await readQuery(pool, query)).map(({ id }) => id);
  const found = await orUnavailable(findInvoices(pool, ids));
  return ids.flatMap((id) => found.get(id) ?? []);
}

const counted = select('', { count: int4.from('count(*)::int4') });

/**
 * Each search has one index that leads it, and the rest are conditions on what that index finds: the ID, the internal ID, the
 * requisite, the amount, the kind; with none of them, time.
 */
export function invoiceIdsQuery(
  filter: InvoiceFilter,
  page: PageRequest,
  allStoreIds: readonly number[],
): Query<{ readonly id: string }> {
  const where = new Conditions();
  const limit = where.parameter(page.limit + 1);
  const stores = filter.storeIds ?? allStoreIds;
  const source = (): string => {
    if (filter.id !== null) return byId(where, filter.id, filter, page);
    if (filter.internalId !== null) return byInternalId(where, { stores, internalId: filter.internalId }, filter, page);
    if (filter.requisite !== null) return byRequisite(where, filter.requisite, limit, filter, page);
    if (filter.sum !== null && !isNeverMuch(filter.status)) {
      const keys = [
        { column: 't.store_id', type: 'int4', values: stores },
        { column: 't.amount', type: 'int8', values: [filter.sum.amount] },
      ] as const;
      const conditions = sumConditions(kindConditions(where, filter), filter);
      return newestOfKeys(where, { table: 'invoices', keys, ids: idRange(page.after, filter), limit }, `${conditions}`);
    }
    if (filter.storeIds === null && filter.status === null && filter.type === null) {
      return `invoices t where ${rangeConditions(where, filter, page)}`;
    }
    return ofKind(where, stores, limit, filter, page);
  };
  const text = `select ${selection.list} from ${source()} order by t.id desc limit ${limit}`;
  return { text, values: where.values, selection };
}

const selection = select('t', { id: uuid });

/** At any time, few of all invoices are open or in dispute: these lead better than a sum, which may be everybody's price. */
function isNeverMuch(status: InvoiceStatus | null): boolean {
  return status === 'new' || status === 'dispute';
}

function ofKind(
  where: Conditions,
  stores: readonly number[],
  limit: string,
  filter: InvoiceFilter,
  page: PageRequest,
): string {
  const types = filter.type === null ? Object.keys(directions) : [filter.type];
  if (filter.status === 'new') return openOnes(where, stores, filter, page);
  const keys: KeyColumn[] = [
    { column: 't.store_id', type: 'int4', values: stores },
    { column: 't.type', type: 'text', values: types },
  ];
  if (filter.status !== null) keys.push({ column: 't.status', type: 'text', values: [filter.status] });
  const conditions = sumConditions(where.more().always(filter.status === null ? 'true' : `t.status <> 'new'`), filter);
  return newestOfKeys(where, { table: 'invoices', keys, ids: idRange(page.after, filter), limit }, `${conditions}`);
}

/**
 * Here the planner has a choice, and knows enough to make it: many that are open are the newest of all, few have an index
 * that holds nothing else. The condition on the time of expiry is that index's.
 */
function openOnes(where: Conditions, stores: readonly number[], filter: InvoiceFilter, page: PageRequest): string {
  return `invoices t where t.status = 'new' and t.expire_at > '-infinity'
    and t.store_id = any(${where.parameter(stores)}::int4[]) and ${rangeConditions(where, filter, page)}`;
}

function byId(where: Conditions, asked: string, filter: InvoiceFilter, page: PageRequest): string {
  const id = where.parameter(asked);
  return `invoices t where t.id = any(array(select ${id}::uuid union select invoice_id from deals where id = ${id}::uuid))
    and ${rangeConditions(where, filter, page)}`;
}

function byInternalId(
  where: Conditions,
  asked: { readonly stores: readonly number[]; readonly internalId: string },
  filter: InvoiceFilter,
  page: PageRequest,
): string {
  return `invoices t where t.store_id = any(${where.parameter(asked.stores)}::int4[])
    and t.internal_id = ${where.parameter(asked.internalId)} and t.internal_id is not null and t.internal_id <> ''
    and ${rangeConditions(where, filter, page)}`;
}

/**
 * Payins are found through the requisite, payouts by the end of the number the merchant gave. An invoice may have had the
 * same requisite twice, and counts once. The deal of a payout has its ID.
 */
function byRequisite(
  where: Conditions,
  search: RequisiteSearch,
  limit: string,
  filter: InvoiceFilter,
  page: PageRequest,
): string {
  const tail = where.parameter(search.tail);
  const before = `${where.parameter(idRange(page.after).before)}::uuid`;
  return `(
      select d.invoice_id from unnest(${where.parameter(search.requisiteIds)}::int4[]) r(id) cross join lateral (
        select distinct d.invoice_id from deals d
        where d.requisite_id = r.id and d.requisite_id is not null and d.invoice_id < ${before}
        order by d.invoice_id desc nulls last limit ${limit}
      ) d
      union (
        select d.id from deals d where d.type = 'out' and right(d.number, 4) = right(${tail}, 4)
          and d.number like '%' || ${tail} and d.id < ${before} order by d.id desc limit ${limit}
      )
    ) d cross join lateral (
      select t.id from invoices t where t.id = d.invoice_id and ${rangeConditions(where, filter, page)} limit 1
    ) t`;
}

function rangeConditions(where: Conditions, filter: InvoiceFilter, page: PageRequest): Conditions {
  const { from, before } = idRange(page.after, filter);
  return sumConditions(kindConditions(where, filter), filter)
    .add('t.id >= ?::uuid', from)
    .add('t.id < ?::uuid', before)
    .add('t.store_id = any(?::int4[])', filter.storeIds);
}

function kindConditions(where: Conditions, filter: InvoiceFilter): Conditions {
  return where.more().add('t.status = ?', filter.status).add('t.type = ?', filter.type);
}

function sumConditions(where: Conditions, { sum }: InvoiceFilter): Conditions {
  return where.add('t.amount = ?::int8', sum?.amount).add('t.currency = ?', sum?.currency);
}
