import type pg from 'pg';
import type { Deal, DealStatus } from '../domain/deal.ts';
import type { InvoiceStatus } from '../domain/invoice.ts';
import type { Direction } from '../domain/payment.ts';
import type { Instant } from '../domain/timestamp.ts';
import { firstIdAt } from '../domain/uuid.ts';
import type { Cells } from './connection.ts';
import { orUnavailable } from './database-errors.ts';
import { dealsTable, decodeDeal } from './deal-rows.ts';
import { findInvoices, type InvoiceWithDeals } from './invoice-reads.ts';
import { Conditions, type Page, type PageRequest, type Query, readPage } from './listing.ts';

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

/** The catalogue knows which requisites end so; the deals of their makers are looked through for them. */
export interface RequisiteSearch {
  readonly tail: string;
  readonly requisiteIds: readonly number[];
  readonly makerIds: readonly number[];
}

export async function listInvoices(
  pool: pg.Pool,
  filter: InvoiceFilter,
  page: PageRequest,
  allStoreIds: readonly number[],
): Promise<Page<InvoiceWithDeals>> {
  const ids = await readPage(pool, invoiceIdsQuery(filter, page, allStoreIds), page, ([id]) => id as string);
  const found = await orUnavailable(findInvoices(pool, ids.items));
  return { items: ids.items.flatMap((id) => found.get(id) ?? []), next: ids.next };
}

/** How many there are, counted up to a limit. */
export async function countInvoices(
  pool: pg.Pool,
  filter: InvoiceFilter,
  limit: number,
  allStoreIds: readonly number[],
): Promise<number> {
  const { text, values } = invoiceIdsQuery(filter, { after: null, limit: limit - 1 }, allStoreIds);
  const { rows } = await orUnavailable(pool.query(`select count(*)::int4 as count from (${text}) found`, values));
  return rows[0].count;
}

/**
 * Each search has one index that leads it, and the rest are conditions on what that index finds: the ID, the internal ID, the
 * amount, the requisite, those in dispute, the stores; with none of them, time.
 */
export function invoiceIdsQuery(filter: InvoiceFilter, page: PageRequest, allStoreIds: readonly number[]): Query {
  const where = new Conditions();
  const limit = where.parameter(page.limit + 1);
  const conditions = () => invoiceConditions(where, filter, page);
  const text = (source: string) => `select i.id from ${source} order by i.id desc limit ${limit}`;
  const finish = (source: string): Query => ({ text: text(source), values: where.values });
  if (filter.id !== null) {
    const id = where.parameter(filter.id);
    where.always(`i.id = any(array(select ${id}::uuid union select invoice_id from deals where id = ${id}::uuid))`);
    return finish(`invoices i where ${conditions()}`);
  }
  if (filter.internalId !== null) {
    const stores = where.parameter(filter.storeIds ?? allStoreIds);
    const internalId = where.parameter(filter.internalId);
    where.always(`i.store_id = any(${stores}::int4[]) and i.internal_id = ${internalId}
      and i.internal_id is not null and i.internal_id <> ''`);
    return finish(`invoices i where ${conditions()}`);
  }
  if (filter.requisite !== null) return finish(byRequisite(where, filter.requisite, page, limit, conditions));
  if (filter.sum !== null) return finish(`invoices i where ${conditions()}`);
  if (filter.status === 'dispute') {
    // Few are in dispute at any time, and an index holds just those.
    where.always(`i.id = any(array(select invoice_id from deals where status = 'dispute'))`);
    return finish(`invoices i where ${conditions()}`);
  }
  if (filter.storeIds === null) return finish(`invoices i where ${conditions()}`);
  const stores = where.parameter(filter.storeIds);
  return finish(`unnest(${stores}::int4[]) s(id) cross join lateral (
    select i.id from invoices i where i.store_id = s.id and ${conditions()} order by i.id desc limit ${limit}
  ) i`);
}

function invoiceConditions(where: Conditions, filter: InvoiceFilter, page: PageRequest): Conditions {
  const leadsByStore = filter.internalId !== null;
  return where
    .add('i.id < ?::uuid', page.after)
    .add('i.id >= ?::uuid', filter.from === null ? null : firstIdAt(filter.from))
    .add('i.id < ?::uuid', filter.to === null ? null : firstIdAt(filter.to))
    .add('i.store_id = any(?::int4[])', leadsByStore ? null : filter.storeIds)
    .add('i.status = ?', filter.status)
    .add('i.type = ?', filter.type)
    .add('i.amount = ?::int8', filter.sum?.amount)
    .add('i.currency = ?', filter.sum?.currency);
}

/** Payins are found through the makers who hold the requisite, payouts by the end of the number the merchant gave. */
function byRequisite(
  where: Conditions,
  search: RequisiteSearch,
  page: PageRequest,
  limit: string,
  conditions: () => Conditions,
): string {
  const makers = where.parameter(search.makerIds);
  const requisites = where.parameter(search.requisiteIds);
  const tail = where.parameter(search.tail);
  const isAfter = page.after === null ? 'true' : `d.invoice_id < ${where.parameter(page.after)}::uuid`;
  return `(
      select distinct invoice_id from (
        select d.invoice_id from unnest(${makers}::int4[]) m(id) cross join lateral (
          select d.invoice_id from deals d
          where d.maker_id = m.id and d.maker_id is not null and d.requisite_id = any(${requisites}::int4[]) and ${isAfter}
          order by d.id desc limit ${limit} * ${dealsLookedAtPerRow}
        ) d
        union all (
          select d.invoice_id from deals d
          where d.type = 'out' and right(d.number, 4) = right(${tail}, 4) and d.number like '%' || ${tail} and ${isAfter}
          order by d.id desc limit ${limit}
        )
      ) found
    ) d cross join lateral (select i.id from invoices i where i.id = d.invoice_id and ${conditions()} limit 1) i`;
}

/** Two deals of one invoice may have used the requisite: a page is full all the same. */
const dealsLookedAtPerRow = 2;

export interface DealFilter {
  /** Whose deals: null for all makers'. */
  readonly makerId: number | null;
  /** `running`: waits for money or for somebody's word about it, or is in dispute. */
  readonly status: DealStatus | 'running' | null;
  readonly type: Direction | null;
}

export interface DealOfStore {
  readonly deal: Deal;
  readonly storeId: number;
}

export async function listDeals(pool: pg.Pool, filter: DealFilter, page: PageRequest): Promise<Page<DealOfStore>> {
  return await readPage(pool, dealsQuery(filter, page), page, decodeDealOfStore);
}

const storeOfDeal = '(select i.store_id from invoices i where i.id = d.invoice_id)';
const dealColumns = `${dealsTable.selectList('d')}, ${storeOfDeal}`;

function decodeDealOfStore(cells: Cells): DealOfStore {
  return { deal: decodeDeal(cells), storeId: cells.at(-1) };
}

/** Few deals run at any time, and three indexes hold just those: a maker's long past is not looked through for them. */
const runningStatuses = ['transfer_waiting', 'transfer_confirmed', 'dispute'] as const;

function isRunning(where: Conditions, makerId: number | null): string {
  const isTheirs = makerId === null ? '' : `and r.maker_id + 0 = ${where.parameter(makerId)}::int4`;
  const found = runningStatuses.map((status) => `select r.id from deals r where r.status = '${status}' ${isTheirs}`);
  return `d.id = any(array(${found.join(' union all ')}))`;
}

export function dealsQuery(filter: DealFilter, page: PageRequest): Query {
  const where = new Conditions();
  where
    .add('d.maker_id = ? and d.maker_id is not null', filter.makerId)
    .add('d.id < ?::uuid', page.after)
    .add('d.status = ?', filter.status === 'running' ? null : filter.status)
    .add('d.type = ?', filter.type);
  if (filter.status === 'running') where.always(isRunning(where, filter.makerId));
  const text = `select ${dealColumns} from deals d where ${where}
    order by d.id desc limit ${where.parameter(page.limit + 1)}`;
  return { text, values: where.values };
}

/** Payouts nobody has taken, oldest first: who waits longest is served first. */
export function openPayoutsQuery(storeIds: readonly number[], now: Instant, page: PageRequest): Query {
  const where = new Conditions()
    .always(`d.type = 'out' and d.status = 'new'`)
    .add('d.deadline_at > ?::timestamptz', new Date(now).toISOString())
    .add('d.id > ?::uuid', page.after);
  const stores = where.parameter(storeIds);
  const text = `select ${dealColumns} from deals d
    where ${where} and ${storeOfDeal} = any(${stores}::int4[])
    order by d.id limit ${where.parameter(page.limit + 1)}`;
  return { text, values: where.values };
}

export async function listOpenPayouts(
  pool: pg.Pool,
  storeIds: readonly number[],
  now: Instant,
  page: PageRequest,
): Promise<Page<DealOfStore>> {
  return await readPage(pool, openPayoutsQuery(storeIds, now, page), page, decodeDealOfStore);
}
