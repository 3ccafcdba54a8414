import type pg from 'pg';
import type { Instant } from '../../domain/timestamp.ts';
import { firstIdAt } from '../../domain/uuid.ts';
import type { Cells } from '../connection.ts';
import { orUnavailable } from '../database-errors.ts';
import type { Query } from './listing.ts';

/**
 * How many payins of a store are looked at for its sales, the newest first. That many take a second or two (measured: 5 to
 * 6 µs each), which is as long as a page should wait. What is older is said to be left out.
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

interface Sales {
  readonly lines: readonly SalesLine[];
  /** The oldest payin that was looked at, when there may be older ones in the period. */
  readonly cutAt: Instant | null;
}

/** IDs begin with their time, so that the index by store and ID leads to a period too; "nulls last" is how it is sorted. */
export function salesQuery(storeId: number, { fromMs, toMs, spanMs }: SalesPeriod): Query {
  const text = `with seen as (
      select i.created_at, i.currency, i.status, i.amount, i.payment_method from invoices i
      where i.store_id = $1 and i.type = 'in' and i.id >= $2::uuid and i.id < $3::uuid
      order by i.id desc nulls last limit $6
    )
    select s.currency, date_bin($5::interval, s.created_at, $4::timestamptz), s.payment_method,
      count(*)::int4, count(*) filter (where s.status = 'paid')::int4,
      coalesce(sum(s.amount) filter (where s.status = 'paid'), 0)::int8, min(s.created_at)
    from seen s group by 1, 2, 3`;
  const [origin, span] = [new Date(fromMs).toISOString(), `${spanMs} milliseconds`];
  return { text, values: [storeId, firstIdAt(fromMs), firstIdAt(toMs), origin, span, salesInvoicesMax] };
}

/** Planned anew each time: a plan for any store would not know that most have little, and a few have nearly all. */
export async function readSales(pool: pg.Pool, storeId: number, period: SalesPeriod): Promise<Sales> {
  const { fromMs, toMs, spanMs } = period;
  const query = pool.query<Cells>({ ...salesQuery(storeId, period), rowMode: 'array' });
  const { rows } = await orUnavailable(query);
  const lines = rows.map(([currency, at, bank, created, paid, paidSum]) => {
    // The time in an ID may be a moment ahead of the invoice's own: what falls out of the period belongs to its edge.
    return { currency, span: Math.max(0, Math.floor((at - fromMs) / spanMs)), bank, created, paid, paidSum };
  });
  const seen = lines.reduce((sum, { created }) => sum + created, 0);
  const oldest = rows.reduce((least, cells) => Math.min(least, cells[6]), toMs);
  return { lines, cutAt: seen >= salesInvoicesMax ? oldest : null };
}
