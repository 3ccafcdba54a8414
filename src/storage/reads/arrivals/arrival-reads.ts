import type pg from 'pg';
import {
  type Arrival,
  type ArrivalException,
  type ArrivalStatus,
  arrivalExceptions,
  arrivalStatuses,
} from '../../../domain/arrivals/arrival.ts';
import { read } from '../../database/connection.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { arrivals } from '../../rows/arrival-rows.ts';
import { rowStatement } from '../../rows/statement.ts';
import { Conditions, idRange, newestOfKeys, type Page, type PageRequest, type Query, readPage } from '../listing.ts';

export interface ArrivalFilter {
  /** On whose requisites: null for all. */
  readonly requisiteIds: readonly number[] | null;
  readonly status: ArrivalStatus | null;
  readonly exception: ArrivalException | null;
}

export async function listArrivals(pool: pg.Pool, filter: ArrivalFilter, page: PageRequest): Promise<Page<Arrival>> {
  return await readPage(pool, arrivalsQuery(filter, page), page, ({ id }) => id);
}

const selection = arrivals.as('a');

/** The bank's list has a line for the deal and another one for the arrival: that is money twice. */
export async function isSecondLine(pool: pg.Pool, arrivalId: string, dealId: string): Promise<boolean> {
  const { rows } = await orUnavailable(
    pool.query(
      `select exists (select 1 from bank_lines l where l.arrival_id = $1 and l.is_trusted)
         and exists (select 1 from bank_lines l where l.deal_id = $2 and l.is_trusted) as is_second`,
      [arrivalId, dealId],
    ),
  );
  return rows[0].is_second;
}

export function arrivalsQuery(filter: ArrivalFilter, page: PageRequest): Query<Arrival> {
  const where = new Conditions();
  const limit = where.parameter(page.limit + 1);
  const text = `select ${selection.list} from ${arrivalsSource(where, filter, page, limit)}
    order by a.id desc limit ${limit}`;
  return { text, values: where.values, selection };
}

/** What did not match by itself is little beside the rest, and has indexes of its own. */
function arrivalsSource(where: Conditions, filter: ArrivalFilter, page: PageRequest, limit: string): string {
  const { requisiteIds, status, exception } = filter;
  const ids = idRange(page.after);
  const isException = exception !== null || (status !== null && status !== 'matched');
  const hasException = isException ? 't.exception is not null' : 'true';
  if (requisiteIds !== null) {
    const keys = [{ column: 't.requisite_id', type: 'int4', values: requisiteIds }] as const;
    const and = where.more().always(hasException).add('t.status = ?', status).add('t.exception = ?', exception);
    return `${newestOfKeys(where, { table: 'arrivals', keys, ids, limit }, `${and}`)} join arrivals a on a.id = t.id`;
  }
  if (!isException) {
    return `arrivals a where ${where.more().add('a.status = ?', status).add('a.id < ?::uuid', ids.before)}`;
  }
  const keys = [
    { column: 't.status', type: 'text', values: status === null ? Object.keys(arrivalStatuses) : [status] },
    { column: 't.exception', type: 'text', values: exception === null ? Object.keys(arrivalExceptions) : [exception] },
  ] as const;
  return `${newestOfKeys(where, { table: 'arrivals', keys, ids, limit }, hasException)} join arrivals a on a.id = t.id`;
}

const arrivalsOfDeals = rowStatement(
  'arrivals-of-deals',
  selection,
  (list) => `select ${list} from arrivals a
    where a.deal_id = any($1::uuid[]) and a.deal_id is not null order by a.id`,
);

export async function findArrivalsOfDeals(pool: pg.Pool, dealIds: readonly string[]): Promise<Arrival[]> {
  return await orUnavailable(read(pool, arrivalsOfDeals, [dealIds]));
}

export const arrivalsOfReference = rowStatement(
  'arrivals-of-reference',
  selection,
  (list) => `select ${list} from arrivals a where a.reference = $1 order by a.id desc limit $2`,
);

/** The bank's own number of a transfer; two requisites may have one each. */
export async function findArrivalsByReference(pool: pg.Pool, reference: string, limit: number): Promise<Arrival[]> {
  return await orUnavailable(read(pool, arrivalsOfReference, [reference, limit]));
}

const arrivalById = rowStatement(
  'arrival-by-id',
  selection,
  (list) => `select ${list} from arrivals a where a.id = $1::uuid`,
);

export async function findArrival(pool: pg.Pool, id: string): Promise<Arrival | null> {
  const [arrival] = await orUnavailable(read(pool, arrivalById, [id]));
  return arrival ?? null;
}
