import type pg from 'pg';
import type { Withdrawal } from '../../../domain/withdrawals/withdrawal.ts';
import { read } from '../../database/connection.ts';
import { balances } from '../../rows/account-rows.ts';
import { rowStatement } from '../../rows/statement.ts';
import { plainArray } from '../../rows/table.ts';
import { withdrawals } from '../../rows/withdrawal-rows.ts';

const balancesOfAccounts = rowStatement(
  'balances',
  balances.as('a'),
  (list) => `select ${list} from accounts a where a.id = any($1::int4[])`,
);

export async function findBalances(pool: pg.Pool, accountIds: readonly number[]): Promise<Map<number, bigint>> {
  const rows = await read(pool, balancesOfAccounts, [plainArray(accountIds)]);
  return new Map(rows.map(({ accountId, balance }) => [accountId, balance]));
}

const withdrawalById = rowStatement(
  'withdrawal-by-id',
  withdrawals.as('w'),
  (list) => `select ${list} from withdrawals w where w.id = $1::uuid and w.store_id = $2`,
);

export async function findWithdrawal(pool: pg.Pool, id: string, storeId: number): Promise<Withdrawal | null> {
  const [withdrawal] = await read(pool, withdrawalById, [id, storeId]);
  return withdrawal ?? null;
}
