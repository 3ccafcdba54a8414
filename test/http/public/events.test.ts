import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import { EventReader } from '../../support/event-reader.ts';
import type { OperatorClient } from '../../support/operator-client.ts';
import { signInAs } from '../../support/operators.ts';
import { patiently } from '../../support/patience.ts';
import { PublicClient } from '../../support/public-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let payer: PublicClient;
let operator: OperatorClient;
const open: EventReader[] = [];

beforeAll(async () => {
  service = await startTestService({ PUBLIC_STREAMS_PER_ADDRESS: '20' });
  payer = new PublicClient(service.url);
  operator = await signInAs({ url: service.url, pool: service.db.pool }, 'operator');
});
afterEach(() => {
  for (const reader of open.splice(0)) reader.close();
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

let amount = 5000;

async function newInvoice(change: object = {}): Promise<string> {
  const { body } = await service.shop.createPayin({ amount: `${amount++}.00`, ...change });
  return body.id;
}

async function follow(id: string, headers: Record<string, string> = {}): Promise<EventReader> {
  const reader = await EventReader.open(service.url, id, headers);
  open.push(reader);
  return reader;
}

/** Status of the invoice, and of the deal that matters. */
const seen = ({ invoice }: { invoice: { status: string; deals: { status: string }[] } }) =>
  [invoice.status, invoice.deals[0]?.status ?? null] as const;

describe('the event stream of an invoice', () => {
  it('sees the present state first, as the interface gives it', async () => {
    const id = await newInvoice();
    const reader = await follow(id);
    expect(reader.status).toBe(200);
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-content-type-options': 'nosniff',
      'x-accel-buffering': 'no',
    });
    const { type, id: eventId, invoice } = await reader.next();
    expect([type, eventId]).toEqual(['invoice', expect.stringMatching(/^[\w-]{22}$/)]);
    const { body } = await payer.read(id);
    const withoutClock = ({ paymentPage: { now: _, ...page }, ...rest }: typeof body) => ({ ...rest, page });
    expect(withoutClock(invoice)).toEqual(withoutClock(body));
    expect(reader.text).toMatch(/^retry: \d+\n\n/);
  });

  it('sees each change when it happens: requisites, receipt, money', async () => {
    const id = await newInvoice();
    const reader = await follow(id);
    expect(seen(await reader.next())).toEqual(['new', null]);
    await payer.startDeal(id);
    expect(seen(await reader.next())).toEqual(['new', 'transfer_waiting']);
    await payer.confirm(id);
    expect(seen(await reader.next())).toEqual(['new', 'transfer_confirmed']);
    await payer.confirm(id, Buffer.from('%PDF-1.4 another'));
    expect((await reader.next()).invoice.deals[0].attachmentCount).toBe(2);
    await operator.post(`/deals/${id}/settle`, { reason: 'seen' });
    expect(seen(await reader.next())).toEqual(['paid', 'completed']);
    expect(new Set(reader.events.map((event) => event.id)).size).toBe(5);
  });

  it('hears of money in another sum at once, and that it went back within seconds', async () => {
    const id = await newInvoice({ startDeal: true });
    const reader = await follow(id);
    const { invoice } = await reader.next();
    expect(invoice.paymentPage.held).toBeNull();
    const { rows } = await service.db.pool.query('select requisite_id as id from deals where invoice_id = $1', [id]);
    const asked = invoice.sum.amount;
    const came = { requisiteId: rows[0].id, amount: `${Number(asked) - 100}.00`, reference: `short of ${id}` };
    const { body: arrival } = await operator.post('/arrivals', came);
    expect(arrival.status).toBe('held');
    const told = await reader.next();
    expect(seen(told)).toEqual(['new', 'transfer_waiting']);
    expect(told.invoice.paymentPage.held).toMatchObject({
      sum: { amount: came.amount },
      asked: { amount: asked },
      difference: { amount: '100.00' },
      isLess: true,
    });
    expect((await payer.read(id)).body.paymentPage.held).toEqual(told.invoice.paymentPage.held);
    expect((await operator.post(`/arrivals/${arrival.id}/return`, { reason: 'sent back' })).status).toBe(200);
    expect((await reader.next()).invoice.paymentPage.held).toBeNull();
  });

  it('sees a dispute, and how it ends', async () => {
    const id = await newInvoice({ startDeal: true });
    const reader = await follow(id);
    await reader.next();
    await service.shop.dispute(id, { disputeReason: 'has_payment' });
    expect(seen(await reader.next())).toEqual(['dispute', 'dispute']);
    await operator.post(`/invoices/${id}/dispute/accept`, { amount: '1500', reason: 'seen' });
    const last = await reader.next();
    expect(seen(last)).toEqual(['paid', 'completed']);
    expect(last.invoice).toMatchObject({ isSumChanged: true, sum: { amount: '1500.00' } });
  });

  it('sees it canceled, by the merchant too', async () => {
    const id = await newInvoice({ startDeal: true });
    const reader = await follow(id);
    await reader.next();
    await service.shop.cancel(id);
    expect(seen(await reader.next())).toEqual(['canceled', null]);
  });

  it('sees the time of the requisites and of the invoice run out, once each', async () => {
    const id = await newInvoice({ startDeal: true });
    const reader = await follow(id);
    await reader.next();
    service.advance(15 * 60_000);
    expect(seen(await reader.next())).toEqual(['new', null]);
    service.advance(45 * 60_000);
    expect(seen(await reader.next())).toEqual(['expired', null]);
    // The worker writes both down by then: nothing new for a payer.
    const stored = () => service.db.pool.query('select status from invoices where id = $1', [id]);
    await patiently(async () => expect((await stored()).rows[0].status).toBe('expired'));
    await delay(300);
    expect(reader.events).toHaveLength(3);
  });

  it('hears nothing when nothing changes', async () => {
    const id = await newInvoice({ startDeal: true });
    const reader = await follow(id);
    await reader.next();
    await payer.startDeal(id);
    await newInvoice({ startDeal: true });
    await delay(300);
    expect(reader.events).toHaveLength(1);
  });

  it('shares what happens with all others who follow the same one', async () => {
    const id = await newInvoice();
    const readers = await Promise.all(Array.from({ length: 8 }, () => follow(id)));
    for (const reader of readers) expect(seen(await reader.next())).toEqual(['new', null]);
    await payer.startDeal(id);
    const events = await Promise.all(readers.map((reader) => reader.next()));
    expect(new Set(events.map((event) => event.id)).size).toBe(1);
    expect(events.map(seen)).toEqual(readers.map(() => ['new', 'transfer_waiting']));
  });
});

describe('a stream that is opened again', () => {
  it('a client that comes back with the last event’s ID gets only what is new', async () => {
    const id = await newInvoice();
    const first = await (await follow(id)).next();
    const same = await follow(id, { 'last-event-id': first.id });
    await same.said('retry');
    await payer.startDeal(id);
    expect(seen(await same.next())).toEqual(['new', 'transfer_waiting']);
    const missed = await follow(id, { 'last-event-id': first.id });
    expect(seen(await missed.next())).toEqual(['new', 'transfer_waiting']);
  });

  it.each([
    ['', 'empty'],
    ['0', 'a number'],
    ['x'.repeat(8_000), 'long'],
    ['"><script>alert(1)</script>', 'script'],
    ['\u00ff\u00fe', 'no ASCII'],
    ['%0d%0aSet-Cookie: a=b', 'an attempt at a header'],
  ])('a client that comes back with an odd ID (%#: %s) gets the present state', async (lastEventId) => {
    const id = await newInvoice();
    const reader = await follow(id, { 'last-event-id': lastEventId });
    expect(seen(await reader.next())).toEqual(['new', null]);
    expect(reader.headers['set-cookie']).toBeUndefined();
  });
});

describe('a stream', () => {
  it.each(['0193f000-0000-7000-8000-00000000dead', 'nonsense', '%00'])('a stream of %s is not found', async (id) => {
    const { status, body } = await payer.get(`/invoices/${id}/events`);
    expect([status, body[0].code]).toEqual([404, 'not_found']);
  });

  it('is one of so many per address, and room is made when one ends', async () => {
    const id = await newInvoice();
    const readers = await Promise.all(Array.from({ length: 20 }, () => follow(id)));
    for (const reader of readers) await reader.next();
    const refused = await payer.get(`/invoices/${id}/events`);
    expect([refused.status, refused.body[0].code]).toEqual([429, 'rate_limited']);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    readers[0]?.close();
    await patiently(async () => expect((await follow(id)).status).toBe(200));
    expect(seen(await (open.at(-1) as EventReader).next())).toEqual(['new', null]);
  });

  it('leaves nothing behind when its reader goes, at whatever moment', async () => {
    const id = await newInvoice();
    for (let round = 0; round < 40; round++) {
      const gone = new AbortController();
      const asked = fetch(`${service.url}/api/public/invoices/${id}/events`, { signal: gone.signal });
      if (round % 2 === 0) await delay(round % 5);
      gone.abort();
      await asked.catch(() => undefined);
    }
    await patiently(async () => {
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      expect(metrics).toMatch(/^quittance_event_streams 0$/m);
    });
  });

  it('is not opened by a request that wants no body', async () => {
    const id = await newInvoice();
    const { status } = await fetch(`${service.url}/api/public/invoices/${id}/events`, { method: 'HEAD' });
    expect(status).toBe(404);
  });
});
