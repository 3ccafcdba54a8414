import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connect } from '../../src/storage/database/connection.ts';
import { announceSeed, randomFrom } from '../engine/support/seed.ts';
import { expectLawsHold } from '../support/database.ts';
import type { Answer } from '../support/merchant-client.ts';
import {
  expectAllDoneOnce,
  expectAnsweredActsAreThere,
  expectOnlyClearRefusals,
  isClearRefusal,
  MerchantLoad,
} from './support/merchant-load.ts';
import { closeShop, isReady, OwnServer, until } from './support/own-server.ts';

// Servers are stopped, started and recovered here, while other tests want the machine too.
vi.setConfig({ testTimeout: 600_000 });

let server: OwnServer;

beforeAll(async () => {
  server = await OwnServer.start();
});
afterAll(() => server.remove());

it('refuses with 503 while the server is away, says so to probes, and serves again by itself', async () => {
  const shop = await server.openShop();
  const load = new MerchantLoad('away', randomFrom(announceSeed('database away')));
  const running = load.run(shop.client);
  await load.untilMore(50, 150);
  await server.stop();

  const answered = load.acts.length;
  const created = await shop.client.createPayin({ internalId: 'not done' });
  const read = await shop.client.read('0193f000-0000-7000-8000-000000000000');
  expect([created, read].map(isClearRefusal), JSON.stringify([created, read])).toEqual([true, true]);
  const probes = await Promise.all(['/healthz', '/readyz', '/metrics'].map((path) => fetch(shop.service.url + path)));
  expect(probes.map(({ status }) => status)).toEqual([200, 503, 200]);
  expect(probes[1]?.headers.get('retry-after')).toMatch(/^\d+$/);
  await until(() => load.acts.length > answered + 20);

  await server.startAgain();
  await until(() => isReady(shop));
  await load.untilMore(30, 60);
  load.stop();
  await running;
  expectOnlyClearRefusals(load, { answeredWithinMs: 30_000 });
  await expectAnsweredActsAreThere(shop.client, load);
  await load.repeatUnanswered(shop.client);
  await expectAllDoneOnce(shop.pool, load);
  await closeShop(shop);
});

it('serves the very first request after an outage without requests', async () => {
  const shop = await server.openShop();
  await server.stop();
  await delay(500);
  await server.startAgain();
  await until(() => isReady(shop));
  const answers = await Promise.all(Array.from({ length: 8 }, () => shop.client.createPayin({ startDeal: true })));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  await closeShop(shop);
});

it('refuses at once what the queue cannot hold, and serves all that it holds', async () => {
  const shop = await server.openShop({ ENGINE_LANES: '1', ENGINE_BATCH_MAX: '2', ENGINE_QUEUE_MAX: '5' });
  const blocker = await connect(shop.url, 'admin');
  await blocker.query('begin');
  await blocker.query('lock table accounts');
  const answers: Answer[] = [];
  const sent = Array.from({ length: 30 }, async (_, index) => {
    answers.push(await shop.client.createPayin({ startDeal: true, internalId: `queued ${index}` }));
  });
  // The lane holds two at most and the queue five; nobody else has to wait for the lock to hear a no.
  await until(() => answers.length >= 30 - 2 - 5);
  await blocker.query('commit');
  await blocker.end();
  await Promise.all(sent);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.every(isClearRefusal)).toBe(true);
  expect(refused.map(({ body }) => body[0].code)).toEqual(refused.map(() => 'overloaded'));
  expect(answers.slice(0, 30 - 2 - 5).every(isClearRefusal)).toBe(true);
  const { rows } = await shop.pool.query('select count(*)::int4 as stored from invoices');
  expect(rows).toEqual([{ stored: 30 - refused.length }]);
  await expectLawsHold(shop.pool);
  await closeShop(shop);
});

it('loses nothing when the whole server stands still for some seconds', async () => {
  const shop = await server.openShop();
  const load = new MerchantLoad('frozen', randomFrom(announceSeed('frozen server')));
  const running = load.run(shop.client);
  await load.untilMore(50, 150);
  const frozen = server.processes;
  for (const pid of frozen) process.kill(pid, 'SIGSTOP');
  await delay(3_000);
  for (const pid of frozen) process.kill(pid, 'SIGCONT');
  await load.untilMore(30, 60);
  load.stop();
  await running;
  expectOnlyClearRefusals(load, { answeredWithinMs: 30_000 });
  await load.repeatUnanswered(shop.client);
  await expectAnsweredActsAreThere(shop.client, load);
  await expectAllDoneOnce(shop.pool, load);
  await closeShop(shop);
});
