import type pg from 'pg';
import type { Withdrawal } from '../../domain/withdrawal.ts';
import { run, type Statement } from '../connection.ts';
import { plainArray } from '../rows/table.ts';
import { decodeWithdrawal, withdrawalsTable } from '../rows/withdrawal-rows.ts';

const balances: Statement = {
  name: 'balances',
  text: 'select id, balance from accounts where id = any($1::int4[])',
};

export async function findBalances(pool: pg.Pool, accountIds: readonly number[]): Promise<Map<number, bigint>> {
  const rows = await run(pool, balances, [plainArray(accountIds)]);
  return new Map(rows.map(([id, balance]) => [id, balance]));
}

const withdrawalById: Statement = {
  name: 'withdrawal-by-id',
  text: `select ${withdrawalsTable.selectList('w')} from withdrawals w where w.id = $1::uuid and w.store_id = $2`,
};

export async function findWithdrawal(pool: pg.Pool, id: string, storeId: number): Promise<Withdrawal | null> {
  const [row] = await run(pool, withdrawalById, [id, storeId]);
  return row === undefined ? null : decodeWithdrawal(row);
}
