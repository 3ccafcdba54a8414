import type pg from 'pg';
import type { Arrival } from '../../../domain/arrivals/arrival.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { firstIdAt, instantOfId } from '../../../domain/text/uuid.ts';
import type { Withdrawal } from '../../../domain/withdrawals/withdrawal.ts';
import {
  compareWorkIds,
  type NumberedKind,
  numberedId,
  readNumberedId,
  urgentKinds,
  type WorkKind,
  waitsSince,
  workKinds,
  workRank,
} from '../../../domain/workqueue/work-case.ts';
import { arrivals } from '../../rows/arrival-rows.ts';
import { disputeOpenedAt } from '../../rows/claim-rows.ts';
import { instant, int4, int8 } from '../../rows/codec.ts';
import { type Selection, select } from '../../rows/shape.ts';
import { isOpenWithdrawal, withdrawals } from '../../rows/withdrawal-rows.ts';
import { isOpenFor, isUnanswered } from '../../settings/disputes/disputes.ts';
import { type DealOfStore, dealOfStore } from '../invoices/deal-list-reads.ts';
import { isObjected } from '../invoices/invoice-reads.ts';
import { amongLiving, Conditions, type Query, readQuery } from '../listing.ts';
import { findMessages, isOpenMessage, type ListedMessage } from '../messages/message-reads.ts';
import { findLines, isWaitingLine, type LineOfAccount } from '../statements/bank-statement-reads.ts';

/**
 * What waits for a person: disputes that nobody answers, confirmed transfers past their deadline and payouts that their makers sit on,
 * then the rest, oldest first. Eleven lists, each with an index that holds just those that wait, merged by the time since when. The IDs of arrivals,
 * payouts and withdrawals begin with that time; of deals, messages and lines it is asked apart.
 */
export interface WorkItem {
  readonly kind: WorkKind;
  readonly id: string;
  readonly since: Instant;
  readonly deal: DealOfStore | null;
  readonly arrival: Arrival | null;
  readonly withdrawal: Withdrawal | null;
  readonly message: ListedMessage | null;
  readonly line: LineOfAccount | null;
}

/** The last item of the page before. */
export interface WorkCursor {
  readonly isUrgent: boolean;
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
  const kinds = page.kinds.filter((kind) => !urgentKinds.has(kind) || page.after?.isUrgent !== false);
  const lists = await Promise.all(kinds.map((kind) => readQuery(pool, workQuery(kind, page))));
  const inOrder = lists.flat().sort(byUrgency);
  const items = await withNumbered(pool, inOrder.slice(0, page.limit));
  const last = items.at(-1);
  if (inOrder.length <= page.limit || last === undefined) return { items, next: null };
  return { items, next: { isUrgent: urgentKinds.has(last.kind), since: last.since, id: last.id } };
}

/** What a message or a line says is read for those alone that are shown. */
async function withNumbered(pool: pg.Pool, items: readonly WorkItem[]): Promise<WorkItem[]> {
  const numbers = (kind: NumberedKind) =>
    items.flatMap(({ id }) => {
      const read = readNumberedId(id);
      return read?.kind === kind ? [read.number] : [];
    });
  const [messages, lines] = await Promise.all([
    findMessages(pool, numbers('message')),
    findLines(pool, numbers('line')),
  ]);
  return items.map((item) => {
    const number = readNumberedId(item.id)?.number;
    if (number === undefined) return item;
    return item.kind === 'message'
      ? { ...item, message: messages.get(number) ?? null }
      : { ...item, line: lines.get(number) ?? null };
  });
}

function byUrgency(left: WorkItem, right: WorkItem): number {
  const urgentFirst = Number(urgentKinds.has(right.kind)) - Number(urgentKinds.has(left.kind));
  return urgentFirst || left.since - right.since || compareWorkIds(left.id, right.id);
}

/** Within reach of the shortest deadline of all stores, by the index; then past that of its own. */
const pastDeadline = (now: string) => `d.type = 'in'
  and d.confirmed_at <= ${now}::timestamptz - (select min(confirm_deadline_ms) from stores) * interval '1 millisecond'
  and d.confirmed_at <= ${now}::timestamptz - (
    select s.confirm_deadline_ms from invoices i join stores s on s.id = i.store_id where i.id = d.invoice_id
  ) * interval '1 millisecond'`;

/** By when a taken payout is to be proved: as in `domain/taking.ts`. Few are taken at a time, and those are looked through. */
const proofDue = `coalesce((d.takings -> -1 ->> 'until')::int8, (extract(epoch from d.deadline_at) * 1000)::int8)`;

/** Nobody has answered in time, or it should have been decided by now. */
const isEscalated = (now: string) => `((${isUnanswered} and exists (
    select from dispute_rules r where r.answer_minutes > 0
      and ${isOpenFor('r.answer_minutes', now)}
  )) or (d.dispute ->> 'deadlineAt')::int8 <= ${now}::int8)`;

export function workQuery(kind: WorkKind, page: Omit<WorkPage, 'kinds'>): Query<WorkItem> {
  const { limit, now } = page;
  // What is urgent comes before all other work: with one of those as the last, the other lists have not begun.
  const last = !urgentKinds.has(kind) && page.after?.isUrgent === true ? null : page.after;
  if (kind === 'message' || kind === 'line') return numberedQuery(kind, last, limit);
  const after = caseAfter(last);
  const where = new Conditions();
  const rest = (order: string) => `where ${where} order by ${order} limit ${where.parameter(limit + 1)}`;
  // What waits for somebody lives.
  const made = <Row>(of: Selection<Row>, from: string, item: (row: Row) => WorkItem): Query<WorkItem> =>
    amongLiving({
      text: `select ${of.list} from ${from}`,
      values: where.values,
      selection: { decode: (cells) => item(of.decode(cells)) },
    });
  switch (kind) {
    case 'overdue':
    case 'confirmed':
    case 'objected':
      where.always(`d.status = 'transfer_confirmed'`);
      // Proofs are few enough to be looked through: those that nobody has objected to wait for no longer than their hold.
      if (kind === 'objected') where.always(isObjected);
      else where.always(`${kind === 'overdue' ? '' : 'not '}(${pastDeadline(where.parameter(new Date(now)))})`);
      if (kind === 'confirmed') where.always(`not ${isObjected}`);
      if (after !== null) {
        const [at, id] = [where.parameter(new Date(after.since)), where.parameter(after.id)];
        where.always(`(d.confirmed_at, d.id) > (${at}::timestamptz, ${id}::uuid)`);
      }
      return made(dealOfStore, `deals d ${rest('d.confirmed_at, d.id')}`, (found) => dealItem(kind, found));
    case 'unproved':
      where.always(`d.type = 'out' and d.status = 'transfer_waiting'`).add(`${proofDue} <= ?::int8`, now);
      if (after !== null) {
        const [at, id] = [where.parameter(after.since), where.parameter(after.id)];
        where.always(`(${proofDue}, d.id) > (${at}::int8, ${id}::uuid)`);
      }
      return made(dealOfStore, `deals d ${rest(`${proofDue}, d.id`)}`, (found) => dealItem(kind, found));
    case 'escalated':
    case 'dispute':
      where.always(`d.status = 'dispute'`);
      where.always(`${kind === 'escalated' ? '' : 'not '}${isEscalated(where.parameter(now))}`);
      if (after !== null) {
        const [at, id] = [where.parameter(after.since), where.parameter(after.id)];
        where.always(`(${disputeOpenedAt}, d.id) > (${at}::int8, ${id}::uuid)`);
      }
      return made(dealOfStore, `deals d ${rest(`${disputeOpenedAt}, d.id`)}`, (found) => dealItem(kind, found));
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

/** What is numbered stands behind the cases of its moment: behind it they go on with the next one. */
function caseAfter(last: WorkCursor | null): WorkCursor | null {
  if (last === null || readNumberedId(last.id) === null) return last;
  return { ...last, since: last.since + 1, id: firstId };
}

const firstId = '00000000-0000-0000-0000-000000000000';

const numbered = select('', { number: int8.from('n.number'), since: instant.from('n.since') });

const numberedTables = {
  message: { from: 'message_outcomes o', number: 'o.message_id', since: 'o.read_at', waits: isOpenMessage },
  line: { from: 'bank_lines l', number: 'l.id', since: 'l.told_at', waits: isWaitingLine },
} as const;

function numberedQuery(kind: NumberedKind, last: WorkCursor | null, limit: number): Query<WorkItem> {
  const { from, number, since, waits } = numberedTables[kind];
  const where = new Conditions().always(waits);
  if (last !== null) {
    const read = readNumberedId(last.id);
    const at = `${where.parameter(new Date(last.since))}::timestamptz`;
    const isBehind = read !== null && workRank(read.kind) > workRank(kind);
    if (read?.kind === kind) where.always(`(${since}, ${number}) > (${at}, ${where.parameter(read.number)}::int8)`);
    else where.always(`${since} ${isBehind ? '>' : '>='} ${at}`);
  }
  const text = `select ${numbered.list} from (select ${number} as number, ${since} as since from ${from}
    where ${where} order by ${since}, ${number} limit ${where.parameter(limit + 1)}) n order by n.since, n.number`;
  return {
    text,
    values: where.values,
    selection: {
      decode(cells) {
        const row = numbered.decode(cells);
        return { ...nothing, kind, id: numberedId(kind, row.number), since: row.since };
      },
    },
  };
}

/** IDs of the instant itself are all greater than an older ID and have not been shown yet. */
function idAfter(after: WorkCursor | null): string | null {
  if (after === null) return null;
  const first = firstIdAt(after.since);
  return after.id > first ? after.id : first;
}

function item(kind: WorkKind, id: string): WorkItem {
  return { ...nothing, kind, id, since: instantOfId(id) };
}

const nothing = { deal: null, arrival: null, withdrawal: null, message: null, line: null } as const;

function dealItem(kind: WorkKind, found: DealOfStore): WorkItem {
  const { deal } = found;
  const waiting = item(kind, deal.id);
  // A payout that waits for a maker does so since its deal began, by its ID.
  return { ...waiting, since: kind === 'payout' ? waiting.since : waitsSince(deal), deal: found };
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
