import type pg from 'pg';
import type { FateState } from '../../../domain/sandbox/sandbox-fate.ts';
import { read } from '../../database/connection.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { uuid } from '../../rows/codec.ts';
import { deals } from '../../rows/deal-rows.ts';
import { invoices } from '../../rows/invoice-rows.ts';
import { select } from '../../rows/shape.ts';
import { rowStatement } from '../../rows/statement.ts';
import { plainArray } from '../../rows/table.ts';
import { findArrivalsOfDeals } from '../arrivals/arrival-reads.ts';

const fatefulInvoices = rowStatement(
  'fateful-invoices',
  select('i', { id: uuid }),
  (list) => `select ${list} from invoices i
    where i.id > $1::uuid and i.amount % 100 between 1 and 9 order by i.id limit $2`,
);

/** The next invoices, by ID and so by time, whose kopecks choose a fate. */
export async function findFatefulInvoices(pool: pg.Pool, afterId: string, countMax: number): Promise<string[]> {
  return (await orUnavailable(read(pool, fatefulInvoices, [afterId, countMax]))).map(({ id }) => id);
}

const newestDeals = rowStatement(
  'fate-newest-deals',
  select('', { invoice: invoices.as('i'), deal: deals.as('d').orNull }),
  (list) => `select ${list} from invoices i
    left join lateral (select * from deals where invoice_id = i.id order by ordinal desc limit 1) d on true
    where i.id = any($1::uuid[])`,
);

/** Where each of these invoices stands, with its newest deal and what came for it. */
export async function findFateStates(pool: pg.Pool, ids: readonly string[]): Promise<FateState[]> {
  const states = await orUnavailable(read(pool, newestDeals, [plainArray(ids)]));
  const arrivals = await findArrivalsOfDeals(
    pool,
    states.flatMap(({ deal }) => deal?.id ?? []),
  );
  return states.map((state) => ({
    ...state,
    arrivals: arrivals.filter(({ dealId }) => dealId === state.deal?.id),
  }));
}
