import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { laws } from '../../src/storage/ledger/law-texts.ts';
import { type DatabaseBefore, databaseBefore } from '../support/migration.ts';

/** A database in which disputes were decided after the store had kept an excess, as the release before left it. */
describe('the migration of excesses that were kept', () => {
  const law = 'what payers sent too much stands apart until it is returned or kept, and then nothing is left of it';
  const id = (digit: number) => `0193f000-0000-7000-8000-00000000000${digit}`;
  /** Emptied by a dispute; emptied, and worth nothing; kept, and not disputed; held; turned out to be none. */
  const [emptied, worthless, kept, held, none] = [id(1), id(2), id(3), id(4), id(5)];
  let db: DatabaseBefore;
  let brokenBefore: unknown[];

  beforeAll(async () => {
    db = await databaseBefore('kept-excess-stays');
    const { pool } = db;
    await pool.query(`insert into currencies (code, name, subunit) values ('RUB', 'Ruble', 2), ('USDT', 'Tether', 8);
      insert into merchants (id, name, secret) values (1, 'M', '');
      insert into stores (id, merchant_id, name, currency, settlement_currency, in_fee_bps, out_fee_bps)
        values (1, 1, 'S', 'RUB', 'USDT', 0, 0);
      insert into accounts (id, kind, owner_id, currency) values (1, 'external', 0, 'USDT'), (2, 'fees', 0, 'USDT'),
        (11, 'store_available', 1, 'USDT'), (12, 'store_frozen', 1, 'USDT'), (15, 'store_excess', 1, 'USDT'),
        (102, 'maker_available', 1, 'USDT'), (103, 'maker_held', 1, 'USDT')`);
    const all = [emptied, worthless, kept, held, none];
    await pool.query(
      `insert into invoices (id, store_id, type, status, amount, asked_amount, currency, notification_url, notification_token,
         created_at, expire_at, updated_at) select id, 1, 'in', 'canceled', 1, 1, 'RUB', '', '', now(), now(), now()
         from unnest($1::uuid[]) id`,
      [all],
    );
    await pool.query(
      `insert into deals (id, invoice_id, ordinal, type, status, payment_option, payment_method, requisite_id, maker_id,
         number, holder, amount, currency, rate_e8, maker_sum, fee_sum, started_at, deadline_at, occupies)
       select id, id, 1, 'in', 'canceled', 'SBP', 'vtb', 1, 1, '', '', 1, 'RUB', 1, 0, 0, now(), now(), false
       from unnest($1::uuid[]) id`,
      [all],
    );
    await pool.query(
      `insert into excesses (deal_id, invoice_id, store_id, sum, currency, held_sum, created_at, kept_at)
       select id, id, 1, sum, 'RUB', held, now(), case when is_kept then now() end
       from (values ($1::uuid, 0, 0, true), ($2, 0, 0, true), ($3, 300, 30, true), ($4, 400, 40, false), ($5, 0, 0, false))
         v(id, sum, held, is_kept)`,
      all,
    );
    await pool.query(
      `insert into transfers (subject_id, kind, debit_id, credit_id, amount, currency, created_at)
       select id, kind, debit, credit, amount, 'USDT', now() from (values
         (gen_random_uuid(), 'top_up', 1, 102, 1000), (gen_random_uuid(), 'payin_hold', 102, 103, 900),
         ($1::uuid, 'payin_excess', 103, 15, 20), ($1, 'excess_keep', 15, 11, 16), ($1, 'excess_fee', 15, 2, 3),
         ($1, 'excess_reward', 15, 102, 1), ($2, 'payin_excess', 103, 15, 30), ($2, 'excess_keep', 15, 11, 30),
         ($3, 'payin_excess', 103, 15, 40)) v(id, kind, debit, credit, amount)`,
      [emptied, kept, held],
    );
    await pool.query(
      `insert into audit_log (at, actor, action, subject_kind, subject_id, details)
       select now(), 'boss', 'keep-excess', 'invoice', id, jsonb_build_object('dealId', id, 'sumMinor', sum)
       from (values ($1, '200'), ($2, '1'), ($3, '300')) v(id, sum)`,
      [emptied, worthless, kept],
    );
    brokenBefore = await broken();
    await db.migrate();
  });
  afterAll(() => db.drop());

  const broken = async () => (await db.values(laws[law] ?? '')).map(([subject]) => subject);

  it('gives an emptied row back what it said, so that the law of the excess holds again', async () => {
    expect(brokenBefore).toEqual([emptied]);
    expect(
      await db.values('select deal_id, sum, held_sum, kept_at is not null from excesses order by deal_id'),
    ).toEqual([
      [emptied, 200n, 20n, true],
      [worthless, 1n, 0n, true],
      [kept, 300n, 30n, true],
      [held, 400n, 40n, false],
      [none, 0n, 0n, false],
    ]);
    expect(await broken()).toEqual([]);
  });

  it('leaves one that is held to be kept, and then to stay', async () => {
    const refused = 'an excess that was kept is never changed';
    await db.pool.query('update excesses set kept_at = now() where deal_id = $1', [held]);
    for (const one of [emptied, held]) {
      await expect(db.pool.query('update excesses set sum = 0 where deal_id = $1', [one])).rejects.toThrow(refused);
    }
  });
});
