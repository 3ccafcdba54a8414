import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteOldAttempts } from '../../src/storage/installation/sweep.ts';
import type { Body, MerchantClient } from '../support/merchant-client.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { dropDeliveries, eventually, Receiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';

/** What merchants and people can do about notifications that were sent, or were not. */
let service: TestService;
let operator: OperatorClient;
let merchant: OperatorClient;
let receiver: Receiver;
beforeAll(async () => {
  service = await startTestService();
  await signIn();
});

async function signIn(): Promise<void> {
  operator = await signInDemo(service, 'operator');
  merchant = await signInDemo(service, 'merchant');
}

beforeEach(async () => {
  receiver = await Receiver.start();
});
afterEach(async () => {
  await receiver.stop();
  await dropDeliveries(service.db.pool);
  await service.db.pool.query('delete from failed_notifications');
});
afterAll(() => service.stop());

async function createCanceled(shop: MerchantClient = service.shop, change: object = {}): Promise<string> {
  const { body } = await shop.createPayin({ notificationUrl: receiver.url, notificationToken: 't', ...change });
  await shop.cancel(body.id);
  return body.id;
}

const path = (id: string) => `/api/merchant/notifications/${id}_1`;
const stateOf = async (id: string) => (await service.shop.get(path(id))).body.delivery.state;
const feed = async (query: string, shop = service.shop): Promise<Body[]> =>
  (await shop.get(`/api/merchant/notifications${query}`)).body;

/** An invoice whose notification was given up. */
async function createFailed(): Promise<string> {
  receiver.behave = (_received, response) => response.writeHead(410).end();
  const id = await createCanceled();
  await eventually(async () => (await stateOf(id)) === 'failed', 'the failure');
  receiver.behave = (_received, response) => response.end('thanks');
  receiver.received.length = 0;
  return id;
}

describe('the feed', () => {
  it('has the same bodies as were sent, in order, numbered without gaps for each store', async () => {
    const [last] = (await feed('')).slice(-1);
    const after = last?.feedSequence ?? 0;
    const ids = [
      await createCanceled(),
      await createCanceled(),
      await createCanceled(service.shop, { notificationUrl: '' }),
    ];
    await createCanceled(service.otherShop);
    await receiver.until(3);
    const items = await feed(`?after=${after}`);
    expect(items.map(({ feedSequence, invoice }) => [feedSequence, invoice.id])).toEqual(
      ids.map((id, index) => [after + index + 1, id]),
    );
    const { feedSequence: _place, webhookId, ...body } = items[0] ?? {};
    const sent = receiver.of(ids[0] ?? '')[0];
    expect(body).toEqual(sent?.body);
    expect(webhookId).toBe(sent?.headers['webhook-id']);
  });

  it('is read page by page, and is empty at its end', async () => {
    await createCanceled();
    await createCanceled();
    const all = await feed('');
    const paged: Body[] = [];
    for (let page = await feed('?limit=1'); page.length > 0; ) {
      paged.push(...page);
      page = await feed(`?limit=1&after=${page[0]?.feedSequence}`);
    }
    expect(paged).toEqual(all);
  });

  it.each([
    ['?after=x', 'wrong_type', 'after'],
    ['?after=-1', 'wrong_type', 'after'],
    ['?after=99999999999999999999', 'wrong_type', 'after'],
    ['?limit=0', 'out_of_range', 'limit'],
    ['?limit=201', 'out_of_range', 'limit'],
    ['?after=1&after=2', 'wrong_type', 'after'],
  ])('refuses %s', async (query, code, field) => {
    const { status, body } = await service.shop.get(`/api/merchant/notifications${query}`);
    expect([status, body]).toMatchObject([400, [{ code, field }]]);
  });

  it('numbers fifty changes that come at once one after the other', async () => {
    const before = (await feed('?limit=200')).length;
    const ids = await Promise.all(
      Array.from({ length: 50 }, () => createCanceled(service.shop, { notificationUrl: '' })),
    );
    const items = (await feed('?limit=200')).slice(before);
    expect(items.map(({ feedSequence }) => feedSequence)).toEqual(items.map((_, index) => before + index + 1));
    expect(new Set(items.map(({ invoice }) => invoice.id))).toEqual(new Set(ids));
  });
});

describe('a notification', () => {
  it('is shown with its attempts', async () => {
    const id = await createCanceled();
    await eventually(async () => (await stateOf(id)) === 'delivered', 'the delivery');
    const { body } = await service.shop.get(path(id));
    expect(body).toMatchObject({
      id: `${id}_1`,
      status: 'canceled',
      body: { invoice: { id } },
      attempts: [{ ordinal: 1, outcome: 'delivered', status: 200, answer: 'ok' }],
    });
    const { body: timeline } = await operator.get(`/invoices/${id}`);
    expect(timeline.notifications).toMatchObject([{ sequence: 1, attempts: [{ outcome: 'delivered' }] }]);
  });

  it.each(['nonsense', '0193f000-0000-7000-8000-000000000001_1', '0193f000-0000-7000-8000-000000000001_0'])(
    'named %s is not there',
    async (id) => {
      expect((await service.shop.get(`/api/merchant/notifications/${id}`)).status).toBe(404);
      expect((await service.shop.post(`/api/merchant/notifications/${id}/resend`)).status).toBe(404);
    },
  );

  it('a notification of another store is not found', async () => {
    const id = await createCanceled();
    expect((await service.otherShop.get(path(id))).status).toBe(404);
    expect((await service.otherShop.post(`${path(id)}/resend`)).status).toBe(404);
  });
});

describe('sending again', () => {
  it('sends a delivered one once more, with the same ID and body', async () => {
    const id = await createCanceled();
    await eventually(async () => (await stateOf(id)) === 'delivered', 'the delivery');
    expect((await service.shop.post(`${path(id)}/resend`)).status).toBe(200);
    const [first, second] = await receiver.until(2);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toEqual(first?.body);
    await eventually(async () => (await stateOf(id)) === 'delivered', 'the end');
  });

  it('brings back one that was given up', async () => {
    const id = await createFailed();
    const { body } = await operator.post(`/notifications/${id}_1/resend`, { reason: 'asked by the shop' });
    expect(body.delivery.state).toBe('waiting');
    await receiver.until(1);
    await eventually(async () => (await stateOf(id)) === 'delivered', 'the delivery');
    const { body: log } = await operator.get(`/audit-log?subjectKind=invoice&subjectId=${id}`);
    expect(log.items).toMatchObject([{ action: 'resend-notification', reason: 'asked by the shop' }]);
  });

  it('keeps the order: those after it follow', async () => {
    const id = await createFailed();
    const { body } = await service.shop.createPayin({
      amount: '1234.56',
      startDeal: true,
      notificationUrl: receiver.url,
      notificationToken: '',
    });
    await service.shop.dispute(body.id, { disputeReason: 'has_payment' });
    await operator.post(`/invoices/${body.id}/dispute/reject`, { result: 'UNKNOWN', reason: 'a test' });
    await receiver.until(2, () => receiver.of(body.id));
    receiver.behave = (_received, response) => response.writeHead(500).end();
    await service.shop.cancel(body.id);
    await receiver.until(3, () => receiver.of(body.id));
    const third = `/api/merchant/notifications/${body.id}_3`;
    await eventually(async () => (await service.shop.get(third)).body.attempts.length === 1, 'the log');
    receiver.behave = (_received, response) => response.end();
    await service.shop.post(`${path(body.id)}/resend`);
    await receiver.until(6, () => receiver.of(body.id));
    expect(receiver.of(body.id).map(({ body: sent }) => sent.sequence)).toEqual([1, 2, 3, 1, 2, 3]);
    expect(await stateOf(id)).toBe('failed');
  });

  it('asked for while it is on its way, comes after it', async () => {
    let release = () => undefined as unknown;
    receiver.behave = (_received, response) => {
      release = () => response.end();
    };
    const id = await createCanceled();
    await receiver.until(1);
    expect((await service.shop.post(`${path(id)}/resend`)).status).toBe(200);
    receiver.behave = (_received, response) => response.end();
    release();
    await receiver.until(2);
    await eventually(async () => (await stateOf(id)) === 'delivered', 'the end');
    expect(receiver.received).toHaveLength(2);
  });

  it('resending all that failed since a time leaves the older ones alone', async () => {
    const old = await createFailed();
    service.advance(60_000);
    const since = new Date(service.now()).toISOString();
    const ids = [await createFailed(), await createFailed()];
    const { body } = await service.shop.post('/api/merchant/notifications/resend-failed', { since });
    expect(body).toEqual({ count: 2 });
    await receiver.until(2);
    expect(new Set(receiver.received.map(({ body: sent }) => sent.invoice.id))).toEqual(new Set(ids));
    expect(await stateOf(old)).toBe('failed');
    const { body: again } = await operator.post('/notifications/resend-failed', {
      storeId: 1,
      since,
      reason: 'a test',
    });
    expect(again).toEqual({ count: 0 });
  });

  it('sends it again once under one Idempotency-Key, and answers the same', async () => {
    const id = await createCanceled();
    await eventually(async () => (await stateOf(id)) === 'delivered', 'the delivery');
    const headers = { 'Idempotency-Key': `again ${id}` };
    const first = await service.shop.post(`${path(id)}/resend`, undefined, headers);
    await receiver.until(2);
    await eventually(async () => (await stateOf(id)) === 'delivered', 'the end');
    receiver.behave = () => undefined;
    const second = await service.shop.post(`${path(id)}/resend`, undefined, headers);
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(second.body.delivery.state).toBe('waiting');
    expect(await stateOf(id)).toBe('delivered');
  });

  it('a refusal is the first answer to an Idempotency-Key, too', async () => {
    const id = await createCanceled(service.shop, { notificationUrl: '' });
    const headers = { 'Idempotency-Key': `none ${id}` };
    const first = await service.shop.post(`${path(id)}/resend`, undefined, headers);
    const second = await service.shop.post(`${path(id)}/resend`, undefined, headers);
    expect([first.status, second.status, second.body]).toEqual([400, 400, first.body]);
    const { rows } = await service.db.pool.query('select status from idempotency_keys where key = $1', [
      headers['Idempotency-Key'],
    ]);
    expect(rows).toEqual([{ status: 400 }]);
  });

  it('fifty at once under one Idempotency-Key have one answer', async () => {
    const id = await createCanceled();
    await eventually(async () => (await stateOf(id)) === 'delivered', 'the delivery');
    const headers = { 'Idempotency-Key': `fifty ${id}` };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => service.shop.post(`${path(id)}/resend`, undefined, headers)),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
  });

  it('fifty times at once sends it and loses nothing', async () => {
    const id = await createFailed();
    const answers = await Promise.all(Array.from({ length: 50 }, () => service.shop.post(`${path(id)}/resend`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await eventually(async () => (await stateOf(id)) === 'delivered', 'the delivery');
    expect(receiver.received.length).toBeGreaterThan(0);
    expect(receiver.received.length).toBeLessThan(50);
  });

  it('is refused without an address to send to, and with an invalid time', async () => {
    const id = await createCanceled(service.shop, { notificationUrl: '' });
    expect((await service.shop.post(`${path(id)}/resend`)).body).toMatchObject([{ code: 'notification_without_url' }]);
    const { body } = await service.shop.post('/api/merchant/notifications/resend-failed', { since: 'yesterday' });
    expect(body).toMatchObject([{ code: 'wrong_type', field: 'since' }]);
  });
});

describe('a test notification', () => {
  it('says what the receiver answered, and is signed like a real one', async () => {
    receiver.behave = (_received, response) => response.writeHead(418).end('teapot');
    const target = { notificationUrl: receiver.url, notificationToken: 'secret-token' };
    const { body } = await service.shop.post('/api/merchant/notifications/test', target);
    expect(body).toMatchObject({ outcome: 'refused', status: 418, answer: 'teapot' });
    expect(receiver.received[0]?.body).toMatchObject({ notificationType: 'test', invoice: null });
    expect(receiver.received[0]?.headers).toMatchObject({ 'x-notification-token': 'secret-token' });
    expect((await merchant.post('/notifications/test', { storeId: 1, ...target })).body.status).toBe(418);
  });

  it('needs an address', async () => {
    const target = { notificationUrl: '', notificationToken: '' };
    const { body } = await service.shop.post('/api/merchant/notifications/test', target);
    expect(body).toMatchObject([{ code: 'blank', field: 'notificationUrl' }]);
  });
});

describe('the list', () => {
  it('shows the newest first, page by page, and only what waits or has failed when asked', async () => {
    const failed = await createFailed();
    const delivered = await createCanceled();
    await eventually(async () => (await stateOf(delivered)) === 'delivered', 'the delivery');
    const { body } = await operator.get('/notifications?storeId=1&limit=2');
    expect(body.items.map(({ invoiceId }: Body) => invoiceId)).toEqual([delivered, failed]);
    const { body: second } = await operator.get(`/notifications?storeId=1&limit=2&after=${body.next}`);
    expect(second.items[0].feedSequence).toBe(body.items[1].feedSequence - 1);
    const { body: failures } = await merchant.get('/notifications?storeId=1&state=failed');
    expect(failures.items.map(({ invoiceId }: Body) => invoiceId)).toEqual([failed]);
    const { body: of } = await operator.get(`/notifications?invoiceId=${failed}`);
    expect(of.items).toMatchObject([{ invoiceId: failed, delivery: { state: 'failed' } }]);
  });

  it('shows everybody’s by the time of what happened, whichever invoice is older, page by page', async () => {
    const [older, newer] = [await service.shop.createPayin(), await service.shop.createPayin()];
    await service.shop.cancel(newer.body.id);
    service.advance(1_000);
    await service.shop.cancel(older.body.id);
    const { body } = await operator.get('/notifications?limit=1');
    expect(body.items).toMatchObject([{ invoiceId: older.body.id }]);
    const { body: second } = await operator.get(`/notifications?limit=1&after=${body.next}`);
    expect(second.items).toMatchObject([{ invoiceId: newer.body.id }]);
  });

  it('asks a merchant with several stores for one', async () => {
    expect((await merchant.get('/notifications')).body).toMatchObject([{ code: 'blank', field: 'storeId' }]);
  });
});

describe('a receiver', () => {
  it('is paused after days of failure with an alarm, and sent all that waited when it is resumed', async () => {
    receiver.behave = (_received, response) => response.writeHead(500).end();
    const id = await createCanceled();
    await receiver.until(1);
    // Written down before the time goes on: else it would be a failure of then.
    await eventually(async () => (await service.shop.get(path(id))).body.attempts.length === 1, 'the log');
    service.advance(121 * 3_600_000);
    await receiver.until(2);
    // Days later nobody is signed in any more.
    await signIn();
    const own = async () =>
      (await merchant.get('/receivers')).body.items.find(({ origin }: Body) => origin === receiver.url);
    await eventually(async () => (await own())?.pausedAt !== null, 'the pause');
    expect(await own()).toMatchObject({ storeId: 1, lastFailure: expect.stringContaining('500') });
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/quittance_receivers_paused 1/);
    expect(metrics).toMatch(/quittance_oldest_undelivered_seconds [1-9]/);
    const next = await createCanceled();
    await delay(600);
    expect(receiver.received).toHaveLength(2);
    receiver.behave = (_received, response) => response.end();
    const { key } = await own();
    expect((await operator.post(`/receivers/${key}/resume`, { reason: 'it is back' })).status).toBe(200);
    await receiver.until(4);
    expect(new Set([id, next])).toEqual(new Set(receiver.received.slice(2).map(({ body }) => body.invoice.id)));
    expect((await own()).pausedAt).toBeNull();
  });

  it('a receiver of another merchant cannot be resumed', async () => {
    expect((await merchant.post('/receivers/123/resume', { reason: 'a test' })).status).toBe(404);
  });
});

describe('the delivery log', () => {
  it('forgets what is old, a bounded number at a time, and nothing else', async () => {
    const id = await createCanceled();
    await eventually(async () => (await stateOf(id)) === 'delivered', 'the delivery');
    const cut = service.now() + 1;
    service.advance(1_000);
    const kept = await createCanceled();
    await eventually(async () => (await stateOf(kept)) === 'delivered', 'the delivery');
    const count = async () =>
      (await service.db.pool.query('select count(*)::int from delivery_attempts')).rows[0].count;
    const before = await count();
    expect(await deleteOldAttempts(service.db.pool, cut, 1)).toBe(1);
    expect(await count()).toBe(before - 1);
    expect(await deleteOldAttempts(service.db.pool, cut, 1_000)).toBeGreaterThan(0);
    expect((await service.shop.get(path(id))).body.attempts).toEqual([]);
    expect((await service.shop.get(path(kept))).body.attempts).toHaveLength(1);
    expect(await stateOf(id)).toBe('delivered');
  });
});
