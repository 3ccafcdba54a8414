import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DatabaseBefore, databaseBefore } from '../support/migration.ts';

/** A database as the release before left it, with a bank under its former code wherever a code can stand. */
describe('the migration of bank codes', () => {
  let database: DatabaseBefore;
  const id = '0193f000-0000-7000-8000-00000000abcd';

  beforeAll(async () => {
    database = await databaseBefore('reference-data');
    const { pool } = database;
    await pool.query(`insert into currencies (code, name, subunit) values ('RUB', 'Ruble', 2), ('USDT', 'Tether', 8)`);
    await pool.query(`insert into banks (currency, code, name, position) values
      ('RUB', 'psb', 'PSB of ours', 3), ('RUB', 'vtb', 'VTB', 4), ('RUB', 'raiffeisen', 'Raif', 5)`);
    await pool.query(`insert into payment_options (currency, code, name) values ('RUB', 'SBP', 'SBP')`);
    await pool.query(`insert into accounts (kind, owner_id, currency) values
      ('maker_available', 1, 'USDT'), ('maker_held', 1, 'USDT')`);
    await pool.query(`insert into makers (name, settlement_currency, available_id, held_id)
      select 'M', 'USDT', min(id), max(id) from accounts`);
    await pool.query(`insert into requisites (maker_id, option, bank, currency, number)
      values (1, 'SBP', 'psb', 'RUB', '+79000000001'), (1, 'SBP', 'vtb', 'RUB', '+79000000002')`);
    await pool.query(
      `insert into invoices (id, store_id, type, status, payment_method, named_method, amount, currency,
         notification_url, notification_token, created_at, expire_at, updated_at)
       values ($1, 1, 'in', 'new', 'psb', 'raiffeisen', 1, 'RUB', '', '', now(), now(), now()),
         (gen_random_uuid(), 1, 'in', 'new', 'vtb', null, 1, 'RUB', '', '', now(), now(), now())`,
      [id],
    );
    await pool.query(
      `insert into deals (id, invoice_id, ordinal, type, status, payment_option, payment_method, requisite_id, maker_id,
         number, holder, amount, currency, rate_e8, maker_sum, fee_sum, started_at, deadline_at, occupies)
       values ($1, $1, 1, 'in', 'transfer_waiting', 'SBP', 'psb', 1, 1, '+79000000001', '', 1, 'RUB', 1, 0, 0, now(), now(), true)`,
      [id],
    );
    await pool.query(
      `insert into allocation_misses (invoice_id, store_id, method, amount, currency, reason, at)
       values ($1, 1, 'raiffeisen', 1, 'RUB', 'limits', now())`,
      [id],
    );
    await database.migrate();
  });
  afterAll(() => database.drop());

  it('renames them wherever they stand, and keeps the name and the place that operators gave', async () => {
    expect(await database.values(`select code, name, name_ru, position from banks order by position`)).toEqual([
      ['promsvyaz', 'PSB of ours', 'ПСБ', 3],
      ['vtb', 'VTB', 'ВТБ', 4],
      ['raiffeisenbank', 'Raif', 'Райффайзен Банк', 5],
    ]);
    expect(await database.values('select bank from requisites order by id')).toEqual([['promsvyaz'], ['vtb']]);
    expect(await database.values('select payment_method, named_method from invoices order by payment_method')).toEqual([
      ['promsvyaz', 'raiffeisenbank'],
      ['vtb', null],
    ]);
    expect(await database.values('select payment_method from deals')).toEqual([['promsvyaz']]);
    expect(await database.values('select method from allocation_misses')).toEqual([['raiffeisenbank']]);
  });

  it('keeps the former codes as aliases', async () => {
    expect(await database.values('select alias, code from bank_aliases order by alias')).toEqual([
      ['psb', 'promsvyaz'],
      ['raiffeisen', 'raiffeisenbank'],
    ]);
  });

  it("gives every currency the service's accounts", async () => {
    expect(
      await database.values(
        `select currency, kind from accounts where kind in ('fees', 'external') order by currency, kind`,
      ),
    ).toEqual([
      ['RUB', 'external'],
      ['RUB', 'fees'],
      ['USDT', 'external'],
      ['USDT', 'fees'],
    ]);
  });
});
