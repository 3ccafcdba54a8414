import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../../src/storage/database/connection.ts';
import { checkLaw } from '../../../src/storage/ledger/ledger-laws.ts';
import { expectLawsHold, spoilBalance } from '../../support/database.ts';
import type { OperatorClient } from '../../support/operator-client.ts';
import { signInAs } from '../../support/operators.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { withdraw } from '../conformance/support/authenticator.ts';

describe('the self-audit', () => {
  let service: TestService;
  let operator: OperatorClient;
  /** Made while the books were right. */
  let waiting: { payoutId: string; withdrawalId: string; approvedId: string };

  beforeAll(async () => {
    service = await startTestService();
    const [payout, withdrawal, approved] = [
      await service.shop.createPayout(),
      await withdraw(service),
      await withdraw(service),
    ];
    waiting = { payoutId: payout.body.id, withdrawalId: withdrawal.body.id, approvedId: approved.body.id };
    await service.db.pool.query('update withdrawals set status = 3 where id = $1', [waiting.approvedId]);
    operator = await signInAs({ url: service.url, pool: service.db.pool }, 'operator');
  });
  afterAll(() => service.stop());

  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return Number(new RegExp(`^quittance_${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  const addToBalance = (amount: number) => spoilBalance(service.db.owner, 11, amount);
  it('has checked all laws when the service is up', async () => {
    const { status, body } = await operator.get('/audit');
    expect(status).toBe(200);
    expect(body).toMatchObject({ moneyOut: 'open', violations: [] });
    expect(body.laws.length).toBeGreaterThan(8);
    expect(body.laws.filter((one: { isHeld: boolean }) => !one.isHeld)).toEqual([]);
    expect(await metric('audit_violations')).toBe(0);
    expect(await metric('audit_age_seconds')).toBeGreaterThanOrEqual(0);
    expect(await metric('money_out_stopped')).toBe(0);
  });

  it('stops money going out when a law is broken, and lets it come in', async () => {
    await addToBalance(1);
    const { body } = await operator.post('/audit');
    expect(body.moneyOut).toBe('stopped');
    expect(body.violations.map((one: { law: string }) => one.law)).toEqual([
      'the sum of all balances of a currency is zero',
      'a balance equals the sum of its transfers',
    ]);
    expect(await metric('audit_violations')).toBe(2);
    expect(await metric('money_out_stopped')).toBe(1);

    for (const refused of [await service.shop.createPayout(), await withdraw(service)]) {
      expect(refused.status).toBe(503);
      expect(refused.body).toMatchObject([{ code: 'money_out_stopped' }]);
      expect(refused.headers.get('retry-after')).not.toBeNull();
    }
    const payin = await service.shop.createPayin({ startDeal: true });
    expect(payin.status).toBe(200);
    expect(payin.body.deals).toHaveLength(1);
    expect((await service.shop.confirm(payin.body.id)).status).toBe(200);
  });

  it('stops the acts of people that let money out, and no others', async () => {
    const movement = { id: randomUUID(), amount: '5', reason: 'a test' };
    const refused = [
      await operator.post('/makers/1/pay-backs', movement),
      await operator.post(`/payouts/${waiting.payoutId}/take`, { makerId: 1, reason: 'a test' }),
      await operator.post(`/withdrawals/${waiting.withdrawalId}/approve`, { reason: 'a test' }),
      await operator.post(`/withdrawals/${waiting.approvedId}/send`, { txId: 'ab'.repeat(32), reason: 'a test' }),
    ];
    expect(refused.map(({ status, body }) => [status, body[0]?.code])).toEqual(
      refused.map(() => [503, 'money_out_stopped']),
    );
    expect((await operator.post('/makers/1/top-ups', movement)).status).toBe(200);
    const rejected = await operator.post(`/withdrawals/${waiting.withdrawalId}/reject`, { reason: 'a test' });
    expect(rejected.status).toBe(200);
  });

  it('lets money out again when the laws hold again', async () => {
    await addToBalance(-1);
    const { body } = await operator.post('/audit');
    expect(body).toMatchObject({ moneyOut: 'open', violations: [] });
    expect((await service.shop.createPayout()).status).toBe(200);
    expect((await withdraw(service)).status).toBe(200);
    expect(await metric('money_out_stopped')).toBe(0);
    await expectLawsHold(service.db.pool);
  });

  it('knows by itself what another process has found, and that it was put right', async () => {
    const moneyOut = async () => (await operator.get('/audit')).body.moneyOut;
    // A law of another release: nobody here looks whether it holds.
    await service.db.owner.query(
      `insert into book_faults (law, subject, detail, found_at) values ('a law of tomorrow', '1', 'a test', now())`,
    );
    await expect.poll(moneyOut).toBe('stopped');
    await service.db.owner.query('delete from book_faults');
    await expect.poll(moneyOut).toBe('open');
  });

  it('lets no money out while one of many is wrong, though only ten are shown', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 12; n++) {
      const { id } = (await service.shop.createPayin()).body;
      expect((await service.shop.cancel(id)).status).toBe(200);
      ids.push(id);
    }
    const { owner } = service.db;
    await owner.query('create table kept as select * from notifications where invoice_id = any($1)', [ids]);
    await owner.query('delete from notifications where invoice_id = any($1)', [ids]);
    const { violations } = (await operator.post('/audit')).body;
    expect(violations).toHaveLength(10);
    const putRight = (which: string, named: readonly string[]) =>
      owner.query(`insert into notifications select * from kept where ${which}`, [named]);
    const named = violations.map(({ subject }: { subject: string }) => subject);
    await putRight('invoice_id = any($1)', named);
    const left = async () => (await operator.get('/audit')).body;
    await expect.poll(async () => (await left()).violations.length).toBe(2);
    expect((await left()).moneyOut).toBe('stopped');
    await putRight('invoice_id <> all($1)', named);
    await expect.poll(async () => (await left()).moneyOut).toBe('open');
    await owner.query('drop table kept');
  });

  it('says first that there are more than it can name, and opens only when everything was looked at again', async () => {
    const client = await connect(service.db.url, 'admin');
    const cases = (count: number) =>
      checkLaw(client, 'a law', `select n::text, '' from generate_series(1, ${count}) n`);
    const [many, more] = [(await cases(1_000)).violations, (await cases(1_001)).violations];
    await client.end();
    expect([many.length, more.length, many[0]?.subject, more[0]?.subject]).toEqual([1_000, 1_001, '1', 'more']);

    const state = async () => (await operator.get('/audit')).body;
    await service.db.owner.query(`insert into book_faults (law, subject, detail, found_at)
      values ('every status change was notified, in order', 'more', 'a test', now())`);
    await expect.poll(async () => (await state()).moneyOut).toBe('stopped');
    // The sealer asks again for the known faults, and leaves this one as it is.
    const pages = async () => (await service.db.pool.query('select from book_pages')).rowCount ?? 0;
    const before = await pages();
    expect((await service.shop.createPayin({ startDeal: true })).status).toBe(200);
    await expect.poll(pages).toBeGreaterThan(before);
    expect((await state()).violations).toMatchObject([{ subject: 'more' }]);
    expect((await operator.post('/audit')).body).toMatchObject({ moneyOut: 'open', violations: [] });
  });

  it('gives many who ask at once one check', async () => {
    // The books cannot be read before all of them have asked.
    const holder = await service.db.owner.connect();
    await holder.query('begin; lock table accounts in access exclusive mode');
    const asked = Array.from({ length: 20 }, () => operator.post('/audit'));
    // Who asks now comes behind them.
    for (let turn = 0; turn < 3; turn++) await operator.get('/me');
    await holder.query('commit');
    holder.release();
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.laws))).size).toBeLessThanOrEqual(3);
  });

  it('is for operators', async () => {
    for (const role of ['maker', 'merchant'] as const) {
      const person = await signInAs({ url: service.url, pool: service.db.pool }, role);
      expect((await person.get('/audit')).status).toBe(403);
      expect((await person.post('/audit')).status).toBe(403);
    }
  });
});

it('checks at its interval without being asked', async () => {
  const service = await startTestService({ AUDIT_INTERVAL_MS: '1000' });
  try {
    await service.db.pool.query('update requisite_loads set active_deals = 1 where requisite_id = 1');
    await expect.poll(() => service.shop.createPayout().then(({ status }) => status)).toBe(503);
    await service.db.pool.query('update requisite_loads set active_deals = 0 where requisite_id = 1');
    await expect.poll(() => service.shop.createPayout().then(({ status }) => status)).toBe(200);
  } finally {
    await service.stop();
  }
});
