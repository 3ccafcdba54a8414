import type pg from 'pg';
import { dealStatuses } from '../../../domain/invoices/deal.ts';
import { directions } from '../../../domain/money/payment.ts';
import type { AllocationMiss } from '../../../domain/payins/allocation.ts';
import { dayOf, type Instant, monthOf } from '../../../domain/text/timestamp.ts';
import { firstIdAt } from '../../../domain/text/uuid.ts';
import { read, readWith, withoutSorting } from '../../database/connection.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { int4, int8 } from '../../rows/codec.ts';
import { misses } from '../../rows/miss-rows.ts';
import { select } from '../../rows/shape.ts';
import { rowStatement } from '../../rows/statement.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../listing.ts';

export interface RequisiteUse {
  readonly activeDeals: number;
  /** Of today, in minor units of the requisite's currency. */
  readonly daySum: bigint;
  readonly dayDeals: number;
  /** Of this month. */
  readonly monthSum: bigint;
}

const loadsOfRequisites = rowStatement(
  'loads-of-requisites',
  select('l', {
    requisiteId: int4,
    activeDeals: int4,
    daySum: int8.from('case when l.day = $2 then l.day_sum else 0 end'),
    dayDeals: int4.from('case when l.day = $2 then l.day_deals else 0 end'),
    monthSum: int8.from('case when l.month = $3 then l.month_sum else 0 end'),
  }),
  (list) => `select ${list} from requisite_loads l where l.requisite_id = any($1::int4[])`,
);

/** How busy requisites are now. */
export async function findRequisiteUse(
  pool: pg.Pool,
  requisiteIds: readonly number[],
  now: Instant,
): Promise<ReadonlyMap<number, RequisiteUse>> {
  const rows = await orUnavailable(read(pool, loadsOfRequisites, [requisiteIds, dayOf(now), monthOf(now)]));
  return new Map(rows.map(({ requisiteId, ...use }) => [requisiteId, use]));
}

export interface MakerActivity {
  readonly started: number;
  readonly completed: number;
  readonly expired: number;
  readonly disputed: number;
  readonly active: number;
  /** Rewards of those that are completed, in minor units of the maker's settlement currency. */
  readonly earned: bigint;
}

/** Of each maker, direction and status: enough to see whether money arrives, and no more than an index reads in a moment. */
const dealsCountedMax = 1_000;

const countOf = (condition: string) => int4.from(`coalesce(sum(d.count) filter (where ${condition}), 0)::int4`);

/**
 * The newest first, as the index has them that leads to each kind. The planner may not sort here: it would walk the whole day
 * by the primary key, once for each kind, because it takes the index for dearer.
 */
export const makerActivity = rowStatement(
  'maker-activity',
  select('m', {
    id: int4,
    started: countOf('true'),
    completed: countOf(`s.status = 'completed'`),
    expired: countOf(`s.status = 'expired'`),
    disputed: countOf(`s.status = 'dispute'`),
    active: countOf(`s.status in ('transfer_waiting', 'transfer_confirmed')`),
    earned: int8.from(`coalesce(sum(d.rewards) filter (where s.status = 'completed'), 0)::int8`),
  }),
  (list) => `select ${list} from unnest($1::int4[]) m(id) cross join unnest($3::text[]) s(status)
    cross join unnest($4::text[]) k(type) cross join lateral (
      select count(*), sum(counted.reward_sum) as rewards from (
        select d.reward_sum from deals d
        where coalesce(d.maker_id, 0) = m.id and d.type = k.type and d.status = s.status and d.id >= $2::uuid
        order by d.id desc nulls last limit ${dealsCountedMax}
      ) counted
    ) d group by m.id`,
);

export function makerActivityValues(makerIds: readonly number[], since: Instant): unknown[] {
  return [makerIds, firstIdAt(since), Object.keys(dealStatuses), Object.keys(directions)];
}

/** What became of the deals makers were given since an instant. */
export async function findMakerActivity(
  pool: pg.Pool,
  makerIds: readonly number[],
  since: Instant,
): Promise<ReadonlyMap<number, MakerActivity>> {
  const rows = await orUnavailable(readWith(pool, withoutSorting, makerActivity, makerActivityValues(makerIds, since)));
  return new Map(rows.map(({ id, ...activity }) => [id, activity]));
}

interface AllocationMissLine extends AllocationMiss {
  readonly id: bigint;
}

const missLine = select('m', { id: int8, ...misses.shape });

/** Payers who could not be given requisites, the newest first. */
export async function listAllocationMisses(pool: pg.Pool, page: PageRequest): Promise<Page<AllocationMissLine>> {
  const where = new Conditions().add('m.id < ?::int8', page.after);
  const text = `select ${missLine.list} from allocation_misses m where ${where}
    order by m.id desc limit ${where.parameter(page.limit + 1)}`;
  return await readPage(pool, { text, values: where.values, selection: missLine }, page, ({ id }) => id);
}
