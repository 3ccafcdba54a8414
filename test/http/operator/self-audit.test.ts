import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold, spoilBalance } from '../../support/database.ts';
import type { OperatorClient } from '../../support/operator-client.ts';
import { signInAs } from '../../support/operators.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { withdraw } from '../conformance/support/authenticator.ts';

describe('the self-audit', () => {
  let service: TestService;
  let operator: OperatorClient;
  /** Made while the books were right. */
  let waiting: { payoutId: string; withdrawalId: string };

  beforeAll(async () => {
    service = await startTestService();
    const [payout, withdrawal] = [await service.shop.createPayout(), await withdraw(service)];
    waiting = { payoutId: payout.body.id, withdrawalId: withdrawal.body.id };
    operator = await signInAs({ url: service.url, pool: service.db.pool }, 'operator');
  });
  afterAll(() => service.stop());

  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return Number(new RegExp(`^quittance_${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  const addToBalance = (amount: number) => spoilBalance(service.db.pool, 11, amount);
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
      await operator.post(`/withdrawals/${waiting.withdrawalId}/send`, { txId: 'abc', reason: 'a test' }),
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

  it('gives many who ask at once one check', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => operator.post('/audit')));
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
    await expect.poll(() => service.shop.createPayout().then(({ status }) => status), { timeout: 15_000 }).toBe(503);
    await service.db.pool.query('update requisite_loads set active_deals = 0 where requisite_id = 1');
    await expect.poll(() => service.shop.createPayout().then(({ status }) => status), { timeout: 15_000 }).toBe(200);
  } finally {
    await service.stop();
  }
});
