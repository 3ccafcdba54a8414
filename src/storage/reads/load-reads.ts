import type pg from 'pg';
import type { MissReason } from '../../domain/changes.ts';
import { dealStatuses } from '../../domain/deal.ts';
import { dayOf, type Instant } from '../../domain/timestamp.ts';
import { firstIdAt } from '../../domain/uuid.ts';
import { run, type Statement } from '../connection.ts';
import { orUnavailable } from '../database-errors.ts';
import { Conditions, type Page, type PageRequest, readPage } from './listing.ts';

export interface RequisiteUse {
  readonly activeDeals: number;
  /** Of today, in minor units of the requisite's currency. */
  readonly daySum: bigint;
}

const loadsOfRequisites: Statement = {
  name: 'loads-of-requisites',
  text: `select l.requisite_id, l.active_deals, case when l.day = $2 then l.day_sum else 0 end
    from requisite_loads l where l.requisite_id = any($1::int4[])`,
};

/** How busy requisites are now. */
export async function findRequisiteUse(
  pool: pg.Pool,
  requisiteIds: readonly number[],
  now: Instant,
): Promise<ReadonlyMap<number, RequisiteUse>> {
  const rows = await orUnavailable(run(pool, loadsOfRequisites, [requisiteIds, dayOf(now)]));
  return new Map(rows.map(([id, activeDeals, daySum]) => [id, { activeDeals, daySum: BigInt(daySum) }]));
}

export interface MakerActivity {
  readonly started: number;
  readonly completed: number;
  readonly expired: number;
  readonly disputed: number;
  readonly active: number;
}

/** Of each maker and status: enough to see whether money arrives, and no more than an index reads in a moment. */
const dealsCountedMax = 1_000;

export const makerActivity: Statement = {
  name: 'maker-activity',
  text: `select m.id, coalesce(sum(d.count), 0)::int4,
      coalesce(sum(d.count) filter (where s.status = 'completed'), 0)::int4,
      coalesce(sum(d.count) filter (where s.status = 'expired'), 0)::int4,
      coalesce(sum(d.count) filter (where s.status = 'dispute'), 0)::int4,
      coalesce(sum(d.count) filter (where s.status in ('transfer_waiting', 'transfer_confirmed')), 0)::int4
    from unnest($1::int4[]) m(id) cross join unnest($3::text[]) s(status) cross join lateral (
      select count(*) from (
        select 1 from deals d
        where coalesce(d.maker_id, 0) = m.id and d.type in ('in', 'out') and d.status = s.status and d.id >= $2::uuid
        limit ${dealsCountedMax}
      ) counted
    ) d group by m.id`,
};

export function makerActivityValues(makerIds: readonly number[], since: Instant): unknown[] {
  return [makerIds, firstIdAt(since), Object.keys(dealStatuses)];
}

/** What became of the deals makers were given since an instant. */
export async function findMakerActivity(
  pool: pg.Pool,
  makerIds: readonly number[],
  since: Instant,
): Promise<ReadonlyMap<number, MakerActivity>> {
  const rows = await orUnavailable(run(pool, makerActivity, makerActivityValues(makerIds, since)));
  return new Map(
    rows.map(([id, started, completed, expired, disputed, active]) => [
      id,
      { started, completed, expired, disputed, active },
    ]),
  );
}

export interface AllocationMissLine {
  readonly id: bigint;
  readonly invoiceId: string;
  readonly storeId: number;
  readonly option: string | null;
  readonly method: string | null;
  readonly amount: bigint;
  readonly currency: string;
  readonly reason: MissReason;
  readonly at: Instant;
}

/** Payers who could not be given requisites, the newest first. */
export async function listAllocationMisses(pool: pg.Pool, page: PageRequest): Promise<Page<AllocationMissLine>> {
  const where = new Conditions().add('m.id < ?::int8', page.after);
  const text = `select m.id, m.invoice_id, m.store_id, m.option, m.method, m.amount, m.currency, m.reason, m.at
    from allocation_misses m where ${where} order by m.id desc limit ${where.parameter(page.limit + 1)}`;
  return await readPage(pool, { text, values: where.values }, page, (cells) => ({
    id: cells[0],
    invoiceId: cells[1],
    storeId: cells[2],
    option: cells[3],
    method: cells[4],
    amount: cells[5],
    currency: cells[6],
    reason: cells[7],
    at: cells[8],
  }));
}
