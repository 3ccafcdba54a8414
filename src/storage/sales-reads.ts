import type pg from 'pg';
import type { Instant } from '../domain/timestamp.ts';
import { firstIdAt } from '../domain/uuid.ts';
import { run, type Statement } from './connection.ts';
import { orUnavailable } from './database-errors.ts';

/**
 * How many payins of a store are looked at for its sales, the newest first. The index by store leads to them, and a merchant
 * waits a second for that many at most; what is older is said to be left out.
 */
export const salesInvoicesMax = 300_000;

/** What was sold in one span of time through one bank. */
export interface SalesLine {
  readonly currency: string;
  /** Counted from the beginning of the period. */
  readonly span: number;
  /** Null: nobody chose a bank, and no deal was started. */
  readonly bank: string | null;
  readonly created: number;
  readonly paid: number;
  /** What those paid, in minor units. */
  readonly paidSum: bigint;
}

export interface SalesPeriod {
  readonly fromMs: Instant;
  readonly toMs: Instant;
  readonly spanMs: number;
}

export interface Sales {
  readonly lines: readonly SalesLine[];
  /** The oldest payin that was looked at, when there may be older ones in the period. */
  readonly cutAt: Instant | null;
}

/** IDs begin with their time, so that the index by store and ID leads to a period too. */
export const salesOfStore: Statement = {
  name: 'sales-of-store',
  text: `with seen as (
      select i.created_at, i.currency, i.status, i.amount, i.payment_method from invoices i
      where i.store_id = $1 and i.id >= $2::uuid and i.id < $3::uuid and i.type = 'in'
      order by i.id desc limit $6
    )
    select s.currency, greatest(floor((extract(epoch from s.created_at) * 1000 - $4::int8) / $5::int8), 0)::int4,
      s.payment_method, count(*)::int4, count(*) filter (where s.status = 'paid')::int4,
      coalesce(sum(s.amount) filter (where s.status = 'paid'), 0)::int8, min(s.created_at)
    from seen s group by 1, 2, 3`,
};

export async function readSales(pool: pg.Pool, storeId: number, period: SalesPeriod): Promise<Sales> {
  const { fromMs, toMs, spanMs } = period;
  const rows = await orUnavailable(
    run(pool, salesOfStore, [storeId, firstIdAt(fromMs), firstIdAt(toMs), fromMs, spanMs, salesInvoicesMax]),
  );
  const lines = rows.map(([currency, span, bank, created, paid, paidSum]) => {
    return { currency, span, bank, created, paid, paidSum };
  });
  const seen = lines.reduce((sum, { created }) => sum + created, 0);
  const oldest = rows.reduce((least, cells) => Math.min(least, cells[6]), toMs);
  return { lines, cutAt: seen >= salesInvoicesMax ? oldest : null };
}
