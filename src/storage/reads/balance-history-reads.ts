import type pg from 'pg';
import { run, type Statement } from '../connection.ts';
import { orUnavailable } from '../database-errors.ts';

/** How far back the history of a balance is followed: each step is a row of an index, and half a second is enough to wait. */
export const historyTransfersMax = 50_000;

export interface BalanceHistory {
  readonly balance: bigint;
  /** What the balance changed by in each span that saw a change. */
  readonly changes: ReadonlyMap<number, bigint>;
  /** The oldest transfer that was looked at, when there may be older ones. */
  readonly cutAt: number | null;
}

/** Followed back from the balance of now, in one statement, so that both are of one moment. */
export async function readBalanceHistory(
  pool: pg.Pool,
  accountId: number,
  { fromMs, spanMs }: { readonly fromMs: number; readonly spanMs: number },
): Promise<BalanceHistory> {
  const values = [accountId, new Date(fromMs).toISOString(), `${spanMs} milliseconds`, historyTransfersMax];
  const rows = await orUnavailable(run(pool, balanceHistory, values));
  const [balance = 0n, , , seen = 0, oldest = null] = rows[0] ?? [];
  return {
    balance,
    changes: new Map(rows.filter(([, at]) => at !== null).map(([, at, change]) => [(at - fromMs) / spanMs, change])),
    cutAt: seen >= historyTransfersMax ? oldest : null,
  };
}

/** What lies before the beginning is one more span. */
export const balanceHistory: Statement = {
  name: 'balance-history',
  text: `with sides as (
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
    select a.balance, s.span, s.change, (select sum(count)::int4 from spans), (select min(oldest) from spans)
    from accounts a left join spans s on true where a.id = $1`,
};
