import { once } from 'node:events';
import { connect as openSocket, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { demoSecrets } from '../../src/domain/installation/demo-secrets.ts';
import { announceSeed, randomFrom } from '../engine/support/seed.ts';
import { expectLawsHold } from '../support/database.ts';
import { patientStop } from '../support/limits.ts';
import { MerchantClient } from '../support/merchant-client.ts';
import {
  isRunning,
  launch,
  newDataDir,
  openEmbedded,
  type Program,
  postmaster,
  removeDataDir,
  start,
  stop,
} from '../support/program.ts';
import { startTestService } from '../support/service.ts';
import { expectAllDoneOnce, expectAnsweredActsAreThere, MerchantLoad } from './support/merchant-load.ts';

// Servers are stopped, started and recovered here, while other tests want the machine too.
vi.setConfig({ testTimeout: 600_000 });

let dataDir: string;

beforeAll(async () => {
  dataDir = await newDataDir();
});
afterAll(() => removeDataDir(dataDir));

it('ends with 0 under load, and what it answered is there at the next start', async () => {
  const load = new MerchantLoad('stopped', randomFrom(announceSeed('SIGTERM under load')));
  // It goes on for a while after the signal.
  const program = await start({ dataDir, env: { DRAIN_MS: '200' } });
  const { postgresPid } = program;
  const running = load.run(shopOf(program));
  await load.untilMore(20, 150);
  const { exitCode } = await stop(program);
  await running;
  expect(exitCode).toBe(0);
  expect(isRunning(postgresPid ?? 0)).toBe(false);
  // Every request that reached it got an answer; the others found the port closed.
  const refused = load.acts.filter(({ answer }) => answer !== null && answer.status !== 200);
  expect(refused.map(({ answer }) => answer?.body)).toEqual([]);

  const next = await start({ dataDir });
  await expectAnsweredActsAreThere(shopOf(next), load);
  await load.repeatUnanswered(shopOf(next));
  const pool = openEmbedded(dataDir);
  await expectAllDoneOnce(pool, load);
  await pool.end();
  expect((await stop(next)).exitCode).toBe(0);
});

it('finishes what is in flight, and does not wait for connections on which nothing is asked', async () => {
  const service = await startTestService({ ENGINE_LANES: '1', ...patientStop });
  const { shop, db } = service;
  const silent = await Promise.all(Array.from({ length: 3 }, () => openTo(service)));
  // One that has had its answer and would be used again.
  const idle = await openTo(service);
  idle.write('GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n');
  await once(idle, 'data');

  const { pool } = db;
  const blocker = await block(pool);
  const send = (index: number) => shop.createPayin({ startDeal: true, internalId: `in flight ${index}` });
  // The first one has the lane, and all others are behind it: every one has been taken in before the signal.
  const sent = [send(0)];
  await untilWaiting(pool);
  sent.push(...Array.from({ length: 19 }, (_, index) => send(index + 1)));
  while (service.engine.queueLength < 19) await delay(10);
  const stopped = service.stopService();
  await delay(300);
  await unblock(blocker);
  const answers = await Promise.all(sent);
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  await expect(stopped).resolves.toBeUndefined();
  for (const socket of [...silent, idle]) socket.destroy();
  await service.stop();
});

it('goes on serving while it drains, and sends proxies and callers elsewhere; a second signal ends it at once', async () => {
  const program = await start({ dataDir, env: { DRAIN_MS: '600000' } });
  const proxyCheck = () => fetch(`${program.url}/proxyz`);
  expect((await proxyCheck()).status).toBe(200);
  program.signal('SIGTERM');
  while ((await proxyCheck()).status === 200) await delay(5);
  const ready = await fetch(`${program.url}/readyz`);
  expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close']);
  expect((await shopOf(program).createPayin({ startDeal: true, internalId: 'while it drains' })).status).toBe(200);
  expect((await stop(program)).exitCode).toBe(1);
});

it('gives up on what takes longer than the time limit, and the next start works', async () => {
  const program = await start({ dataDir, env: { SHUTDOWN_TIMEOUT_MS: '500' } });
  const { postgresPid } = program;
  const pool = openEmbedded(dataDir);
  const blocker = await block(pool);
  const sent = shopOf(program)
    .createPayin({ startDeal: true, internalId: 'too slow' })
    .catch(() => null);
  await untilWaiting(pool);
  expect((await stop(program)).exitCode).toBe(1);
  expect(await sent).toBe(null);
  blocker.release(true);
  await pool.end();
  while (isRunning(postgresPid ?? 0)) await delay(20);

  const next = await start({ dataDir });
  const repeated = await shopOf(next).createPayin({ startDeal: true, internalId: 'too slow' });
  expect(repeated.status).toBe(200);
  const after = openEmbedded(dataDir);
  await expectLawsHold(after);
  await after.end();
  expect((await stop(next)).exitCode).toBe(0);
});

it('takes its server along when it is told to stop while it starts', async () => {
  const child = await launch({ dataDir });
  let server = postmaster(dataDir);
  for (; server === null; server = postmaster(dataDir)) await delay(1);
  child.process.kill('SIGTERM');
  expect((await child.exited).exitCode).toBe(0);
  expect(isRunning(server.pid)).toBe(false);
});

function shopOf({ url }: Program): MerchantClient {
  return new MerchantClient(url, demoSecrets.apiKeys[0], demoSecrets.merchantSecret);
}

async function openTo({ url }: { readonly url: string }): Promise<Socket> {
  const socket = openSocket(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Keeps every act waiting that touches a balance; who only reads goes on. */
async function block(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query('lock table accounts in exclusive mode');
  return client;
}

async function unblock(client: pg.PoolClient): Promise<void> {
  await client.query('commit');
  client.release();
}

/** Until the engine waits for the lock. */
async function untilWaiting(pool: pg.Pool): Promise<void> {
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and application_name = 'quittance-engine' and wait_event_type = 'Lock'`;
  while ((await pool.query(waiting)).rowCount === 0) await delay(10);
}
