import type pg from 'pg';
import { type Deal, type DealStatus, dealStatuses } from '../../../domain/invoices/deal.ts';
import { type Direction, directions } from '../../../domain/money/payment.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { int4 } from '../../rows/codec.ts';
import { deals } from '../../rows/deal-rows.ts';
import { select } from '../../rows/shape.ts';
import {
  Conditions,
  idRange,
  newestOfKeys,
  type Page,
  type PageRequest,
  type Query,
  readNewestPage,
  readPage,
} from '../listing.ts';

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

export async function listDeals(
  pool: pg.Pool,
  filter: DealFilter,
  page: PageRequest,
  allMakerIds: readonly number[],
): Promise<Page<DealOfStore>> {
  return await readNewestPage(pool, dealsQuery(filter, page, allMakerIds), page, ({ deal }) => deal.id);
}

/** Of the deal `d`. */
const storeOfDeal = '(select i.store_id from invoices i where i.id = d.invoice_id)';
export const dealOfStore = select('', { deal: deals.as('d'), storeId: int4.from(storeOfDeal) });

const runningStatuses = ['transfer_waiting', 'transfer_confirmed', 'dispute'] as const;

export function dealsQuery(
  { makerId, status, type }: DealFilter,
  page: PageRequest,
  allMakerIds: readonly number[],
): Query<DealOfStore> {
  const where = new Conditions();
  const limit = where.parameter(page.limit + 1);
  const ids = idRange(page.after);
  const isAll = makerId === null && status === null && type === null;
  const statuses = status === 'running' ? runningStatuses : status === null ? Object.keys(dealStatuses) : [status];
  const keys = [
    { column: makerOfDeal, type: 'int4', values: makerId === null ? [nobody, ...allMakerIds] : [makerId] },
    { column: 't.type', type: 'text', values: type === null ? Object.keys(directions) : [type] },
    { column: 't.status', type: 'text', values: statuses },
  ] as const;
  const source = isAll
    ? `deals d where d.id < ${where.parameter(ids.before)}::uuid`
    : `${newestOfKeys(where, { table: 'deals', keys, ids, limit })} join deals d on d.id = t.id`;
  return {
    text: `select ${dealOfStore.list} from ${source} order by d.id desc limit ${limit}`,
    values: where.values,
    selection: dealOfStore,
  };
}

/** As the index has it: a payout that nobody has taken is nobody's. */
const makerOfDeal = 'coalesce(t.maker_id, 0)';
const nobody = 0;

/** Payouts without a maker, oldest first. */
export function openPayoutsQuery(storeIds: readonly number[], now: Instant, page: PageRequest): Query<DealOfStore> {
  const where = new Conditions()
    .always(`d.type = 'out' and d.status = 'new'`)
    .add('d.deadline_at > ?::timestamptz', new Date(now).toISOString())
    .add('d.id > ?::uuid', page.after);
  const stores = where.parameter(storeIds);
  const text = `select ${dealOfStore.list} from only deals d
    where ${where} and ${storeOfDeal} = any(${stores}::int4[])
    order by d.id limit ${where.parameter(page.limit + 1)}`;
  return { text, values: where.values, selection: dealOfStore };
}

export async function listOpenPayouts(
  pool: pg.Pool,
  storeIds: readonly number[],
  now: Instant,
  page: PageRequest,
): Promise<Page<DealOfStore>> {
  return await readPage(pool, openPayoutsQuery(storeIds, now, page), page, ({ deal }) => deal.id);
}
