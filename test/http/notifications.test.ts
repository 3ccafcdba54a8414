import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { retryPausesMs } from '../../src/domain/notifications/delivery.ts';
import { expectLawsHold } from '../support/database.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { dropDeliveries, eventually, type Received, Receiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';

let service: TestService;
let operator: OperatorClient;
let receiver: Receiver;
beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
});
beforeEach(async () => {
  receiver = await Receiver.start();
});
afterEach(async () => {
  await receiver.stop();
  // What a test leaves behind must not be sent to a port that another one may get.
  await dropDeliveries(service.db.pool);
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

let nextAmount = 2_000_00;
async function createInvoice(change: object = {}): Promise<string> {
  nextAmount += 1;
  const { body } = await service.shop.createPayin({
    amount: `${Math.floor(nextAmount / 100)}.${String(nextAmount % 100).padStart(2, '0')}`,
    notificationUrl: `${receiver.url}/hook?order=7`,
    notificationToken: 'my-token',
    startDeal: true,
    ...change,
  });
  return body.id;
}

async function createCanceled(change: object = {}): Promise<string> {
  const id = await createInvoice(change);
  expect((await service.shop.cancel(id)).status).toBe(200);
  return id;
}

const attemptsOf = async (invoiceId: string) =>
  (
    await service.db.pool.query(
      'select sequence, ordinal, outcome, status, answer from delivery_attempts where invoice_id = $1 order by id',
      [invoiceId],
    )
  ).rows;
const queued = async (invoiceId: string) =>
  (await service.db.pool.query('select * from delivery_queue where invoice_id = $1', [invoiceId])).rows[0];

describe('a notification', () => {
  it('is sent when the status changes, with the token and the query as given, and not at creation', async () => {
    const id = await createInvoice();
    await service.shop.confirm(id);
    await delay(100);
    expect(receiver.received).toEqual([]);
    await operator.post(`/deals/${id}/settle`, { reason: 'the money is there' });
    const [first] = await receiver.until(1);
    expect(first?.path).toBe('/hook?order=7');
    expect(first?.headers).toMatchObject({ 'content-type': 'application/json', 'x-notification-token': 'my-token' });
    expect(first?.body).toMatchObject({ notificationType: 'invoice', sequence: 1, invoice: { id, status: 'paid' } });
  });

  it('has exactly the fields of the contract', async () => {
    const id = await createInvoice({ internalId: 'order-7', userId: 'client-1' });
    await service.shop.confirm(id);
    await operator.post(`/deals/${id}/settle`, { reason: 'the money is there' });
    const [{ body } = {} as Received] = await receiver.until(1);
    expect(Object.keys(body)).toEqual([
      'notificationType',
      'notificationDate',
      'sequence',
      'askedSum',
      'isSumChanged',
      'reason',
      'invoice',
    ]);
    expect(body).toMatchObject({ isSumChanged: false, reason: null, askedSum: body.invoice.sum });
    expect(Object.keys(body.invoice)).toEqual(
      (
        'id internalId userId type status sum storeId storeName receivedSumFromTaker receivedSumFromMaker serviceFeeSum ' +
        'payoutSum rate createdAt expireAt updatedAt deal'
      ).split(' '),
    );
    expect(Object.keys(body.invoice.deal).sort()).toEqual(
      (
        'id type status paymentMethod paymentOption requisites canceledAt disputeAttachment disputeReason disputeReasonData ' +
        'payment attachments disputeResult'
      )
        .split(' ')
        .sort(),
    );
    const { body: read } = await service.shop.read(id);
    expect(body.invoice).toMatchObject({
      internalId: 'order-7',
      userId: 'client-1',
      sum: read.sum,
      payoutSum: read.payoutSum,
      serviceFeeSum: read.serviceFeeSum,
      rate: read.deals[0].rate,
      deal: { status: 'completed', payment: read.deals[0].payment, requisites: read.deals[0].requisites },
    });
    expect((await fetch(body.invoice.deal.attachments[0])).status).toBe(200);
  });

  it('can be checked with the headers of Standard Webhooks', async () => {
    const id = await createCanceled();
    const [{ headers, text } = {} as Received] = await receiver.until(1);
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
    const expected = createHmac('sha256', 'demo-merchant-secret').update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${expected}`);
    expect(headers['webhook-id']).toBe(`${id}_1`);
    expect(Math.abs(Number(headers['webhook-timestamp']) - service.now() / 1000)).toBeLessThan(60);
  });

  it('is signed with a secret of the store once it has one, and with the former one too until the overlap ends', async () => {
    const path = '/stores/1/rotate-webhook-secret';
    const rotate = async (overlapHours: number) =>
      (await operator.post(path, { overlapHours, reason: 'a test' })).body.secret as string;
    const signers = async (...secrets: string[]) => {
      const id = await createCanceled();
      const [{ headers, text } = {} as Received] = await receiver.until(1, () => receiver.of(id));
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
      const found = secrets.map((secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`);
      expect(headers['webhook-signature']).toBe(found.join(' '));
    };
    const first = await rotate(24);
    await signers(first, 'demo-merchant-secret');
    const second = await rotate(24);
    await signers(second, first);
    await signers(await rotate(0));
    await service.db.pool.query(
      'update stores set webhook_secret = null, former_webhook_secret = null, former_webhook_until = null',
    );
  });

  it('has no deal when none matters any more', async () => {
    await createCanceled();
    const [{ body } = {} as Received] = await receiver.until(1);
    expect(body.invoice).toMatchObject({ status: 'canceled', deal: null, rate: null });
  });

  it('carries a token of any alphabet as its UTF-8', async () => {
    await createCanceled({ notificationToken: 'жетон' });
    const [{ headers } = {} as Received] = await receiver.until(1);
    expect(Buffer.from(String(headers['x-notification-token']), 'latin1').toString('utf8')).toBe('жетон');
  });

  it('is not sent where no address was given', async () => {
    const id = await createCanceled({ notificationUrl: '' });
    expect(await queued(id)).toBeUndefined();
  });

  it('is refused at creation with a token that cannot be a header', async () => {
    const { status, body } = await service.shop.createPayin({ notificationToken: 'a\r\nx-evil: 1' });
    expect([status, body]).toMatchObject([400, [{ code: 'invalid_characters', field: 'notificationToken' }]]);
  });
});

describe('delivery', () => {
  it('is tried again by the schedule, with the same ID, until it succeeds; each attempt is in the log', async () => {
    let answers = 0;
    receiver.behave = (_received, response) => {
      answers += 1;
      response.statusCode = answers < 3 ? 500 : 204;
      response.end('why not');
    };
    const id = await createCanceled();
    await receiver.until(1);
    await eventually(async () => (await queued(id))?.attempts === 1, 'the first failure');
    await delay(300);
    expect(receiver.received).toHaveLength(1);
    service.advance(60_000);
    await receiver.until(2);
    // The pause begins when the attempt has ended by the service's clock: it must not be moved before.
    await eventually(async () => (await queued(id))?.attempts === 2, 'the second failure');
    service.advance(60_000);
    await receiver.until(3);
    await eventually(async () => (await queued(id)) === undefined, 'the end of the queue');
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await attemptsOf(id)).toEqual([
      { sequence: 1, ordinal: 1, outcome: 'refused', status: 500, answer: 'why not' },
      { sequence: 1, ordinal: 2, outcome: 'refused', status: 500, answer: 'why not' },
      { sequence: 1, ordinal: 3, outcome: 'delivered', status: 204, answer: '' },
    ]);
  });

  it('keeps the order of an invoice: the second waits until the first was taken', async () => {
    let isDown = true;
    receiver.behave = (_received, response) => {
      response.statusCode = isDown ? 503 : 200;
      response.end();
    };
    const id = await createInvoice();
    await operator.post(`/deals/${id}/settle`, { reason: 'the money is there' });
    await receiver.until(1);
    const { body } = await service.shop.read(id);
    await service.shop.dispute(id, { dealId: body.deals[0].id, disputeReason: 'no_payment' });
    await eventually(async () => {
      const row = await queued(id);
      return row?.last_sequence === 2 && row.attempts === 1;
    }, 'the second notification');
    await delay(300);
    isDown = false;
    service.advance(60_000);
    await receiver.until(3);
    expect(receiver.received.map(({ body: sent }) => [sent.sequence, sent.invoice.status])).toEqual([
      [1, 'paid'],
      [1, 'paid'],
      [2, 'dispute'],
    ]);
  });

  it.each([
    ['a closed connection', 'unreachable', (_: Received, response: { destroy(): void }) => response.destroy()],
    [
      'a redirect',
      'refused',
      (_: Received, response: { writeHead(status: number, headers: object): { end(): void } }) =>
        response.writeHead(302, { location: '/elsewhere' }).end(),
    ],
  ] as const)('takes %s for a failure', async (_title, outcome, behave) => {
    receiver.behave = behave as never;
    const id = await createCanceled();
    await eventually(async () => (await attemptsOf(id)).length === 1, 'the attempt');
    expect((await attemptsOf(id))[0].outcome).toBe(outcome);
    expect(receiver.received).toHaveLength(1);
  });

  it('takes a dead address for a failure', async () => {
    const id = await createCanceled({ notificationUrl: 'http://127.0.0.1:1/' });
    await eventually(async () => (await attemptsOf(id)).length === 1, 'the attempt');
    expect((await attemptsOf(id))[0]).toMatchObject({ outcome: 'unreachable', answer: 'the connection was refused' });
  });

  it('stops at 410, and goes on with the next change', async () => {
    receiver.behave = (received, response) => {
      response.statusCode = received.body.sequence === 1 ? 410 : 200;
      response.end();
    };
    const id = await createInvoice();
    await operator.post(`/deals/${id}/settle`, { reason: 'the money is there' });
    await eventually(async () => (await queued(id)) === undefined, 'the end of the queue');
    const { rows } = await service.db.pool.query('select sequence from failed_notifications where invoice_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ sequence: 1 }]);
    const { body } = await service.shop.read(id);
    await service.shop.dispute(id, { dealId: body.deals[0].id, disputeReason: 'no_payment' });
    await receiver.until(2);
  });

  it('waits as long as Retry-After asks', async () => {
    receiver.behave = (_received, response) => response.writeHead(503, { 'retry-after': '600' }).end();
    const id = await createCanceled();
    await eventually(async () => (await queued(id))?.attempts === 1, 'the attempt');
    const { due_at: dueAt } = await queued(id);
    expect(dueAt - service.now()).toBeGreaterThan(500_000);
  });

  it('fails for good after eleven attempts, and the log has them all', async () => {
    receiver.behave = (_received, response) => response.writeHead(500).end();
    const id = await createCanceled();
    for (let count = 1; count <= 11; count += 1) {
      await receiver.until(count);
      await eventually(async () => (await attemptsOf(id)).length === count, 'the log');
      service.advance(retryPausesMs[count - 1] ?? 0);
    }
    await eventually(async () => (await queued(id)) === undefined, 'giving up');
    const { rows } = await service.db.pool.query('select 1 from failed_notifications where invoice_id = $1', [id]);
    expect(rows).toHaveLength(1);
  });

  it('keeps only the beginning of a long answer, and hangs up on an endless one', async () => {
    receiver.behave = (_received, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    };
    const id = await createCanceled();
    await eventually(async () => (await attemptsOf(id)).length === 1, 'the attempt');
    expect((await attemptsOf(id))[0]).toMatchObject({ outcome: 'delivered', answer: 'x'.repeat(2048) });
  });

  it('is not held up by a receiver that never answers', async () => {
    const dead = await Receiver.start();
    dead.behave = () => undefined;
    await Promise.all(Array.from({ length: 40 }, () => createCanceled({ notificationUrl: dead.url })));
    const ids = await Promise.all(Array.from({ length: 20 }, () => createCanceled()));
    await receiver.until(20);
    expect(new Set(receiver.received.map(({ body }) => body.invoice.id))).toEqual(new Set(ids));
    // Nobody knows it yet: it is tried with one connection, and has not even failed.
    expect(dead.received.length).toBe(1);
    await dead.stop();
  });
});

describe('delivery by an impatient service', () => {
  let impatient: TestService;
  beforeAll(async () => {
    impatient = await startTestService({ NOTIFY_TIMEOUT_MS: '300' });
  });
  afterAll(() => impatient.stop());

  it('takes no answer in time for a failure', async () => {
    receiver.behave = () => undefined;
    const created = await impatient.shop.createPayin({ notificationUrl: receiver.url, notificationToken: 't' });
    await impatient.shop.cancel(created.body.id);
    const attempts = async () => (await impatient.db.pool.query('select outcome, answer from delivery_attempts')).rows;
    await eventually(async () => (await attempts()).length > 0, 'the attempt');
    expect(await attempts()).toEqual([{ outcome: 'timeout', answer: 'no answer in time' }]);
  });
});
