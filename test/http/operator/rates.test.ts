import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import type { Body } from '../../support/merchant-client.ts';
import { OperatorClient } from '../../support/operator-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let operator: OperatorClient;

const reason = 'a test';
const pair = { settlementCurrency: 'USDT', fiatCurrency: 'RUB' };

beforeAll(async () => {
  service = await startTestService();
  operator = await OperatorClient.signedIn(service.url, 'operator', 'demo-operator-password');
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

async function ok(answer: Promise<{ status: number; body: Body }>): Promise<Body> {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const current = () => ok(service.shop.get('/api/merchant/currency-rates/current'));
const history = (type: string) => operator.get(`/rates/history?settlementCurrency=USDT&fiatCurrency=RUB&type=${type}`);

describe('a rate set by hand', () => {
  it('is what the next deal uses, and stays in the history', async () => {
    await ok(operator.post('/rates', { ...pair, in: '100', out: '99.12345678', isConfirmed: true, reason }));
    expect(await current()).toMatchObject({ in: { rate: '100.00' }, out: { rate: '99.12345678' } });
    await ok(operator.post('/rates', { ...pair, in: '101', reason }));
    const { items } = await ok(history('in'));
    expect(items.map(({ rate, setBy }: Body) => [rate, setBy])).toEqual([
      ['101.00', 'operator'],
      ['100.00', 'operator'],
    ]);
    expect((await ok(history('out'))).items).toHaveLength(1);
    const invoice = await ok(service.shop.createPayin({ startDeal: true, paymentOption: 'SBP', amount: '777.00' }));
    expect(invoice.deals[0].rate).toBe('101.00');
  });

  it('stops new deals when it is older than its limit, and the metrics say so', async () => {
    const before = await ok(service.shop.createPayin({ startDeal: true, paymentOption: 'SBP', amount: '778.00' }));
    await ok(operator.post('/rates', { ...pair, in: '100', out: '99', ageMaxMs: 60_000, reason }));
    service.advance(61_000);
    const payin = await service.shop.createPayin({ startDeal: true, paymentOption: 'SBP', amount: '779.00' });
    expect([payin.status, payin.body[0].code]).toEqual([400, 'rate_outdated']);
    expect((await service.shop.createPayout()).body[0].code).toBe('rate_outdated');
    expect((await service.shop.get('/api/merchant/currency-rates/current')).body[0].code).toBe('rate_outdated');
    expect((await ok(service.shop.confirm(before.id))).deals[0].status).toBe('transfer_confirmed');
    const { items } = await ok(operator.get('/rates'));
    const outdated = items.filter((item: Body) => item.isOutdated);
    expect(outdated.map(({ fiatCurrency, type }: Body) => [fiatCurrency, type])).toEqual([
      ['RUB', 'in'],
      ['RUB', 'out'],
    ]);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('quittance_outdated_rates 2');
    expect(Number(/^quittance_oldest_rate_seconds (\S+)/m.exec(metrics)?.[1])).toBeGreaterThan(60);
    await ok(operator.post('/rates', { ...pair, in: '100', out: '99', reason }));
    await ok(service.shop.createPayin({ startDeal: true, paymentOption: 'SBP', amount: '780.00' }));
  });

  it.each([
    [{ in: '0' }, 'invalid_rate', 'in'],
    [{ in: '1', fiatCurrency: 'XYZ' }, 'currency_not_allowed', 'fiatCurrency'],
  ])('is not %j', async (change, code, field) => {
    const answer = await operator.post('/rates', { ...pair, reason, ...change });
    expect([answer.status, answer.body[0].code, answer.body[0].field]).toEqual([400, code, field]);
  });

  it('is set and seen by operators only', async () => {
    for (const role of ['maker', 'merchant']) {
      const client = await OperatorClient.signedIn(service.url, role, `demo-${role}-password`);
      expect((await client.post('/rates', { ...pair, in: '1', reason })).status).toBe(403);
      expect((await client.get('/rates')).status).toBe(403);
      expect((await client.post('/rate-feeds', {})).status).toBe(403);
    }
    expect((await operator.get('/rates/history?type=up')).status).toBe(400);
  });
});
