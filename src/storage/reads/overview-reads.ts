import type pg from 'pg';
import type { TradeLine } from '../../domain/overview.ts';
import { directions } from '../../domain/payment.ts';
import type { Instant } from '../../domain/timestamp.ts';
import { firstIdAt } from '../../domain/uuid.ts';
import { int4, int8, oneOf, text as textCell } from '../rows/codec.ts';
import { type RowOf, select } from '../rows/shape.ts';
import { type Query, readQuery } from './listing.ts';

/** How many invoices of a day are looked at, the newest first: half a second's work, for a page that is open all day. */
const overviewInvoicesMax = 100_000;

const columns = {
  type: oneOf(directions),
  currency: textCell,
  status: textCell,
  count: int4.from('count(*)::int4'),
  sum: int8.from('coalesce(sum(s.amount), 0)::int8'),
};
const selection = select('s', columns);

/** All invoices since a moment, of all stores. IDs begin with their time, so their own index leads to a period. */
export function tradeQuery(fromMs: Instant): Query<RowOf<typeof columns>> {
  const text = `with seen as (
      select i.type, i.currency, i.status, i.amount from invoices i
      where i.id >= $1::uuid order by i.id desc limit $2
    )
    select ${selection.list} from seen s group by 1, 2, 3`;
  return { text, values: [firstIdAt(fromMs), overviewInvoicesMax], selection };
}

/** `isCut`: there were more than are looked at, and the oldest are left out. */
export async function readTrade(
  pool: pg.Pool,
  fromMs: Instant,
): Promise<{ readonly lines: readonly TradeLine[]; readonly isCut: boolean }> {
  const lines = await readQuery(pool, tradeQuery(fromMs));
  const seen = lines.reduce((sum, { count }) => sum + count, 0);
  return { lines, isCut: seen >= overviewInvoicesMax };
}
