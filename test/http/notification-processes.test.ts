import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { type Service, startService } from '../../src/service.ts';
import { eventually, Receiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Two processes on one database share the deliveries. */
let first: TestService;
let second: Service;
let receiver: Receiver;
beforeAll(async () => {
  const env = { NOTIFY_TIMEOUT_MS: '1000' };
  first = await startTestService(env);
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: first.db.url,
    DATA_DIR: first.dataDir,
    LOG_LEVEL: 'fatal',
    ...env,
  });
  second = await startService(config, { clock: first.now });
  receiver = await Receiver.start();
});
afterAll(async () => {
  await receiver?.stop();
  await second?.stop();
  await first?.stop();
});

const queueLength = async () => (await first.db.pool.query('select count(*)::int from delivery_queue')).rows[0].count;

async function createCanceled(): Promise<string> {
  const { body } = await first.shop.createPayin({ notificationUrl: receiver.url, notificationToken: '' });
  await first.shop.cancel(body.id);
  return body.id;
}

it('sends each notification once, whichever of them gets it', async () => {
  receiver.behave = async (_received, response) => {
    await delay(5);
    response.end();
  };
  const ids: string[] = [];
  for (let round = 0; round < 10; round += 1) {
    ids.push(...(await Promise.all(Array.from({ length: 30 }, createCanceled))));
  }
  await eventually(async () => (await queueLength()) === 0, 'an empty queue');
  expect(receiver.received.map(({ body }) => body.invoice.id).sort()).toEqual(ids.sort());
});

it('leaves what another has leased alone until the lease ends', async () => {
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
    new Date(first.now() + 4_000),
    id,
  ]);
  await delay(600);
  expect(receiver.received).toHaveLength(1);
  first.advance(4_000);
  await receiver.until(2);
  await eventually(async () => (await queueLength()) === 0, 'an empty queue');
});

it('gives back what it has in hand when it is stopped, and another sends it', async () => {
  receiver.received.length = 0;
  receiver.behave = () => undefined;
  const config = readConfig({ PORT: '0', DATABASE_URL: first.db.url, DATA_DIR: first.dataDir, LOG_LEVEL: 'fatal' });
  await second.stop();
  const ids = await Promise.all(Array.from({ length: 5 }, createCanceled));
  await receiver.until(2);
  const third = await startService(config, { clock: first.now });
  await third.stop();
  const { rows } = await first.db.pool.query('select distinct lease from delivery_queue where lease is not null');
  expect(rows.length).toBeLessThanOrEqual(1);
  receiver.behave = (_received, response) => response.end();
  second = await startService(config, { clock: first.now });
  await eventually(async () => ids.every((id) => receiver.of(id).length > 0), 'all of them');
});
