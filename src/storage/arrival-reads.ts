import type pg from 'pg';
import type { Arrival, ArrivalException, ArrivalStatus } from '../domain/arrival.ts';
import { arrivalsTable, decodeArrival } from './arrival-rows.ts';
import { run, type Statement } from './connection.ts';
import { orUnavailable } from './database-errors.ts';
import { Conditions, type Page, type PageRequest, type Query, readPage } from './listing.ts';

export interface ArrivalFilter {
  /** On whose requisites: null for all. */
  readonly requisiteIds: readonly number[] | null;
  readonly status: ArrivalStatus | null;
  readonly exception: ArrivalException | null;
}

export async function listArrivals(pool: pg.Pool, filter: ArrivalFilter, page: PageRequest): Promise<Page<Arrival>> {
  return await readPage(pool, arrivalsQuery(filter, page), page, decodeArrival);
}

export function arrivalsQuery(filter: ArrivalFilter, page: PageRequest): Query {
  const where = new Conditions();
  const limit = where.parameter(page.limit + 1);
  // Written out, not as a value: an index holds just those nobody has decided about.
  if (filter.status === 'held') where.always(`a.status = 'held'`);
  else where.add('a.status = ?', filter.status);
  where.add('a.exception = ?', filter.exception).add('a.id < ?::uuid', page.after);
  const columns = arrivalsTable.selectList('a');
  const requisites = filter.requisiteIds === null ? null : where.parameter(filter.requisiteIds);
  const source =
    requisites === null
      ? `arrivals a where ${where}`
      : `unnest(${requisites}::int4[]) r(id) cross join lateral (
          select * from arrivals a where a.requisite_id = r.id and ${where} order by a.id desc limit ${limit}
        ) a`;
  return { text: `select ${columns} from ${source} order by a.id desc limit ${limit}`, values: where.values };
}

const arrivalsOfDeals: Statement = {
  name: 'arrivals-of-deals',
  text: `select ${arrivalsTable.selectList('a')} from arrivals a
    where a.deal_id = any($1::uuid[]) and a.deal_id is not null order by a.id`,
};

export async function findArrivalsOfDeals(pool: pg.Pool, dealIds: readonly string[]): Promise<Arrival[]> {
  return (await orUnavailable(run(pool, arrivalsOfDeals, [dealIds]))).map(decodeArrival);
}

export const arrivalsOfReference: Statement = {
  name: 'arrivals-of-reference',
  text: `select ${arrivalsTable.selectList('a')} from arrivals a where a.reference = $1 order by a.id desc limit $2`,
};

/** The bank's own number of a transfer; two requisites may have one each. */
export async function findArrivalsByReference(pool: pg.Pool, reference: string, limit: number): Promise<Arrival[]> {
  return (await orUnavailable(run(pool, arrivalsOfReference, [reference, limit]))).map(decodeArrival);
}

const arrivalById: Statement = {
  name: 'arrival-by-id',
  text: `select ${arrivalsTable.selectList('a')} from arrivals a where a.id = $1::uuid`,
};

export async function findArrival(pool: pg.Pool, id: string): Promise<Arrival | null> {
  const [row] = await orUnavailable(run(pool, arrivalById, [id]));
  return row === undefined ? null : decodeArrival(row);
}
