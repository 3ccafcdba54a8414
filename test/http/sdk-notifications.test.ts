import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createNotificationListener,
  type FeedNotification,
  MemorySeenStore,
  makeTestNotification,
  type Notification,
  Quittance,
} from '../../sdk/src/index.ts';
import { eventually } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';

const secret = 'demo-merchant-secret';
const notificationToken = 'токен магазина';
let service: TestService;
let servers: Server[] = [];

beforeAll(async () => {
  service = await startTestService({ SANDBOX_FATES: 'on', NOTIFY_RETRY_PAUSES_MS: '100,100' });
});
afterEach(() => {
  for (const server of servers) server.close().closeAllConnections();
  servers = [];
});
afterAll(() => service.stop());

/** A shop's server with the SDK's listener. */
async function openShop(options: { secret?: string } = {}) {
  const handled: Notification[] = [];
  const failures: unknown[] = [];
  const server = createServer(
    createNotificationListener(
      {
        secret,
        token: notificationToken,
        seen: new MemorySeenStore(),
        failed: (one) => failures.push(one),
        ...options,
      },
      (notification) => void handled.push(notification),
    ),
  );
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const notificationUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const keys = { baseUrl: service.url, apiKey: 'demo-store-key', secret };
  return { handled, failures, quittance: new Quittance({ ...keys, notificationUrl, notificationToken }) };
}

const payin = { type: 'in', currency: 'RUB', startDeal: true } as const;

describe('notifications and the SDK', () => {
  it('arrive at its listener, verified, once each and in order', async () => {
    const { handled, quittance } = await openShop();
    const { id } = await quittance.createInvoice({ ...payin, amount: '1000.09', internalId: 'corrected' });
    await eventually(() => handled.length === 3, 'three notifications');
    expect(handled.map(({ sequence, invoice }) => [invoice.id, sequence, invoice.status])).toEqual([
      [id, 1, 'paid'],
      [id, 2, 'dispute'],
      [id, 3, 'paid'],
    ]);
    expect(handled[2]?.invoice).toMatchObject({ internalId: 'corrected', receivedSumFromTaker: { amount: '900.09' } });
    // What the SDK makes for tests has the shape of what the service sends.
    expect(shapeOf(makeTestNotification('paid', { userId: null }))).toEqual(shapeOf(handled[0]));
    expect((await quittance.resendNotification(`${id}_3`)).delivery.state).toBe('waiting');
    await eventually(async () => (await quittance.getNotification(`${id}_3`)).attempts.length === 2, 'the repeat');
    expect(handled).toHaveLength(3);
    expect((await quittance.getNotification(`${id}_3`)).body).toEqual(handled[2]);
  });

  it('notifications that the receiver does not believe are refused, and given up in the end', async () => {
    const { failures, handled, quittance } = await openShop({ secret: 'another' });
    const { id } = await quittance.createInvoice({ ...payin, amount: '1000.01' });
    const state = async () => (await quittance.getNotification(`${id}_1`).catch(() => null))?.delivery.state;
    await eventually(async () => (await state()) === 'failed', 'the end of the attempts');
    const { attempts } = await quittance.getNotification(`${id}_1`);
    expect(attempts.map(({ outcome, status }) => [outcome, status])).toEqual(Array(3).fill(['refused', 401]));
    expect(failures).toMatchObject(Array(3).fill({ code: 'signature_wrong' }));
    expect(handled).toEqual([]);
    const { count } = await quittance.resendFailedNotifications(new Date(Date.now() - 60_000));
    expect(count).toBe(1);
  });

  it('can be tried without an invoice', async () => {
    const { handled, quittance } = await openShop();
    expect(await quittance.tryNotification()).toMatchObject({ outcome: 'delivered', status: 200, answer: 'ok' });
    expect(handled).toEqual([]);
  });

  it('can be read from the feed, page by page, from where one has stopped, and as they come', async () => {
    const quittance = new Quittance({ baseUrl: service.url, apiKey: 'demo-store-key-2', secret });
    const ids: string[] = [];
    const cancel = async (amount: string) => {
      const { id } = await quittance.createInvoice({ ...payin, amount });
      await quittance.cancelInvoice(id);
      ids.push(id);
    };
    for (const amount of ['1100', '1200', '1300']) await cancel(amount);
    const all: FeedNotification[] = [];
    for await (const notification of quittance.notifications({ limit: 2 })) all.push(notification);
    expect(all.map(({ feedSequence, invoice }) => [feedSequence, invoice.id])).toEqual(
      ids.map((id, index) => [index + 1, id]),
    );
    expect(all[0]).toMatchObject({
      webhookId: `${ids[0]}_1`,
      notificationType: 'invoice',
      invoice: { status: 'canceled' },
    });

    const reason = new Error('enough');
    const stop = new AbortController();
    const followed: string[] = [];
    const following = (async () => {
      const options = { after: 2, follow: true, pollMs: 20, signal: stop.signal };
      for await (const { invoice } of quittance.notifications(options)) followed.push(invoice.id);
    })();
    await eventually(() => followed.length === 1, 'the third');
    await cancel('1400');
    await eventually(() => followed.length === 2, 'the fourth');
    stop.abort(reason);
    await expect(following).rejects.toBe(reason);
    expect(followed).toEqual(ids.slice(2));
  });
});

/** Names and kinds of all that is in it. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return 'array';
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}
