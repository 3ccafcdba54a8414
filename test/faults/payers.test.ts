import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { EventReader } from '../support/event-reader.ts';
import { PublicClient } from '../support/public-client.ts';
import { closeShop, isReady, OwnServer, until } from './support/own-server.ts';

// Servers are stopped, started and recovered here, while other tests want the machine too.
vi.setConfig({ testTimeout: 600_000 });

let server: OwnServer;

beforeAll(async () => {
  server = await OwnServer.start();
});
afterAll(() => server.remove());

it('payers are told to come back while the database is away, and those who follow see what happened after it is back', async () => {
  const shop = await server.openShop();
  const payer = new PublicClient(shop.service.url);
  const { id } = (await shop.client.createPayin({ startDeal: true })).body;
  const reader = await EventReader.open(shop.service.url, id);
  await reader.next();
  await server.stop();

  const answers = await Promise.all([
    payer.read(id),
    payer.get(`/invoices/${id}/available-payment-variants`),
    payer.get(`/invoices/${id}/events`),
    payer.startDeal(id),
    payer.confirm(id),
    payer.cancel(id),
  ]);
  for (const { status, body, headers } of answers) {
    expect([status, body[0].code]).toEqual([503, 'database_unavailable']);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
  }
  // Banks and rates are in memory.
  expect((await payer.get('/payment-methods/RUB')).status).toBe(200);
  expect(reader.isOver).toBe(false);

  await server.startAgain();
  await until(() => isReady(shop));
  await until(async () => (await payer.cancel(id)).status === 200);
  expect((await reader.next()).invoice.status).toBe('canceled');
  reader.close();
  await closeShop(shop);
});
