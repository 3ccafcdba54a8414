import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { receiverOf } from '../../src/domain/notifications/receiver.ts';
import { totpCode, totpStep } from '../../src/domain/people/totp.ts';
import { feedEndpoint } from '../../src/storage/notifications/endpoint-feed.ts';
import { expectLawsHold } from '../support/database.ts';
import type { Body } from '../support/merchant-client.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { eventually, type Received, Receiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createSignedIn, signInDemo } from '../support/staff.ts';

/** Addresses of a store that hear of more than one invoice. */
let service: TestService;
let operator: OperatorClient;
let merchant: OperatorClient;
let receiver: Receiver;
const made: string[] = [];
const reason = 'a test';

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
  merchant = await signInDemo(service, 'merchant');
});
beforeEach(async () => {
  receiver = await Receiver.start();
});
afterEach(async () => {
  for (const id of made.splice(0)) await operator.delete(`/stores/1/endpoints/${id}`, { reason });
  await receiver.stop();
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

/** Each code works once; the clock goes on to the next. */
const nextCode = (): string => {
  service.advance(30_000);
  return totpCode('JBSWY3DPEHPK3PXP', totpStep(service.now()));
};

async function createEndpoint(kinds: readonly string[], path = '/events'): Promise<Body> {
  const { status, body } = await operator.post('/stores/1/endpoints', { url: receiver.url + path, kinds, reason });
  expect([status, body.id], JSON.stringify(body)).toEqual([200, expect.any(String)]);
  made.push(body.id);
  return body;
}

async function createCanceled(shop = service.shop): Promise<string> {
  const { body } = await shop.createPayin();
  await shop.cancel(body.id);
  return body.id;
}

const address = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
async function requestWithdrawal(): Promise<string> {
  const accountId = '0193f000-0000-7000-8000-000000000001';
  const request = { accountId, amount: '10', address, code2FA: nextCode() };
  const { body } = await service.shop.post('/api/merchant/withdrawals', request);
  return body.id;
}

const kindsOf = (received: readonly Received[]) => received.map(({ body }) => body.notificationType);

function isSigned({ headers, text }: Received, secret: string): boolean {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
  const expected = `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}

describe('an endpoint of a store', () => {
  it('hears of every change of status, as the notification of the invoice says it, signed with its own secret', async () => {
    const { id, secret } = await createEndpoint(['invoice']);
    const own = await Receiver.start();
    const invoice = await service.shop.createPayin({ notificationUrl: own.url, notificationToken: 'token' });
    await service.shop.cancel(invoice.body.id);
    const [event] = (await receiver.until(1)) as [Received];
    const [notification] = (await own.until(1)) as [Received];
    await own.stop();
    expect(event.body).toEqual({ ...notification.body, endpoint: { id, sequence: 1 }, storeId: 1 });
    expect(event.headers).toMatchObject({ 'webhook-id': `${id}_1` });
    expect(event.headers['x-notification-token']).toBeUndefined();
    expect([isSigned(event, secret), isSigned(event, 'demo-merchant-secret')]).toEqual([true, false]);
    const counted = async () => {
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      const [, sent] = /^quittance_endpoint_events_total\{result="sent"\} (\d+)$/m.exec(metrics) ?? [];
      const [, waiting] = /^quittance_endpoint_events_waiting (\d+)$/m.exec(metrics) ?? [];
      return sent === '1' && waiting === '0';
    };
    await eventually(counted, 'the metrics');
  });

  it('is told that a withdrawal was rejected, and why', async () => {
    await createEndpoint(['withdrawal']);
    const id = await requestWithdrawal();
    await operator.post(`/withdrawals/${id}/reject`, { reason: 'not on this network' });
    const events = await receiver.until(2);
    expect(
      events.map(({ body }) => [body.withdrawal.id, body.withdrawal.status, body.withdrawal.rejectReason]),
    ).toEqual([
      [id, 2, null],
      [id, 5, 'not on this network'],
    ]);
    expect(events[1]?.body).toMatchObject({
      notificationType: 'withdrawal',
      withdrawal: { address, sum: { amount: '10.00000000', currency: 'USDT' }, txId: null },
    });
  });

  it('hears of nothing else: neither of other kinds nor of other stores', async () => {
    await createEndpoint(['dispute'], '/disputes');
    await createEndpoint(['invoice', 'dispute'], '/both');
    await createCanceled(service.otherShop);
    const canceled = await createCanceled();
    const { body } = await service.shop.createPayin({ startDeal: true });
    await service.shop.dispute(body.id, { disputeReason: 'has_payment' });
    await operator.post(`/invoices/${body.id}/dispute/reject`, { result: 'UNKNOWN', reason: 'nothing came' });
    const both = await receiver.until(3, () => receiver.received.filter(({ path }) => path === '/both'));
    const disputes = await receiver.until(2, () => receiver.received.filter(({ path }) => path === '/disputes'));
    expect(kindsOf(both)).toEqual(['invoice', 'dispute', 'dispute']);
    expect(both[0]?.body.invoice.id).toBe(canceled);
    expect(disputes.map(({ body: { invoice } }) => invoice.id)).toEqual([body.id, body.id]);
    expect(disputes[0]?.body.invoice.status).toBe('dispute');
  });

  it('is told its balances first, and again when they have changed', async () => {
    await createEndpoint(['balance']);
    const [first] = (await receiver.until(1)) as [Received];
    const accounts = (await service.shop.get('/api/merchant/accounts')).body;
    expect(first.body.accounts).toEqual(accounts.map(({ withdrawalFee: _, ...account }: Body) => account));
    await operator.post('/stores/1/top-ups', { id: randomUUID(), amount: '1', reason });
    const [, second] = (await receiver.until(2)) as [Received, Received];
    const after = (await service.shop.get('/api/merchant/accounts')).body;
    expect(second.body.accounts[0].sum).toEqual(after[0].sum);
    expect(second.body.accounts[0].sum).not.toEqual(first.body.accounts[0].sum);
  });

  it('is told each new head of the sealed book', async () => {
    await createEndpoint(['book']);
    await operator.post('/stores/1/top-ups', { id: randomUUID(), amount: '1', reason });
    const [event] = (await receiver.until(1)) as [Received];
    const { number, hash } = event.body.head;
    const { rows } = await service.db.pool.query(
      `select encode(hash, 'hex') as hash from book_pages where number = $1`,
      [number],
    );
    expect(rows).toEqual([{ hash }]);
  });

  it('is told when an operator gives out a new secret, and not when the merchant makes one', async () => {
    await createEndpoint(['access']);
    await merchant.post('/stores/1/keys', { hasOwnSecret: true, reason, code: nextCode() });
    await operator.post('/merchants/1/rotate-secret', { overlapHours: 720, reason });
    const events = await receiver.until(1);
    expect(events.map(({ body }) => [body.notificationType, body.changed])).toEqual([['access', 'secret']]);
  });

  it('gets its events in order, one after the other, failures included', async () => {
    const { id } = await createEndpoint(['invoice']);
    let isDown = true;
    receiver.behave = (_received, response) => response.writeHead(isDown ? 500 : 200).end();
    const invoices = [await createCanceled(), await createCanceled(), await createCanceled()];
    const events = async () => (await operator.get(`/stores/1/endpoints/${id}/events`)).body;
    // The wait for the next attempt begins when the last is written down.
    await eventually(async () => (await events()).items.at(-1)?.attempts.length === 1, 'the first attempt');
    isDown = false;
    service.advance(61_000);
    const received = await receiver.until(4);
    expect(received.map(({ body }) => body.endpoint.sequence)).toEqual([1, 1, 2, 3]);
    expect(received.slice(1).map(({ body }) => body.invoice.id)).toEqual(invoices);
    await eventually(async () => (await events()).items[0].state === 'delivered', 'the last to be taken');
    const body = await events();
    expect(body.items.map(({ sequence, state }: Body) => [sequence, state])).toEqual([
      [3, 'delivered'],
      [2, 'delivered'],
      [1, 'delivered'],
    ]);
    expect(body.items[2].attempts.map(({ status }: Body) => status)).toEqual([500, 200]);
  });

  it('hears of fifty changes at once each once, however many processes look', async () => {
    const { id } = await createEndpoint(['invoice', 'withdrawal', 'balance']);
    const endpoint = {
      id,
      storeId: 1,
      url: `${receiver.url}/events`,
      kinds: ['invoice', 'withdrawal', 'balance'] as const,
    };
    const known = { ...endpoint, secret: '', former: null, formerUntil: null, createdAt: 0 };
    const before = receiver.received.length;
    const acts = await Promise.all([
      ...Array.from({ length: 50 }, () => createCanceled()),
      ...Array.from({ length: 5 }, async () => {
        for (let looks = 0; looks < 10; looks += 1) await feedEndpoint(service.db.pool, known, service.now());
        return '';
      }),
    ]);
    const invoices = acts.filter((one) => one !== '');
    const heard = () => receiver.received.slice(before).filter(({ body }) => body.notificationType === 'invoice');
    await receiver.until(50, heard);
    expect(
      heard()
        .map(({ body }) => body.invoice.id)
        .sort(),
    ).toEqual([...invoices].sort());
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(ids.length);
    const sequences = receiver.received.map(({ body }) => body.endpoint.sequence);
    expect(sequences).toEqual(sequences.map((_, index) => index + 1));
  });

  it('is given up like any receiver that says so, goes on with the next, and can be told again', async () => {
    const { id } = await createEndpoint(['invoice']);
    receiver.behave = ({ body }, response) => response.writeHead(body.endpoint.sequence === 1 ? 410 : 200).end();
    await createCanceled();
    await createCanceled();
    await receiver.until(2);
    const events = async () => (await operator.get(`/stores/1/endpoints/${id}/events`)).body.items;
    await eventually(async () => (await events())[0].state === 'delivered', 'the second to be taken');
    expect((await events())[1].state).toBe('failed');
    receiver.behave = (_received, response) => response.end();
    const again = await operator.post(`/stores/1/endpoints/${id}/events/1/resend`, { reason });
    expect(again.body).toEqual({ status: 'waiting' });
    const [first, , third] = (await receiver.until(3)) as [Received, Received, Received];
    expect(third.headers['webhook-id']).toBe(first.headers['webhook-id']);
    await eventually(async () => (await events())[1].state === 'delivered', 'the first to be taken');
  });

  it('is told where it has moved to what has failed, here and there, all of it and in order', async () => {
    await service.db.pool.query('delete from failed_notifications');
    const { id } = await createEndpoint(['withdrawal']);
    const elsewhere = await Receiver.start();
    receiver.behave = (_received, response) => response.writeHead(410).end();
    elsewhere.behave = receiver.behave;
    const states = async () => {
      const { items } = (await operator.get(`/stores/1/endpoints/${id}/events`)).body;
      return items.map(({ state }: Body) => state).join();
    };
    await requestWithdrawal();
    await eventually(async () => (await states()) === 'failed', 'the first to fail');
    const moved = { url: `${elsewhere.url}/events`, reason };
    expect((await operator.patch(`/stores/1/endpoints/${id}`, moved)).status).toBe(200);
    await requestWithdrawal();
    await eventually(async () => (await states()) === 'failed,failed', 'the second to fail');
    const failedAt = async () => {
      const { rows } = await service.db.pool.query('select receiver from failed_notifications order by sequence');
      return rows.map((row) => row.receiver);
    };
    const [before, now] = [receiver.url, elsewhere.url].map((url) => receiverOf(1, url)?.key);
    expect(await failedAt()).toEqual([now, now]);
    // As it was written down before it was known that it had moved; nothing is sent there any more.
    await service.db.pool.query('update failed_notifications set receiver = $1 where sequence = 2', [String(before)]);
    await service.db.pool.query('update receivers set paused_at = now() where key = $1', [String(before)]);
    elsewhere.behave = (_received, response) => response.end();
    const since = new Date(service.now() - 3_600_000).toISOString();
    const again = await service.shop.post('/api/merchant/notifications/resend-failed', { since });
    expect(again.body).toEqual({ count: 2 });
    await eventually(async () => (await states()) === 'delivered,delivered', 'both to be taken');
    const sequences = ({ received }: Receiver) => received.map(({ body }) => body.endpoint.sequence);
    expect([sequences(receiver), sequences(elsewhere)]).toEqual([[1], [2, 1, 2]]);
    await service.db.pool.query('update receivers set paused_at = null where key = $1', [String(before)]);
    await elsewhere.stop();
  });

  it('signs with both secrets during a rotation', async () => {
    const { id, secret } = await createEndpoint(['invoice']);
    const rotated = await operator.post(`/stores/1/endpoints/${id}/rotate-secret`, { overlapHours: 1, reason });
    await createCanceled();
    const [event] = (await receiver.until(1)) as [Received];
    expect([isSigned(event, secret), isSigned(event, rotated.body.secret)]).toEqual([true, true]);
    service.advance(3_600_000);
    await createCanceled();
    const [, later] = (await receiver.until(2)) as [Received, Received];
    expect([isSigned(later, secret), isSigned(later, rotated.body.secret)]).toEqual([false, true]);
  });

  it('hears nothing of before it was there, nothing after it is gone, and where it is told to be', async () => {
    const own = new Set<string>();
    const cancelOne = async () => {
      const id = await createCanceled();
      own.add(id);
      return id;
    };
    // Invoices of earlier tests may expire at any time: that is news of now.
    const heard = () => receiver.received.filter(({ body }) => own.has(body.invoice.id));
    await cancelOne();
    const { id } = await createEndpoint(['withdrawal']);
    await cancelOne();
    const elsewhere = { url: `${receiver.url}/elsewhere`, kinds: ['invoice'], reason };
    expect((await operator.patch(`/stores/1/endpoints/${id}`, elsewhere)).status).toBe(200);
    const invoice = await cancelOne();
    await eventually(() => heard().length > 0, 'the first event');
    expect(heard().map(({ path, body }) => [path, body.invoice.id])).toEqual([['/elsewhere', invoice]]);
    expect((await operator.delete(`/stores/1/endpoints/${id}`, { reason })).body).toEqual({
      status: 'removed',
    });
    await cancelOne();
    const { id: next } = await createEndpoint(['invoice'], '/next');
    await cancelOne();
    await eventually(() => heard().length > 1, 'the second event');
    expect(heard().map(({ body }) => body.endpoint.id)).toEqual([id, next]);
    expect((await operator.get('/stores/1/endpoints')).body.items.map((one: Body) => one.id)).toEqual([next]);
  });
});

describe('who sets up an endpoint', () => {
  const wish = () => ({ url: `${receiver.url}/own`, kinds: ['withdrawal'], reason });

  it('a merchant needs the second factor of the business, and reaches the own stores alone', async () => {
    const refused = await merchant.post('/stores/1/endpoints', wish());
    expect(refused.body[0].code).toBe('blank');
    const { body } = await merchant.post('/stores/1/endpoints', { ...wish(), code: nextCode() });
    made.push(body.id);
    expect(body).toEqual({ id: expect.any(String), secret: expect.any(String) });
    const other = await operator.post('/merchants', { name: 'Somebody else', reason });
    const login = { login: 'elsewhere', role: 'merchant', merchantId: other.body.id } as const;
    const stranger = await createSignedIn(service, login);
    expect((await stranger.get('/stores/1/endpoints')).status).toBe(404);
    const { rows } = await service.db.pool.query(
      `select details from audit_log where action = 'create-endpoint' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ details: { endpoint: body.id, url: wish().url, kinds: 'withdrawal' } }]);
  });

  it('needs a web address and a kind of event, and a store has at most ten', async () => {
    const tried = async (change: object) => (await operator.post('/stores/1/endpoints', { ...wish(), ...change })).body;
    expect((await tried({ url: 'ftp://shop.example/' }))[0]).toMatchObject({ field: 'url', code: 'invalid_url' });
    expect((await tried({ url: 'https://a:b@shop.example/' }))[0]).toMatchObject({ field: 'url', code: 'invalid_url' });
    expect((await tried({ kinds: [] }))[0]).toMatchObject({ field: 'kinds', code: 'blank' });
    expect((await tried({ kinds: ['weather'] }))[0].code).toBe('invalid_choice');
    while (made.length < 10) await createEndpoint(['withdrawal']);
    expect((await tried({}))[0].code).toBe('too_many_endpoints');
  });
});
