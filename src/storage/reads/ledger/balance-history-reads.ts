import type pg from 'pg';
import { read } from '../../database/connection.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { instant, int4, int8 } from '../../rows/codec.ts';
import { select } from '../../rows/shape.ts';
import { rowStatement } from '../../rows/statement.ts';

/**
 * How far back the history of a balance is followed one by one: each step is a row of an index. What is older is read from the
 * closing balances of days.
 */
export const historyTransfersMax = 5_000;

export interface BalanceHistory {
  readonly balance: bigint;
  /** What the balance changed by in each span that saw a change. */
  readonly changes: ReadonlyMap<number, bigint>;
  /** The oldest transfer that was looked at, when there may be older ones. */
  readonly cutAt: number | null;
  /** At the ends of days, before `cutAt`, from the oldest. */
  readonly closings: readonly { readonly at: number; readonly balance: bigint }[];
}

interface HistoryInput {
  readonly fromMs: number;
  readonly spanMs: number;
  readonly transfersMax?: number;
}

/** Followed back from the balance of now, in one statement, so that both are of one moment. */
export async function readBalanceHistory(
  pool: pg.Pool,
  accountId: number,
  { fromMs, spanMs, transfersMax = historyTransfersMax }: HistoryInput,
): Promise<BalanceHistory> {
  const values = [accountId, new Date(fromMs).toISOString(), `${spanMs} milliseconds`, transfersMax];
  const rows = await orUnavailable(read(pool, balanceHistory, values));
  const { balance, seen, oldest } = rows[0] ?? { balance: 0n, seen: null, oldest: null };
  const cutAt = (seen ?? 0) >= transfersMax ? oldest : null;
  return {
    balance,
    closings: cutAt === null ? [] : await readClosings(pool, accountId, fromMs, cutAt),
    changes: new Map(rows.flatMap(({ span }) => (span === null ? [] : [[(span.at - fromMs) / spanMs, span.change]]))),
    cutAt,
  };
}

async function readClosings(pool: pg.Pool, accountId: number, fromMs: number, toMs: number) {
  const values = [accountId, new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
  return await orUnavailable(read(pool, closingsOfDays, values));
}

/** Sessions are in UTC, as the days are. A day that was closed in several pages has the balance of the last one. */
const closingsOfDays = rowStatement(
  'closings-of-days',
  select('c', { at: instant.from('d.ends_at'), balance: int8 }),
  (list) => `select ${list} from (
      select distinct day, (day + 1)::timestamptz as ends_at from book_days
      where day >= $2::timestamptz::date and (day + 1)::timestamptz <= $3::timestamptz
    ) d cross join lateral (
      select b.balance from book_closings b where b.account_id = $1 and b.day <= d.day
      order by b.day desc, b.page desc limit 1
    ) c order by d.day`,
);

/** What lies before the beginning is one more span. */
export const balanceHistory = rowStatement(
  'balance-history',
  select('a', {
    balance: int8,
    span: select('s', { at: instant.from('span'), change: int8 }).orNull,
    seen: int4.from('(select sum(count)::int4 from spans)').orNull,
    oldest: instant.from('(select min(oldest) from spans)').orNull,
  }),
  (list) => `with sides as (
      (select t.id, t.created_at, t.amount from transfers t where t.credit_id = $1 order by t.id desc limit $4)
      union all
      (select t.id, t.created_at, -t.amount from transfers t where t.debit_id = $1 order by t.id desc limit $4)
    ), moves as (
      select created_at, amount from sides order by id desc limit $4
    ), spans as (
      select date_bin($3::interval, greatest(created_at, $2::timestamptz - $3::interval), $2::timestamptz) as span,
        sum(amount)::int8 as change, count(*) as count, min(created_at) as oldest
      from moves group by 1
    )
    select ${list} from accounts a left join spans s on true where a.id = $1`,
);
