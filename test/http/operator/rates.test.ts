import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import type { Body } from '../../support/merchant-client.ts';
import { OperatorClient } from '../../support/operator-client.ts';
import { patiently } from '../../support/patience.ts';
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
    [{ in: '-1' }, 'invalid_rate', 'in'],
    [{ in: 95.5 }, 'wrong_type', 'in'],
    [{ in: '1.123456789' }, 'invalid_rate', 'in'],
    [{ in: '12345678901' }, 'invalid_rate', 'in'],
    [{}, 'blank', 'in'],
    [{ in: '1', reason: '' }, 'blank', 'reason'],
    [{ in: '1', fiatCurrency: 'XYZ' }, 'currency_not_allowed', 'fiatCurrency'],
    [{ in: '1', fiatCurrency: 'USDT' }, 'currency_not_allowed', 'fiatCurrency'],
    [{ in: '1', ageMaxMs: 0 }, 'out_of_range', 'ageMaxMs'],
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

describe('a rate feed', () => {
  let server: Server;
  let answer: { status: number; body: string };
  let url: string;
  const interval = { intervalMs: 10_000, reason };

  beforeAll(async () => {
    server = createServer((_request, response) => {
      response.writeHead(answer.status, { location: 'http://127.0.0.1/elsewhere' }).end(answer.body);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates`;
  });
  afterAll(() => void server.close());

  const feedOf = async () => (await ok(operator.get('/rate-feeds'))).items[0];

  /** Lets the next interval pass, and waits until the feed was asked. */
  async function next(status: number, body: string, check: () => Promise<void>) {
    answer = { status, body };
    service.advance(10_000);
    await patiently(check);
  }

  it('renews a rate on its schedule', async () => {
    answer = { status: 200, body: JSON.stringify({ data: [{ price: '102.5' }] }) };
    await ok(operator.post('/rate-feeds', { ...pair, type: 'in', url, path: 'data.0.price', ...interval }));
    await patiently(async () => expect((await current()).in.rate).toBe('102.50'));
    await next(200, JSON.stringify({ data: [{ price: 103.25 }] }), async () => {
      expect((await current()).in.rate).toBe('103.25');
    });
    expect((await ok(history('in'))).items[0].setBy).toMatch(/^feed \d+$/);
  });

  it.each([
    ['a jump', 200, '{"data":[{"price":"1.03"}]}', /too far/],
    ['nothing at the path', 200, '{"data":[]}', /no rate at data\.0\.price/],
    ['no JSON', 200, '<html>', /no JSON/],
    ['an error', 500, '{}', /answered 500/],
    ['a redirect', 302, '{}', /answered 302/],
    ['too much', 200, `"${'x'.repeat(1_100_000)}"`, /larger than/],
  ])('keeps the last rate at %s, and says why', async (_, status, body, error) => {
    await next(status, body, async () => expect((await feedOf()).lastError).toMatch(error));
    expect((await current()).in.rate).toBe('103.25');
  });

  it('a feed recovers and sets rates again', async () => {
    // The rate is stored with the feed's row; the process hears of it a moment later.
    await next(200, '{"data":[{"price":"104"}]}', async () => {
      expect((await feedOf()).lastError).toBeNull();
      expect((await current()).in.rate).toBe('104.00');
    });
  });

  it('is switched off', async () => {
    const { id } = await feedOf();
    expect(await ok(operator.patch(`/rate-feeds/${id}`, { isEnabled: false, reason }))).toMatchObject({
      isEnabled: false,
      path: 'data.0.price',
    });
    answer = { status: 200, body: '{"data":[{"price":"105"}]}' };
    service.advance(60_000);
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect((await current()).in.rate).toBe('104.00');
  });

  it.each([
    [{ url: 'file:///etc/passwd' }, 'invalid_feed_url'],
    [{ url: 'https://user:word@example.com/' }, 'invalid_feed_url'],
    [{ url: '' }, 'blank'],
    [{ path: '' }, 'blank'],
    [{ intervalMs: 1 }, 'out_of_range'],
    [{ type: 'both' }, 'invalid_choice'],
    [{}, 'feed_taken'],
  ])('is not created with %j', async (change, code) => {
    const feed = { ...pair, type: 'in', url: 'https://example.com/', path: 'a', ...interval, ...change };
    const refused = await operator.post('/rate-feeds', feed);
    expect([refused.status, refused.body[0].code]).toEqual([400, code]);
  });
});
