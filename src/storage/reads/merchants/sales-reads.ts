import type pg from 'pg';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { firstIdAt } from '../../../domain/text/uuid.ts';
import { instant, int4, int8, text as textCell } from '../../rows/codec.ts';
import { type RowOf, select } from '../../rows/shape.ts';
import { type Query, readQuery } from '../listing.ts';

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

const salesColumns = {
  currency: textCell,
  at: instant.from('date_bin($5::interval, s.created_at, $4::timestamptz)'),
  bank: textCell.from('payment_method').orNull,
  created: int4.from('count(*)::int4'),
  paid: int4.from(`count(*) filter (where s.status = 'paid')::int4`),
  paidSum: int8.from(`coalesce(sum(s.amount) filter (where s.status = 'paid'), 0)::int8`),
  oldest: instant.from('min(s.created_at)'),
};
const selection = select('s', salesColumns);

/** IDs begin with their time, so that the index by store and ID leads to a period too; "nulls last" is how it is sorted. */
export function salesQuery(storeId: number, { fromMs, toMs, spanMs }: SalesPeriod): Query<RowOf<typeof salesColumns>> {
  const text = `with seen as (
      select i.created_at, i.currency, i.status, i.amount, i.payment_method from invoices i
      where i.store_id = $1 and i.type = 'in' and i.id >= $2::uuid and i.id < $3::uuid
      order by i.id desc nulls last limit $6
    )
    select ${selection.list} from seen s group by 1, 2, 3`;
  const [origin, span] = [new Date(fromMs).toISOString(), `${spanMs} milliseconds`];
  const values = [storeId, firstIdAt(fromMs), firstIdAt(toMs), origin, span, salesInvoicesMax];
  return { text, values, selection };
}

/** Planned anew each time: a plan for any store would not know that most have little, and a few have nearly all. */
export async function readSales(pool: pg.Pool, storeId: number, period: SalesPeriod): Promise<Sales> {
  const { fromMs, toMs, spanMs } = period;
  const rows = await readQuery(pool, salesQuery(storeId, period));
  const lines = rows.map(({ at, oldest: _, ...line }) => {
    // The time in an ID may be a moment ahead of the invoice's own: what falls out of the period belongs to its edge.
    return { ...line, span: Math.max(0, Math.floor((at - fromMs) / spanMs)) };
  });
  const seen = lines.reduce((sum, { created }) => sum + created, 0);
  const oldest = rows.reduce((least, row) => Math.min(least, row.oldest), toMs);
  return { lines, cutAt: seen >= salesInvoicesMax ? oldest : null };
}
