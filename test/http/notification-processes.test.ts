import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { type Service, startService } from '../../src/service.ts';
import { createTestDatabase } from '../support/database.ts';
import { MerchantClient } from '../support/merchant-client.ts';
import { eventually, Receiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Two processes on one database share the deliveries. */
let first: TestService;
let second: Service;
let receiver: Receiver;
const env = {
  PORT: '0',
  QUITTANCE_MODE: 'sandbox',
  LOG_LEVEL: 'fatal',
  SANDBOX_FATES: 'off',
  NOTIFY_TIMEOUT_MS: '60000',
};
beforeAll(async () => {
  first = await startTestService(env);
  const config = readConfig({ ...env, DATABASE_URL: first.db.url, DATA_DIR: first.dataDir });
  second = await startService(config, { clock: first.now });
  receiver = await Receiver.start();
});
afterAll(async () => {
  await receiver?.stop();
  await second?.stop();
  await first?.stop();
});

const queueLength = async () => (await first.db.pool.query('select count(*)::int from delivery_queue')).rows[0].count;

async function createCanceled(shop: MerchantClient = first.shop): Promise<string> {
  const { body } = await shop.createPayin({ notificationUrl: receiver.url, notificationToken: '' });
  await shop.cancel(body.id);
  return body.id;
}

it('sends each notification once, whichever of them gets it', async () => {
  receiver.behave = async (_received, response) => {
    await delay(5);
    response.end();
  };
  const ids: string[] = [];
  for (let round = 0; round < 10; round += 1) {
    ids.push(...(await Promise.all(Array.from({ length: 30 }, () => createCanceled()))));
  }
  await eventually(async () => (await queueLength()) === 0, 'an empty queue');
  expect(receiver.received.map(({ body }) => body.invoice.id).sort()).toEqual(ids.sort());
});

it('leaves what another has leased alone until the lease ends', async () => {
  // Longer than the test takes on any machine.
  const leaseMs = 600_000;
  receiver.received.length = 0;
  receiver.behave = (_received, response) => response.writeHead(500).end();
  const id = await createCanceled();
  await receiver.until(1);
  await eventually(async () => {
    const { rows } = await first.db.pool.query('select attempts from delivery_queue where invoice_id = $1', [id]);
    return rows[0]?.attempts === 1;
  }, 'the log');
  receiver.behave = (_received, response) => response.end();
  // Somebody leased it and died.
  await first.db.pool.query('update delivery_queue set lease = $1, due_at = $2 where invoice_id = $3', [
    randomUUID(),
    new Date(first.now() + leaseMs),
    id,
  ]);
  await delay(600);
  expect(receiver.received).toHaveLength(1);
  first.advance(leaseMs);
  await receiver.until(2);
  await eventually(async () => (await queueLength()) === 0, 'an empty queue');
});

it('gives back what it has in hand when it is stopped, and another sends it', async () => {
  receiver.received.length = 0;
  receiver.behave = () => undefined;
  const db = await createTestDatabase();
  const config = readConfig({ ...env, DATABASE_URL: db.url, DATA_DIR: first.dataDir });
  const leasedCount = async () => (await db.pool.query('select count(lease)::int from delivery_queue')).rows[0].count;
  const holder = await startService(config);
  const shop = new MerchantClient(holder.url, 'demo-store-key', 'demo-merchant-secret');
  const ids = await Promise.all(Array.from({ length: 5 }, () => createCanceled(shop)));
  await receiver.until(1);
  expect(await leasedCount()).toBeGreaterThan(0);
  await holder.stop();
  expect(await leasedCount()).toBe(0);

  receiver.received.length = 0;
  receiver.behave = (_received, response) => response.end();
  // A lease would last longer than this waits.
  const next = await startService(config);
  await receiver.until(ids.length);
  expect(receiver.received.map(({ body }) => body.invoice.id).sort()).toEqual(ids.sort());
  await next.stop();
  await db.drop();
});
