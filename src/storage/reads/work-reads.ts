import type pg from 'pg';
import type { Arrival } from '../../domain/arrival.ts';
import type { Instant } from '../../domain/timestamp.ts';
import { firstIdAt, instantOfId } from '../../domain/uuid.ts';
import type { Withdrawal } from '../../domain/withdrawal.ts';
import type { Cells } from '../connection.ts';
import { orUnavailable } from '../database-errors.ts';
import { arrivalsTable, decodeArrival } from '../rows/arrival-rows.ts';
import { decodeWithdrawal, withdrawalsTable } from '../rows/withdrawal-rows.ts';
import { type DealOfStore, dealOfStoreColumns, decodeDealOfStore } from './deal-list-reads.ts';
import { Conditions, type Query } from './listing.ts';

/**
 * What waits for a person, oldest first. Five lists, each with an index that holds just those that wait, merged by the time
 * since when. The IDs of arrivals, payouts and withdrawals begin with that time; of deals it is asked apart.
 */
export const workKinds = ['confirmed', 'dispute', 'arrival', 'payout', 'withdrawal'] as const;
export type WorkKind = (typeof workKinds)[number];

export interface WorkItem {
  readonly kind: WorkKind;
  readonly id: string;
  readonly since: Instant;
  readonly deal: DealOfStore | null;
  readonly arrival: Arrival | null;
  readonly withdrawal: Withdrawal | null;
}

/** The last item of the page before. */
export interface WorkCursor {
  readonly since: Instant;
  readonly id: string;
}

interface WorkPage {
  readonly kinds: readonly WorkKind[];
  readonly after: WorkCursor | null;
  readonly limit: number;
  readonly now: Instant;
}

export async function listWork(pool: pg.Pool, page: WorkPage): Promise<{ items: WorkItem[]; next: WorkCursor | null }> {
  const lists = await orUnavailable(
    Promise.all(
      page.kinds.map(async (kind) => {
        const { rows } = await pool.query({ ...workQuery(kind, page), rowMode: 'array' });
        return rows.map((cells: Cells) => decodeItem(kind, cells));
      }),
    ),
  );
  const inOrder = lists.flat().sort((left, right) => left.since - right.since || (left.id < right.id ? -1 : 1));
  const items = inOrder.slice(0, page.limit);
  const last = items.at(-1);
  return { items, next: inOrder.length > page.limit && last !== undefined ? last : null };
}

const openedAt = "((d.dispute ->> 'openedAt')::int8)";

export function workQuery(kind: WorkKind, { after, limit, now }: Omit<WorkPage, 'kinds'>): Query {
  const where = new Conditions();
  const rest = (order: string) => `where ${where} order by ${order} limit ${where.parameter(limit + 1)}`;
  const made = (text: string): Query => ({ text, values: where.values });
  switch (kind) {
    case 'confirmed':
      where.always(`d.status = 'transfer_confirmed'`);
      if (after !== null) {
        const [at, id] = [where.parameter(new Date(after.since)), where.parameter(after.id)];
        where.always(`(d.confirmed_at, d.id) > (${at}::timestamptz, ${id}::uuid)`);
      }
      return made(`select ${dealOfStoreColumns} from deals d ${rest('d.confirmed_at, d.id')}`);
    case 'dispute':
      where.always(`d.status = 'dispute'`);
      if (after !== null) {
        const [at, id] = [where.parameter(after.since), where.parameter(after.id)];
        where.always(`(${openedAt}, d.id) > (${at}::int8, ${id}::uuid)`);
      }
      return made(`select ${dealOfStoreColumns} from deals d ${rest(`${openedAt}, d.id`)}`);
    case 'arrival':
      where.always(`a.status = 'held'`).add('a.id > ?::uuid', idAfter(after));
      return made(`select ${arrivalsTable.selectList('a')} from arrivals a ${rest('a.id')}`);
    case 'payout':
      where.always(`d.type = 'out' and d.status = 'new'`).add('d.deadline_at > ?::timestamptz', new Date(now));
      where.add('d.id > ?::uuid', idAfter(after));
      return made(`select ${dealOfStoreColumns} from deals d ${rest('d.id')}`);
    case 'withdrawal':
      where.always('w.status in (2, 3)').add('w.id > ?::uuid', idAfter(after));
      return made(`select ${withdrawalsTable.selectList('w')} from withdrawals w ${rest('w.id')}`);
  }
}

/** IDs of the instant itself are all greater than an older ID and have not been shown yet. */
function idAfter(after: WorkCursor | null): string | null {
  if (after === null) return null;
  const first = firstIdAt(after.since);
  return after.id > first ? after.id : first;
}

function decodeItem(kind: WorkKind, cells: Cells): WorkItem {
  const nothing = { deal: null, arrival: null, withdrawal: null };
  switch (kind) {
    case 'confirmed':
    case 'dispute':
    case 'payout': {
      const found = decodeDealOfStore(cells);
      const { deal } = found;
      const since = kind === 'dispute' ? deal.dispute?.openedAt : kind === 'confirmed' ? deal.confirmedAt : null;
      return { ...nothing, kind, id: deal.id, since: since ?? instantOfId(deal.id), deal: found };
    }
    case 'arrival': {
      const arrival = decodeArrival(cells);
      return { ...nothing, kind, id: arrival.id, since: instantOfId(arrival.id), arrival };
    }
    case 'withdrawal': {
      const withdrawal = decodeWithdrawal(cells);
      return { ...nothing, kind, id: withdrawal.id, since: instantOfId(withdrawal.id), withdrawal };
    }
  }
}

/** More than this many are shown as so many or more: to count them all would cost more than anybody learns from it. */
export const workCountMax = 1_000;

export interface WorkTotal {
  readonly kind: WorkKind;
  /** At most `workCountMax`. */
  readonly count: number;
  readonly oldest: Instant | null;
}

export async function countWork(pool: pg.Pool, now: Instant): Promise<WorkTotal[]> {
  return await orUnavailable(
    Promise.all(
      workKinds.map(async (kind) => {
        const { text, values } = workQuery(kind, { after: null, limit: workCountMax - 1, now });
        const oldest = listWork(pool, { kinds: [kind], after: null, limit: 1, now });
        const counted = await pool.query(`select count(*)::int4 as count from (${text}) waiting`, values);
        return { kind, count: counted.rows[0].count, oldest: (await oldest).items[0]?.since ?? null };
      }),
    ),
  );
}
