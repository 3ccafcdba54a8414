import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findNotification } from '../../src/storage/reads/notifications/notification-reads.ts';
import { type DatabaseBefore, databaseBefore } from '../support/migration.ts';

/** A database as the release before left it: requisites paused by this one or that, and deals of this month and before. */
describe('the migration to makers who earn', () => {
  const notified = '0193f000-0000-7000-8000-000000000001';
  let db: DatabaseBefore;

  beforeAll(async () => {
    db = await databaseBefore('makers-earn');
    const { pool } = db;
    await pool.query(`insert into currencies (code, name, subunit) values ('RUB', 'Ruble', 2), ('USDT', 'Tether', 8);
      insert into banks (currency, code, name) values ('RUB', 'vtb', 'VTB');
      insert into accounts (kind, owner_id, currency) values ('maker_available', 1, 'USDT'), ('maker_held', 1, 'USDT');
      insert into makers (name, settlement_currency, available_id, held_id) select 'M', 'USDT', min(id), max(id) from accounts;
      insert into users (login, name, role, password_hash, maker_id, trusted_since) values
        ('boss', '', 'operator', 'x', null, now()), ('mark', '', 'maker', 'x', 1, now());
      insert into options (code, name, number_kinds, icon) values ('SBP', 'SBP', array['phone'], 'phone');`);
    await pool.query(`insert into requisites (maker_id, option, bank, currency, number, paused)
      select 1, 'SBP', 'vtb', 'RUB', '+7900000000' || n, n <> 1 from generate_series(1, 5) n`);
    // 2 was paused by its maker, 3 by an operator, 4 by the one after the other, 5 by nobody knows whom.
    await pool.query(`insert into audit_log (at, user_id, actor, action, subject_kind, subject_id, details)
      select now(), u.id, u.login, 'change-requisite', 'requisite', r, '{"isPaused": true}'
      from (values ('mark', '2', 1), ('boss', '3', 2), ('boss', '4', 3), ('mark', '4', 4)) v(login, r, place)
      join users u on u.login = v.login order by place`);
    await pool.query(`update requisite_loads set day = 20774, day_sum = 300, active_deals = 0 where requisite_id = 1`);
    // Day 20774 is the seventeenth of November 2026.
    await pool.query(`insert into deals (id, invoice_id, ordinal, type, status, payment_option, payment_method, requisite_id,
        maker_id, number, holder, amount, currency, rate_e8, maker_sum, fee_sum, started_at, deadline_at, occupies)
      select gen_random_uuid(), gen_random_uuid(), 1, 'in', 'expired', 'SBP', 'vtb', 1, 1, '', '', amount, 'RUB', 1, 5, 1,
        at::timestamptz, now(), false
      from (values (100, '2026-11-17T09:00:00Z'), (200, '2026-11-17T10:00:00Z'), (1000, '2026-11-01T00:00:00Z'),
        (7000, '2026-10-31T23:59:59Z')) v(amount, at)`);
    const sums = { receivedFromTaker: null, receivedFromMaker: null, serviceFee: null, payoutSum: null };
    const invoice = { id: notified, amount: '80', askedAmount: '80', ...sums };
    const deal = { amount: '80', receivedAmount: null, rate: '1', makerSum: '5', feeSum: '1' };
    await pool.query(
      `insert into notifications (invoice_id, sequence, store_id, snapshot, created_at, feed_sequence)
       values ($1, 1, 1, $2, now(), 1), ($1, 2, 1, $3, now(), 2)`,
      [notified, { invoice, deal }, { invoice, deal: null }],
    );
    await db.migrate();
  });
  afterAll(() => db.drop());

  const values = (text: string) => db.values(text);

  it('notifications that were written before can still be read', async () => {
    const read = async (sequence: number) =>
      (await findNotification(db.pool, { invoiceId: notified, sequence }, []))?.notification.deal;
    expect(await read(1)).toMatchObject({ feeSum: 1n, rewardBps: 0, rewardSum: 0n });
    expect(await read(2)).toBeNull();
  });

  it('leaves a pause with its maker; a pause without a known author is the operators’', async () => {
    expect(await values('select id, paused, paused_by_operator from requisites order by id')).toEqual([
      [1, false, false],
      [2, true, false],
      [3, false, true],
      [4, true, false],
      [5, false, true],
    ]);
  });

  it('counts what was started before it, so that a limit set today holds today', async () => {
    const [load] = await values(`select day_deals, month, month_sum, extract(epoch from last_started_at)::int8
      from requisite_loads where requisite_id = 1`);
    expect(load).toEqual([2, 56 * 12 + 10, 1_300n, BigInt(Date.UTC(2026, 10, 17, 10) / 1000)]);
    expect(await values('select day_deals, month, month_sum from requisite_loads where requisite_id = 2')).toEqual([
      [0, 0, 0n],
    ]);
    expect(await values('select distinct reward_bps, reward_sum from deals')).toEqual([[0, 0n]]);
  });
});
