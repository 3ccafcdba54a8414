import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
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
const intervalMs = 10_000;

/** A server of rates that says what the test wants it to say; how often it was asked is counted. */
class Market {
  readonly #server: Server;
  asked = 0;
  answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  readonly hanging: ServerResponse[] = [];

  constructor() {
    this.#server = createServer((request, response) => {
      this.asked += 1;
      this.answer(request, response);
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening));
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/rates`;
  }

  says(body: unknown, status = 200): void {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    this.answer = (_, response) =>
      void response.writeHead(status, { location: 'http://127.0.0.1/elsewhere' }).end(text);
  }

  /** Begins an answer and never ends it. */
  hangs(): void {
    this.answer = (_, response) => {
      response.writeHead(200).write('{"price":');
      this.hanging.push(response);
    };
  }
}

const [first, second] = [new Market(), new Market()];

beforeAll(async () => {
  // Its clock stands still, so that no feed is asked but when a test moves it.
  const begun = Date.now();
  service = await startTestService({}, () => begun);
  operator = await OperatorClient.signedIn(service.url, 'operator', 'demo-operator-password');
  await first.start();
  await second.start();
});
afterAll(async () => {
  first.stop();
  second.stop();
  await expectLawsHold(service.db.pool);
  await service.stop();
});

async function ok(answer: Promise<{ status: number; body: Body }>): Promise<Body> {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const rateNow = async () => (await ok(service.shop.get('/api/merchant/currency-rates/current'))).in.rate;
const feedOf = async (id = 1): Promise<Body> =>
  (await ok(operator.get('/rate-feeds'))).items.find((one: Body) => one.id === id);
const history = async () =>
  (await ok(operator.get('/rates/history?settlementCurrency=USDT&fiatCurrency=RUB&type=in'))).items;
const metric = async () => {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return /^quittance_rate_source\{pair="USDT\/RUB",type="in"\} (\S+)$/m.exec(text)?.[1];
};

/** The rate is stored with the feed's row; the process hears of it a moment later. */
const rateBecomes = (expected: string) => patiently(async () => expect(await rateNow()).toBe(expected));

/** Lets the next interval pass, and waits until the feed was asked. */
async function next(check: (feed: Body) => void | Promise<void>): Promise<void> {
  service.advance(intervalMs);
  await patiently(async () => check(await feedOf()));
}

const book = (...prices: string[]) => ({ data: { offers: prices.map((price) => ({ adv: { price } })) } });

describe('an order of sources', () => {
  it('gives the mean of places of an order book, with the margin, and stores it on its schedule', async () => {
    await ok(operator.post('/rates', { ...pair, in: '100', out: '90', isConfirmed: true, reason }));
    first.says(book('1', '999', '100.10', '100.20', '100.60', '7'));
    const sources = [
      { url: first.url, path: 'data.offers', book: { from: 3, to: 5, price: 'adv.price' } },
      { url: second.url, path: 'price', time: { path: 'at', ageMaxMs: 60_000 } },
    ];
    const feed = { ...pair, type: 'in', sources, marginBps: 100, intervalMs, ageMaxMs: 600_000, reason };
    expect(await ok(operator.post('/rate-feeds', feed))).toMatchObject({ id: 1, usedPlace: null, fault: null });
    // The mean is 100.30.
    await rateBecomes('101.303');
    expect(await feedOf()).toMatchObject({ usedPlace: 1, fault: null, sources: [{ lastRate: '100.30' }, {}] });
    expect(await metric()).toBe('1');
    first.says(book('1', '1', '100.4', '100.4', '100.4'));
    await next((feed) => expect(feed.sources[0].lastRate).toBe('100.40'));
    await rateBecomes('101.404');
    expect((await history())[0]).toMatchObject({ rate: '101.404', setBy: 'feed 1, source 1' });
    expect(second.asked).toBe(0);
  });

  it('does not fill the history with a rate that has not moved, but keeps it young', async () => {
    const lines = (await history()).length;
    const { lastRateAt } = await feedOf();
    await next((feed) => expect(feed.lastRateAt).not.toBe(lastRateAt));
    expect(await history()).toHaveLength(lines);
  });

  it.each<[string, unknown, number, RegExp]>([
    ['answers with an error', {}, 500, /answered 500/],
    ['redirects', {}, 302, /answered 302/],
    ['answers with a page', '<html>', 200, /no JSON/],
    ['answers with another document', { data: {} }, 200, /nothing at data\.offers/],
    ['has too few offers', book('1', '2', '3', '4'), 200, /4 places, not 5/],
    ['says too much', `"${'x'.repeat(1_100_000)}"`, 200, /larger than/],
  ])('falls back to the second source when the first %s', async (_, body, status, error) => {
    first.says(body, status);
    second.says({ price: '100.5', at: new Date().toISOString() });
    await next((feed) => {
      expect(feed.sources[0].lastError).toMatch(error);
      expect(feed).toMatchObject({ usedPlace: 2, fault: null, lastError: null });
    });
    await rateBecomes('101.505');
    expect(await metric()).toBe('2');
  });

  it('returns to the first source when it recovers, and the audit log has each change of source once', async () => {
    first.says(book('1', '1', '100.6', '100.6', '100.6'));
    await next((feed) => expect(feed.usedPlace).toBe(1));
    const { items } = await ok(operator.get('/audit-log?subjectKind=rate-feed&subjectId=1'));
    const used = items.filter(({ action }: Body) => action === 'use-rate-source');
    expect(used.map(({ actor, details }: Body) => [actor, details.source])).toEqual([
      ['service', 1],
      ['service', 2],
      ['service', 1],
    ]);
  });

  it('is not held up by a source that hangs, and neither is another feed', async () => {
    second.says({ price: '100.8', at: Date.now() });
    const sources = [{ url: second.url, path: 'price' }];
    const other = { ...pair, type: 'out', sources, marginBps: -500, intervalMs, reason };
    await ok(operator.post('/rates', { ...pair, out: '95', isConfirmed: true, reason }));
    const { id } = await ok(operator.post('/rate-feeds', other));
    const otherRate = async () => (await feedOf(id)).sources[0].lastRate;
    await patiently(async () => expect(await otherRate()).toBe('100.80'));
    first.hangs();
    second.says({ price: '100.7', at: Date.now() });
    service.advance(intervalMs);
    await patiently(async () => {
      expect(first.hanging.length).toBeGreaterThan(0);
      expect(await otherRate()).toBe('100.70');
    });
    // It has five seconds, which may be over by now.
    expect([null, 'no answer within 5 seconds']).toContain((await feedOf()).sources[0].lastError);
    // It hangs up before its time is over: the second one counts.
    for (const response of first.hanging.splice(0)) response.destroy();
    await patiently(async () => expect(await feedOf()).toMatchObject({ usedPlace: 2, fault: null }));
    await rateBecomes('101.707');
    await ok(operator.patch(`/rate-feeds/${id}`, { isEnabled: false, reason }));
    await ok(operator.post('/rates', { ...pair, out: '95', reason }));
  });
});

describe('a feed that gives no rate', () => {
  it('takes no jump, neither of the first source nor of a fall-back', async () => {
    const before = await rateNow();
    first.says(book('1', '1', '200', '200', '200'));
    second.says({ price: '100.7', at: Date.now() });
    const asked = second.asked;
    await next((feed) =>
      expect(feed).toMatchObject({ fault: 'jump', lastError: expect.stringMatching(/source 1.*too far/) }),
    );
    // A source that still has the old rate does not hide that the market may have moved.
    expect(second.asked).toBe(asked);
    expect(await metric()).toBe('0');
    first.says({}, 503);
    second.says({ price: '10.07', at: Date.now() });
    await next((feed) => expect(feed).toMatchObject({ fault: 'jump', lastError: expect.stringMatching(/source 2/) }));
    expect(await rateNow()).toBe(before);
  });

  it('does not believe a source that says its answer is old', async () => {
    second.says({ price: '100.7', at: Math.floor(Date.now() / 1000) - 3_600 });
    await next((feed) => {
      expect(feed).toMatchObject({ fault: 'no_answer' });
      expect(feed.lastError).toMatch(/^1: the server answered 503; 2: the answer is 36\d\d seconds old$/);
    });
  });

  it('keeps the old rate, raises the alarm, and stops new deals once that is too old', async () => {
    const before = await rateNow();
    first.says('nonsense');
    second.says({ price: 'high', at: Date.now() });
    await next((feed) => expect(feed.sources[1].lastError).toMatch(/no rate at price/));
    expect(await rateNow()).toBe(before);
    expect(await metric()).toBe('0');
    await ok(service.shop.createPayin({ startDeal: true, paymentOption: 'SBP', amount: '1501.00' }));
    service.advance(600_000);
    const late = await service.shop.createPayin({ startDeal: true, paymentOption: 'SBP', amount: '1502.00' });
    expect([late.status, late.body[0].code]).toEqual([400, 'rate_outdated']);
    const { items } = await ok(operator.get('/audit-log?subjectKind=rate-feed&subjectId=1'));
    const missed = items.filter(({ action }: Body) => action === 'miss-rate');
    expect(missed.map(({ details }: Body) => details.fault)).toEqual(['no_answer', 'jump']);
  });

  it('lets deals go on with the first answer that counts', async () => {
    first.says(book('1', '1', '100.8', '100.8', '100.8'));
    await next((feed) => expect(feed).toMatchObject({ usedPlace: 1, fault: null, lastError: null }));
    await rateBecomes('101.808');
    await ok(service.shop.createPayin({ startDeal: true, paymentOption: 'SBP', amount: '1503.00' }));
  });

  it('is asked at once when the clock that put its next time was ahead, and no deal gets the rate of that clock', async () => {
    first.says({}, 503);
    second.says({}, 503);
    await service.db.pool.query(`update rate_feeds set due_at = due_at + interval '3 hours' where id = 1`);
    await service.db.pool.query(`update rates set set_at = set_at + interval '3 hours'
      where settlement_currency = 'USDT' and fiat_currency = 'RUB' and type = 'in'`);
    await patiently(async () => {
      expect((await feedOf()).fault).toBe('no_answer');
      const payin = await service.shop.createPayin({ startDeal: true, paymentOption: 'SBP', amount: '1504.00' });
      expect([payin.status, payin.body[0]?.code]).toEqual([400, 'rate_outdated']);
    });
    expect(await (await fetch(`${service.url}/metrics`)).text()).toContain('\nquittance_outdated_rates 1\n');
    first.says(book('1', '1', '100.9', '100.9', '100.9'));
    await next((feed) => expect(feed).toMatchObject({ fault: null, usedPlace: 1 }));
    await rateBecomes('101.909');
    const { rows } = await service.db.pool.query(
      `select set_at from rates where settlement_currency = 'USDT' and fiat_currency = 'RUB' and type = 'in'`,
    );
    expect(rows[0].set_at).toBe(service.now());
  });

  it('does not put the payout rate above the payin rate', async () => {
    const { id } = (await ok(operator.get('/rate-feeds'))).items.find((one: Body) => one.type === 'out');
    second.says({ price: '102' });
    await ok(operator.post('/rates', { ...pair, out: '101', isConfirmed: true, reason }));
    await ok(operator.patch(`/rate-feeds/${id}`, { marginBps: 0, isEnabled: true, reason }));
    await patiently(async () => expect((await feedOf(id)).fault).toBe('crossed'));
  });

  it('is not asked when it is switched off', async () => {
    await ok(operator.patch('/rate-feeds/1', { isEnabled: false, reason }));
    const asked = first.asked;
    service.advance(60_000);
    // Another feed of the same worker has been asked by then.
    const others = second.asked;
    await patiently(() => expect(second.asked).toBeGreaterThan(others));
    expect(first.asked).toBe(asked);
    expect(await metric()).toBeUndefined();
  });
});

describe('trying a source', () => {
  const attempt = (source: object, more: object = {}) =>
    ok(operator.post('/rate-feeds/try', { ...pair, type: 'in', source, ...more }));

  it('shows what it says now, compares it with the rate, and stores nothing', async () => {
    await ok(operator.post('/rates', { ...pair, in: '101.808', isConfirmed: true, reason }));
    first.says(book('1', '2', '101', '102', '103'));
    const lines = (await history()).length;
    const source = { url: first.url, path: 'data.offers', book: { from: 3, to: 5, price: 'adv.price' } };
    expect(await attempt(source, { marginBps: 50 })).toMatchObject({
      rate: '102.51',
      sourceRate: '102.00',
      prices: ['101.00', '102.00', '103.00'],
      error: null,
      currentRate: '101.808',
      differenceBps: 69,
      isJump: false,
      excerpt: expect.stringContaining('"offers"'),
    });
    expect(await attempt({ ...source, book: { from: 1, to: 2, price: 'adv.price' } })).toMatchObject({
      rate: '1.50',
      isJump: true,
    });
    expect(await history()).toHaveLength(lines);
  });

  it('says why there is no rate, with the answer beside it', async () => {
    first.says({ data: [] });
    expect(await attempt({ url: first.url, path: 'price' })).toMatchObject({
      rate: null,
      error: 'there is nothing at price',
      excerpt: '{"data":[]}',
    });
    first.says('', 404);
    expect(await attempt({ url: first.url, path: 'price' })).toMatchObject({
      error: 'the server answered 404',
      excerpt: null,
    });
    const refused = await operator.post('/rate-feeds/try', { ...pair, type: 'in', source: { url: 'file:///etc' } });
    expect([refused.status, refused.body[0].code]).toEqual([400, 'invalid_feed_url']);
  });
});

it.each([
  [{ sources: [{ url: 'file:///etc/passwd', path: 'a' }] }, 'invalid_feed_url', 'sources.0.url'],
  [{}, 'feed_taken', undefined],
])('a feed is not created with %j', async (change, code, field) => {
  const sources = [{ url: 'https://example.com/', path: 'a' }];
  const refused = await operator.post('/rate-feeds', { ...pair, type: 'in', sources, intervalMs, reason, ...change });
  expect([refused.status, refused.body[0].code, refused.body[0].field]).toEqual([400, code, field]);
});
