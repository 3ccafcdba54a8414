import type pg from 'pg';
import type { FateState } from '../../domain/sandbox-fate.ts';
import { run, type Statement } from '../connection.ts';
import { orUnavailable } from '../database-errors.ts';
import { dealsTable, decodeDeal } from '../rows/deal-rows.ts';
import { decodeInvoice, invoiceColumnCount, invoicesTable } from '../rows/invoice-rows.ts';
import { plainArray } from '../rows/table.ts';
import { findArrivalsOfDeals } from './arrival-reads.ts';

const fatefulInvoices: Statement = {
  name: 'fateful-invoices',
  text: `select i.id from invoices i
    where i.id > $1::uuid and i.amount % 100 between 1 and 9 order by i.id limit $2`,
};

/** The next invoices, by ID and so by time, whose kopecks choose a fate. */
export async function findFatefulInvoices(pool: pg.Pool, afterId: string, countMax: number): Promise<string[]> {
  return (await orUnavailable(run(pool, fatefulInvoices, [afterId, countMax]))).map(([id]) => id);
}

const newestDeals: Statement = {
  name: 'fate-newest-deals',
  text: `select ${invoicesTable.selectList('i')}, ${dealsTable.selectList('d')}
    from invoices i
    left join lateral (select * from deals where invoice_id = i.id order by ordinal desc limit 1) d on true
    where i.id = any($1::uuid[])`,
};

/** Where each of these invoices stands, with its newest deal and what came for it. */
export async function findFateStates(pool: pg.Pool, ids: readonly string[]): Promise<FateState[]> {
  const rows = await orUnavailable(run(pool, newestDeals, [plainArray(ids)]));
  const states = rows.map((cells) => ({
    invoice: decodeInvoice(cells),
    deal: cells[invoiceColumnCount] === null ? null : decodeDeal(cells, invoiceColumnCount),
  }));
  const arrivals = await findArrivalsOfDeals(
    pool,
    states.flatMap(({ deal }) => deal?.id ?? []),
  );
  return states.map((state) => ({
    ...state,
    arrivals: arrivals.filter(({ dealId }) => dealId === state.deal?.id),
  }));
}
