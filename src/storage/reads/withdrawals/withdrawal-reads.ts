import type pg from 'pg';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { firstIdAt } from '../../../domain/text/uuid.ts';
import {
  type StoreSum,
  transactionKey,
  type Withdrawal,
  type WithdrawalStatus,
} from '../../../domain/withdrawals/withdrawal.ts';
import { read } from '../../database/connection.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { int4, settlement } from '../../rows/codec.ts';
import { select } from '../../rows/shape.ts';
import { rowStatement } from '../../rows/statement.ts';
import { isOpenWithdrawal, withdrawals } from '../../rows/withdrawal-rows.ts';
import { Conditions, type Page, type PageRequest, type Query, readPage } from '../listing.ts';

interface WithdrawalFilter {
  /** Whose: null for all stores. */
  readonly storeIds: readonly number[] | null;
  /** `open`: those that wait for somebody. */
  readonly status: WithdrawalStatus | 'open' | null;
}

export async function listWithdrawals(
  pool: pg.Pool,
  filter: WithdrawalFilter,
  page: PageRequest,
): Promise<Page<Withdrawal>> {
  return await readPage(pool, withdrawalsQuery(filter, page), page, ({ id }) => id);
}

const selection = withdrawals.as('w');

export function withdrawalsQuery(filter: WithdrawalFilter, page: PageRequest): Query<Withdrawal> {
  const where = new Conditions();
  const limit = where.parameter(page.limit + 1);
  if (filter.status === 'open') where.always(isOpenWithdrawal('w'));
  else where.add('w.status = ?', filter.status);
  where.add('w.id < ?::uuid', page.after);
  const stores = filter.storeIds === null ? null : where.parameter(filter.storeIds);
  const source =
    stores === null
      ? `withdrawals w where ${where}`
      : `unnest(${stores}::int4[]) s(id) cross join lateral (
          select * from withdrawals w where w.store_id = s.id and ${where} order by w.id desc limit ${limit}
        ) w`;
  const text = `select ${selection.list} from ${source} order by w.id desc limit ${limit}`;
  return { text, values: where.values, selection };
}

const withdrawalOfAnyStore = rowStatement(
  'withdrawal-of-any-store',
  selection,
  (list) => `select ${list} from withdrawals w where w.id = $1::uuid`,
);

export async function findWithdrawalOfAnyStore(pool: pg.Pool, id: string): Promise<Withdrawal | null> {
  const [withdrawal] = await orUnavailable(read(pool, withdrawalOfAnyStore, [id]));
  return withdrawal ?? null;
}

/** IDs begin with their time, so the time is a range of the index by store. */
const withdrawnSince = rowStatement(
  'withdrawn-since',
  select('s', { storeId: int4, sum: settlement }),
  (list) => `select ${list} from (
      select w.store_id, sum(w.sum)::int8 as sum from withdrawals w
      where w.store_id in (
          select of.id from stores of join stores one on one.merchant_id = of.merchant_id where one.id = $1::int4
        ) and w.id >= $2::uuid and w.status <> 5
      group by w.store_id
    ) s`,
);

/** What each store of a store's merchant has asked for since then and was not refused. */
export async function findWithdrawnSince(pool: pg.Pool, storeId: number, since: Instant): Promise<StoreSum[]> {
  return await orUnavailable(read(pool, withdrawnSince, [storeId, firstIdAt(since)]));
}

export const withdrawalsOfTransaction = rowStatement(
  'withdrawals-of-transaction',
  selection,
  (list) => `select ${list} from withdrawals w
    where w.tx_id = any($1::text[]) and w.tx_id is not null order by w.id desc limit $2`,
);

export async function findWithdrawalsByTransaction(pool: pg.Pool, txId: string, limit: number): Promise<Withdrawal[]> {
  return await orUnavailable(read(pool, withdrawalsOfTransaction, [[txId, transactionKey(txId)], limit]));
}
