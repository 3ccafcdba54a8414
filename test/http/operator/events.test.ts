import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { streamsPerSessionMax } from '../../../src/api/operator/console-streams.ts';
import { readConfig } from '../../../src/config/config.ts';
import { type Service, startService } from '../../../src/service.ts';
import { expectLawsHold } from '../../support/database.ts';
import type { EventReader } from '../../support/event-reader.ts';
import { type Answer, type Body, MerchantClient } from '../../support/merchant-client.ts';
import { OperatorClient } from '../../support/operator-client.ts';
import { patiently } from '../../support/patience.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { createSignedIn, createToken, signInDemo } from '../../support/staff.ts';

/** Who hears of what: two makers, two merchants, an operator; on two services over one database. */
let service: TestService;
let there: Service;
let operator: OperatorClient;
let makers: readonly [OperatorClient, OperatorClient];
let merchants: readonly [OperatorClient, OperatorClient];
let otherShop: MerchantClient;
const open: EventReader[] = [];
const reason = 'a test';

beforeAll(async () => {
  service = await startTestService({ PUBLIC_URL: 'https://pay.example' });
  there = await startBeside();
  operator = await signInDemo(service, 'operator');
  const { id: merchantId, secret } = await done(operator.post('/merchants', { name: 'Other', reason }));
  const limits = [{ type: 'in', currency: 'RUB', min: '100', max: '1000000' }];
  const newStore = { merchantId, name: 'Other', currency: 'RUB', settlementCurrency: 'USDT', limits, reason };
  const { id: storeId } = await done(operator.post('/stores', { ...newStore, network: 'TRC20' }));
  const { key } = await done(operator.post(`/stores/${storeId}/keys`, { reason }));
  otherShop = new MerchantClient(service.url, key, secret);
  makers = [
    await signInDemo(service, 'maker'),
    await createSignedIn(service, { login: 'maker-2', role: 'maker', makerId: 2 }),
  ];
  merchants = [
    await signInDemo(service, 'merchant'),
    await createSignedIn(service, { login: 'merchant-2', role: 'merchant', merchantId }),
  ];
});
afterEach(async () => {
  for (const reader of open.splice(0)) reader.close();
  await untilAllIsTold();
});
afterAll(async () => {
  await there.stop();
  await expectLawsHold(service.db.pool);
  await service.stop();
});

/** What a stop would take that waits for streams to end by themselves. */
const shutdownTimeoutMs = 60_000;

function startBeside(): Promise<Service> {
  const { url: DATABASE_URL } = service.db;
  const env = {
    PORT: '0',
    QUITTANCE_MODE: 'sandbox',
    DATABASE_URL,
    DATA_DIR: service.dataDir,
    LOG_LEVEL: 'fatal',
    SANDBOX_FATES: 'off',
  };
  const more = { PUBLIC_URL: 'https://pay.example', SHUTDOWN_TIMEOUT_MS: String(shutdownTimeoutMs) };
  return startService(readConfig({ ...env, ...more }), { clock: service.now });
}

/** Nobody hears of what was refused. */
async function done(asked: Promise<Answer>): Promise<Body> {
  const { status, body } = await asked;
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function follow(client: OperatorClient, where: Pick<Service, 'url'> = service): Promise<EventReader> {
  const reader = await client.follow(where.url);
  open.push(reader);
  await reader.said('retry');
  return reader;
}

/** All topics that came so far. */
const topicsOf = (reader: EventReader) => [...new Set(reader.events.flatMap(({ data }) => data.topics))].sort();

async function expectHeard(reader: EventReader, ...topics: string[]): Promise<void> {
  await patiently(() => expect(topicsOf(reader)).toEqual(expect.arrayContaining(topics)));
}

/** Until readers from now on hear of nothing earlier: changes are told in turn, and this one, of a miss, is the last. */
async function untilAllIsTold(): Promise<void> {
  const readers = await Promise.all([service, there].map((where) => follow(operator, where)));
  const wish = { amount: '1003.00', paymentMethod: 'ozon', paymentOption: 'SBP', startDeal: true };
  // The bank has a requisite or two that take the sum; then it misses.
  while ((await done(service.shop.createPayin(wish))).deals.length > 0);
  for (const reader of readers) {
    await expectHeard(reader, 'misses');
    reader.close();
  }
}

let rubles = 4_000;

/** A deal of each of the two makers: deals rotate over them. */
async function dealOf(makerId: number): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt++) {
    rubles += 1;
    const { body } = await service.shop.createPayin({ startDeal: true, amount: `${rubles}.00` });
    const deal = (await operator.get(`/deals/${body.deals[0].id}`)).body;
    if (deal.makerId === makerId) return deal.id;
  }
  throw new Error(`maker ${makerId} gets no deals`);
}

describe('a stream', () => {
  it('begins at once, is no page and is not kept', async () => {
    const reader = await follow(operator);
    expect(reader.status).toBe(200);
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(reader.text).toBe('retry: 2000\n\n');
  });

  it('is open to a script whose token may read', async () => {
    const reader = await follow(await createToken(service, 'operator', ['read']));
    await service.shop.createPayin();
    expect((await reader.next()).type).toBe('changed');
  });

  it('is not opened by a request that wants no body', async () => {
    const { status } = await fetch(`${service.url}/api/operator/events`, { method: 'HEAD' });
    expect(status).toBe(404);
  });

  it('names topics and nothing else', async () => {
    const reader = await follow(operator);
    const { body } = await service.shop.createPayin({ startDeal: true, amount: '7000.00' });
    await done(operator.post(`/deals/${body.deals[0].id}/settle`, { reason }));
    await expectHeard(reader, 'invoices', 'deals', 'balances', 'notifications', 'audit');
    for (const { type, id, data } of reader.events) {
      expect([type, id, Object.keys(data)]).toEqual(['changed', '', ['topics']]);
      for (const topic of data.topics) expect(topic).toMatch(/^[a-z]+$/);
    }
  });

  it('says little about much', async () => {
    const reader = await follow(operator);
    const startedMs = performance.now();
    for (let round = 0; round < 10; round++) {
      await Promise.all(Array.from({ length: 20 }, () => service.shop.createPayin()));
    }
    await expectHeard(reader, 'invoices');
    await delay(1_000);
    expect(reader.events.length).toBeLessThanOrEqual((performance.now() - startedMs) / 500 + 1);
  });
});

describe('the event stream', () => {
  it('a merchant hears of the own stores, and not of another’s', async () => {
    const [own, others] = await Promise.all(merchants.map((merchant) => follow(merchant)));
    await service.shop.createPayin();
    await expectHeard(own as EventReader, 'invoices');
    await delay(700);
    expect(others?.events).toEqual([]);
    await done(otherShop.createPayin());
    await expectHeard(others as EventReader, 'invoices');
  });

  it('a maker hears of the own deals, balance and arrivals, and not of another’s', async () => {
    const id = await dealOf(1);
    await untilAllIsTold();
    const [own, others] = await Promise.all(makers.map((maker) => follow(maker)));
    await done(operator.post(`/deals/${id}/settle`, { reason }));
    await expectHeard(own as EventReader, 'deals', 'balances');
    const deal = (await operator.get(`/deals/${id}`)).body;
    await done(makers[0].post('/arrivals', { requisiteId: deal.requisiteId, amount: '66.00', reference: 'bank-66' }));
    await expectHeard(own as EventReader, 'arrivals');
    await delay(700);
    expect(others?.events).toEqual([]);
    await dealOf(2);
    await expectHeard(others as EventReader, 'deals', 'balances');
  });

  it('both makers hear of a payout that waits, and that it is gone; what becomes of it only who took it', async () => {
    const readers = await Promise.all(makers.map((maker) => follow(maker)));
    const { id } = (await service.shop.createPayout()).body;
    for (const reader of readers) expect((await reader.next()).data).toEqual({ topics: ['payouts'] });
    await delay(600);
    await done(makers[0].post(`/payouts/${id}/take`, {}));
    expect((await readers[1]?.next())?.data).toEqual({ topics: ['payouts'] });
    await expectHeard(readers[0] as EventReader, 'deals', 'payouts');
    await done(makers[0].post(`/payouts/${id}/give-back`, { reason }));
    expect((await readers[1]?.next())?.data).toEqual({ topics: ['payouts'] });
    expect(topicsOf(readers[1] as EventReader)).toEqual(['payouts']);
  });

  it('settings are heard of by those they are of', async () => {
    const [one, two, shop] = await Promise.all([...makers, merchants[0]].map((client) => follow(client)));
    const id = (await makers[1].get('/requisites?limit=1')).body.items[0].id;
    await done(operator.post(`/requisites/${id}/pause`, { reason }));
    await expectHeard(two as EventReader, 'settings');
    await done(operator.post(`/requisites/${id}/resume`, { reason }));
    await done(operator.patch('/stores/1', { name: 'Renamed', reason }));
    await expectHeard(shop as EventReader, 'settings');
    const pair = { settlementCurrency: 'USDT', fiatCurrency: 'RUB' };
    await done(operator.post('/rates', { ...pair, in: '95.60', reason }));
    await delay(700);
    expect(one?.events).toEqual([]);
    expect(topicsOf(shop as EventReader)).toEqual(['settings']);
  });

  it('operators hear of users', async () => {
    const reader = await follow(operator);
    const user = { login: 'newcomer', role: 'operator', password: 'a password of tests', reason };
    await done(operator.post('/users', user));
    await expectHeard(reader, 'audit', 'settings');
  });
});

describe('what one process does', () => {
  it('is heard in the other, by those whom it concerns', async () => {
    const [own, others] = await Promise.all(merchants.map((merchant) => follow(merchant, there)));
    const boss = await follow(operator, there);
    await service.shop.createPayin();
    await expectHeard(own as EventReader, 'invoices');
    await expectHeard(boss, 'invoices');
    await done(operator.patch('/stores/1', { name: 'Renamed again', reason }));
    await expectHeard(own as EventReader, 'settings');
    expect(others?.events).toEqual([]);
  });

  it('ends the streams of a session that is signed out there', async () => {
    const [leaving, staying] = [await signInDemo(service, 'maker'), await signInDemo(service, 'maker')];
    const gone = [await follow(leaving), await follow(leaving, there)];
    const stays = await follow(staying, there);
    const startedMs = performance.now();
    await leaving.signOut();
    await Promise.all(gone.map((reader) => reader.over()));
    // Announced: every session is looked at only three times a minute.
    expect(performance.now() - startedMs).toBeLessThan(15_000);
    expect(stays.isOver).toBe(false);
    expect((await leaving.get('/events')).status).toBe(401);
  });

  it('all streams of a user end when they sign out everywhere or are disabled', async () => {
    const client = await createSignedIn(service, { login: 'short', role: 'maker', makerId: 2 });
    const { id } = (await client.get('/me')).body;
    const readers = [await follow(client), await follow(client, there)];
    await client.delete('/me/sessions');
    await Promise.all(readers.map((reader) => reader.over()));
    const again = await OperatorClient.signedIn(service.url, 'short', 'a password of tests');
    const reader = await follow(again, there);
    await done(operator.patch(`/users/${id}`, { isDisabled: true, reason }));
    await reader.over();
    expect([...readers, reader].map(({ isOver }) => isOver)).toEqual([true, true, true]);
  });
});

describe('streams', () => {
  it('are so many per session, and room is made when one ends', async () => {
    const client = await signInDemo(service, 'merchant');
    const readers = await Promise.all(Array.from({ length: streamsPerSessionMax }, () => follow(client)));
    const refused = await client.get('/events');
    expect([refused.status, refused.body[0].code]).toEqual([429, 'rate_limited']);
    readers[0]?.close();
    await patiently(async () => expect((await client.get('/events')).status).toBe(200));
  });

  it('end with the session’s time, and leave nothing behind', async () => {
    const client = await signInDemo(service, 'merchant');
    const reader = await follow(client);
    service.advance(13 * 3_600_000);
    // That all are looked at again by and by needs no service; here one is because another session of its user ends.
    await (await signInDemo(service, 'merchant')).signOut();
    await reader.over();
    // The others' sessions are over as well.
    await patiently(async () => {
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      expect(metrics).toMatch(/^quittance_console_streams 0$/m);
    });
    operator = await signInDemo(service, 'operator');
  });

  it('do not keep a service from stopping', async () => {
    const leaving = await startBeside();
    const readers = await Promise.all(Array.from({ length: 10 }, () => follow(operator, leaving)));
    const startedMs = performance.now();
    await leaving.stop();
    expect(performance.now() - startedMs).toBeLessThan(shutdownTimeoutMs);
    await Promise.all(readers.map((reader) => reader.over()));
  });
});
