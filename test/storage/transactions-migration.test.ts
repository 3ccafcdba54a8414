import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DatabaseBefore, databaseBefore } from '../support/migration.ts';

/** A transaction that was entered for several withdrawals before that was refused. */
let db: DatabaseBefore;
const id = (digit: number) => `0193f000-0000-7000-8000-00000000000${digit}`;

beforeAll(async () => {
  db = await databaseBefore('one-withdrawal-per-transaction');
  await db.pool.query(`insert into currencies (code, name, subunit) values ('USDT', 'Tether', 8), ('RUB', 'Ruble', 2)`);
  await db.pool.query(`insert into merchants (id, name, secret) values (1, 'M', '')`);
  await db.pool.query(`insert into stores (id, merchant_id, name, currency, settlement_currency, in_fee_bps, out_fee_bps)
    values (1, 1, 'S', 'RUB', 'USDT', 0, 0)`);
  await db.pool.query(`insert into accounts (id, kind, owner_id, currency)
    values (11, 'store_available', 1, 'USDT'), (12, 'store_frozen', 1, 'USDT')`);
  await db.pool.query(
    `insert into store_accounts (id, store_id, currency, network, available_id, frozen_id) values ($1, 1, 'USDT', 'TRC20', 11, 12)`,
    [id(9)],
  );
  for (const [index, txId] of ['ab', '0xAB', 'AB', 'cd', null].entries()) {
    await db.pool.query(
      `insert into withdrawals (id, store_id, account_id, status, sum, fee, currency, address, tx_id, created_at, updated_at)
       values ($1, 1, $2, $3, 1, 0, 'USDT', 'T', $4, now(), now() - interval '1 hour' * $5)`,
      [id(index + 1), id(9), txId === null ? 3 : 4, txId, index],
    );
  }
  await db.migrate();
});
afterAll(() => db.drop());

it('a transaction that was entered twice stays as it was: the first sent has the transaction, the others are marked', async () => {
  expect(await db.values('select id, tx_id, tx_shared from withdrawals order by id')).toEqual([
    [id(1), 'ab', true],
    [id(2), '0xAB', true],
    [id(3), 'AB', false],
    [id(4), 'cd', false],
    [id(5), null, false],
  ]);
});

it('a transaction that was entered before is taken from then on', async () => {
  const again = db.pool.query(`update withdrawals set status = 4, tx_id = 'aB' where id = $1`, [id(5)]);
  await expect(again).rejects.toThrow('withdrawals_one_per_transaction');
});
