import type pg from 'pg';
import type { Arrival } from '../../domain/arrival.ts';
import type { Instant } from '../../domain/timestamp.ts';
import { firstIdAt, instantOfId } from '../../domain/uuid.ts';
import type { Withdrawal } from '../../domain/withdrawal.ts';
import { type WorkKind, workKinds } from '../../domain/work-case.ts';
import { arrivals } from '../rows/arrival-rows.ts';
import { int4 } from '../rows/codec.ts';
import { type Selection, select } from '../rows/shape.ts';
import { isOpenWithdrawal, withdrawals } from '../rows/withdrawal-rows.ts';
import { type DealOfStore, dealOfStore } from './deal-list-reads.ts';
import { Conditions, type Query, readQuery } from './listing.ts';

/**
 * What waits for a person: confirmed transfers past their deadline, then the rest, oldest first. Six lists, each with an index
 * that holds just those that wait, merged by the time since when. The IDs of arrivals, payouts and withdrawals begin with that time; of deals it is asked apart.
 */
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
  readonly isOverdue: boolean;
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
  const kinds = page.kinds.filter((kind) => kind !== 'overdue' || page.after?.isOverdue !== false);
  const lists = await Promise.all(kinds.map((kind) => readQuery(pool, workQuery(kind, page))));
  const inOrder = lists.flat().sort(byUrgency);
  const items = inOrder.slice(0, page.limit);
  const last = items.at(-1);
  if (inOrder.length <= page.limit || last === undefined) return { items, next: null };
  return { items, next: { isOverdue: last.kind === 'overdue', since: last.since, id: last.id } };
}

function byUrgency(left: WorkItem, right: WorkItem): number {
  const overdueFirst = Number(right.kind === 'overdue') - Number(left.kind === 'overdue');
  return overdueFirst || left.since - right.since || (left.id < right.id ? -1 : 1);
}

/** Within reach of the shortest deadline of all stores, by the index; then past that of its own. */
const pastDeadline = (now: string) => `d.type = 'in'
  and d.confirmed_at <= ${now}::timestamptz - (select min(confirm_deadline_ms) from stores) * interval '1 millisecond'
  and d.confirmed_at <= ${now}::timestamptz - (
    select s.confirm_deadline_ms from invoices i join stores s on s.id = i.store_id where i.id = d.invoice_id
  ) * interval '1 millisecond'`;

const openedAt = "((d.dispute ->> 'openedAt')::int8)";

export function workQuery(kind: WorkKind, page: Omit<WorkPage, 'kinds'>): Query<WorkItem> {
  const { limit, now } = page;
  // What is overdue comes before all other work: with one of those as the last, the other lists have not begun.
  const after = kind !== 'overdue' && page.after?.isOverdue === true ? null : page.after;
  const where = new Conditions();
  const rest = (order: string) => `where ${where} order by ${order} limit ${where.parameter(limit + 1)}`;
  const made = <Row>(of: Selection<Row>, from: string, item: (row: Row) => WorkItem): Query<WorkItem> => ({
    text: `select ${of.list} from ${from}`,
    values: where.values,
    selection: { decode: (cells) => item(of.decode(cells)) },
  });
  switch (kind) {
    case 'overdue':
    case 'confirmed':
      where.always(`d.status = 'transfer_confirmed'`);
      where.always(`${kind === 'overdue' ? '' : 'not '}(${pastDeadline(where.parameter(new Date(now)))})`);
      if (after !== null) {
        const [at, id] = [where.parameter(new Date(after.since)), where.parameter(after.id)];
        where.always(`(d.confirmed_at, d.id) > (${at}::timestamptz, ${id}::uuid)`);
      }
      return made(dealOfStore, `deals d ${rest('d.confirmed_at, d.id')}`, (found) => dealItem(kind, found));
    case 'dispute':
      where.always(`d.status = 'dispute'`);
      if (after !== null) {
        const [at, id] = [where.parameter(after.since), where.parameter(after.id)];
        where.always(`(${openedAt}, d.id) > (${at}::int8, ${id}::uuid)`);
      }
      return made(dealOfStore, `deals d ${rest(`${openedAt}, d.id`)}`, (found) => dealItem(kind, found));
    case 'arrival':
      where.always(`a.status = 'held'`).add('a.id > ?::uuid', idAfter(after));
      return made(arrivals.as('a'), `arrivals a ${rest('a.id')}`, (arrival) => ({
        ...item(kind, arrival.id),
        arrival,
      }));
    case 'payout':
      where.always(`d.type = 'out' and d.status = 'new'`).add('d.deadline_at > ?::timestamptz', new Date(now));
      where.add('d.id > ?::uuid', idAfter(after));
      return made(dealOfStore, `deals d ${rest('d.id')}`, (found) => dealItem(kind, found));
    case 'withdrawal':
      where.always(isOpenWithdrawal('w')).add('w.id > ?::uuid', idAfter(after));
      return made(withdrawals.as('w'), `withdrawals w ${rest('w.id')}`, (withdrawal) => ({
        ...item(kind, withdrawal.id),
        withdrawal,
      }));
  }
}

/** IDs of the instant itself are all greater than an older ID and have not been shown yet. */
function idAfter(after: WorkCursor | null): string | null {
  if (after === null) return null;
  const first = firstIdAt(after.since);
  return after.id > first ? after.id : first;
}

function item(kind: WorkKind, id: string): WorkItem {
  return { kind, id, since: instantOfId(id), deal: null, arrival: null, withdrawal: null };
}

function dealItem(kind: WorkKind, found: DealOfStore): WorkItem {
  const { deal } = found;
  const isConfirmed = kind === 'confirmed' || kind === 'overdue';
  const since = kind === 'dispute' ? deal.dispute?.openedAt : isConfirmed ? deal.confirmedAt : null;
  const waiting = item(kind, deal.id);
  return { ...waiting, since: since ?? waiting.since, deal: found };
}

/** More than this many are shown as so many or more: to count them all would cost more than anybody learns from it. */
export const workCountMax = 1_000;

const counted = select('', { count: int4.from('count(*)::int4') });

export interface WorkTotal {
  readonly kind: WorkKind;
  /** At most `workCountMax`. */
  readonly count: number;
  readonly oldest: Instant | null;
}

/** How many confirmed transfers are past their deadline. */
export async function countOverdue(pool: pg.Pool, now: Instant): Promise<number> {
  const [overdue] = await readQuery(pool, countQuery('overdue', now));
  return overdue?.count ?? 0;
}

function countQuery(kind: WorkKind, now: Instant): Query<{ readonly count: number }> {
  const { text, values } = workQuery(kind, { after: null, limit: workCountMax - 1, now });
  return { text: `select ${counted.list} from (${text}) waiting`, values, selection: counted };
}

export async function countWork(pool: pg.Pool, now: Instant): Promise<WorkTotal[]> {
  return await Promise.all(
    workKinds.map(async (kind) => {
      const [oldest, [waiting]] = await Promise.all([
        listWork(pool, { kinds: [kind], after: null, limit: 1, now }),
        readQuery(pool, countQuery(kind, now)),
      ]);
      return { kind, count: waiting?.count ?? 0, oldest: oldest.items[0]?.since ?? null };
    }),
  );
}
