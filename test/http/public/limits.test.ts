import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdSource } from '../../../src/engine/id-source.ts';
import { PublicClient } from '../../support/public-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const limits = { reads: 40, acts: 8, guesses: 10 };

let service: TestService;
let payer: PublicClient;
let id: string;

beforeAll(async () => {
  const startedAt = Date.now();
  const settings = {
    PUBLIC_READS_PER_MINUTE: String(limits.reads),
    PUBLIC_ACTS_PER_MINUTE: String(limits.acts),
    PUBLIC_GUESSES_PER_MINUTE: String(limits.guesses),
    TRUSTED_PROXIES: '127.0.0.1',
  };
  service = await startTestService(settings, () => startedAt);
  payer = new PublicClient(service.url);
  id = (await service.shop.createPayin({ startDeal: true })).body.id;
});
afterAll(() => service.stop());

let callers = 0;
/** An address nobody has called from yet, as our own proxy reports it. */
const newAddress = () => {
  callers += 1;
  return { 'x-forwarded-for': `198.51.${Math.floor(callers / 250)}.${(callers % 250) + 1}` };
};

/** How many of so many requests, all at once, were answered with each status. */
async function statusesOf(times: number, ask: (index: number) => Promise<{ status: number }>) {
  const answers = await Promise.all(Array.from({ length: times }, (_, index) => ask(index)));
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('one address', () => {
  it('reads so often a minute, and is told when it may again', async () => {
    const address = newAddress();
    expect(await statusesOf(60, () => payer.get('/payment-methods/RUB', address))).toEqual({
      200: limits.reads,
      429: 60 - limits.reads,
    });
    const refused = await payer.get('/payment-methods/RUB', address);
    expect(refused.body).toEqual([{ code: 'rate_limited', message: expect.stringContaining('Try again after') }]);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
    service.advance(seconds * 1000);
    expect((await payer.get('/payment-methods/RUB', address)).status).toBe(200);
  });

  it('acts less often than it reads', async () => {
    const address = newAddress();
    const start = () => payer.post(`/invoices/${id}/start-deal`, {}, address);
    expect(await statusesOf(20, start)).toEqual({ 200: limits.acts, 429: 20 - limits.acts });
    expect((await payer.get(`/invoices/${id}`, address)).status).toBe(200);
  });

  it('guesses a thousand IDs in vain: no more than so many are even looked up', async () => {
    const newId = createIdSource();
    const address = newAddress();
    const counts: Record<number, number> = {};
    for (let round = 0; round < 10; round++) {
      const some = await statusesOf(100, () => payer.get(`/invoices/${newId()}`, address));
      for (const [status, count] of Object.entries(some))
        counts[Number(status)] = (counts[Number(status)] ?? 0) + count;
    }
    expect(Object.keys(counts).sort()).toEqual(['404', '429']);
    expect(counts[404]).toBe(limits.guesses);
  });

  it.each(['', '/available-payment-variants', '/qr-code', '/events'])(
    'guesses no more IDs at the path "%s" of an invoice',
    async (path) => {
      const newId = createIdSource();
      const address = newAddress();
      const counts = await statusesOf(30, () => payer.get(`/invoices/${newId()}${path}`, address));
      expect(counts).toEqual({ 404: limits.guesses, 429: 30 - limits.guesses });
      // Otherwise it could go on and see which of its guesses are answered.
      expect((await payer.get(`/invoices/${id}`, address)).status).toBe(429);
      service.advance(60_000);
      expect((await payer.get(`/invoices/${id}`, address)).status).toBe(200);
    },
  );

  it.each(['start-deal', 'confirm-transfer', 'cancel'])('guesses no more by %s', async (act) => {
    const newId = createIdSource();
    const address = newAddress();
    const guess = () => payer.post(`/invoices/${newId()}/${act}`, undefined, address);
    for (let time = 0; time < limits.acts; time++) expect((await guess()).status).toBe(404);
    expect((await guess()).status).toBe(429);
    // What the acts have left of the guesses, and no more.
    const counts = await statusesOf(9, () => payer.get(`/invoices/${newId()}`, address));
    expect(counts[404]).toBeLessThanOrEqual(limits.guesses - limits.acts + 1);
  });

  it('one address that uploads slowly does not keep its neighbours waiting', async () => {
    const address = newAddress();
    const uploads = Array.from({ length: limits.acts }, () => {
      const asked = request(`${service.url}/api/public/invoices/${id}/confirm-transfer`, {
        method: 'POST',
        agent: false,
        headers: { ...address, 'content-type': 'multipart/form-data; boundary=b', 'content-length': 1000 },
      });
      asked.on('error', () => undefined).write('--b\r\n');
      return asked;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const counts = await statusesOf(limits.guesses, () => payer.get(`/invoices/${id}`, address));
    for (const upload of uploads) upload.destroy();
    expect(counts).toEqual({ 200: limits.guesses });
  });

  it('does not pay for what is there, however often it asks', async () => {
    const address = newAddress();
    expect(await statusesOf(limits.guesses, () => payer.get(`/invoices/${id}`, address))).toEqual({
      200: limits.guesses,
    });
    expect(await statusesOf(limits.guesses, () => payer.get(`/invoices/${id}`, address))).toEqual({
      200: limits.guesses,
    });
  });

  it('does not hold up another', async () => {
    const [one, other] = [newAddress(), newAddress()];
    await statusesOf(60, () => payer.get('/payment-methods/RUB', one));
    expect((await payer.get('/payment-methods/RUB', one)).status).toBe(429);
    expect((await payer.get('/payment-methods/RUB', other)).status).toBe(200);
  });

  it('one address of IPv6 is a whole network of 64 bits', async () => {
    const address = (index: number) => ({ 'x-forwarded-for': `2001:db8:7:7::${(index + 1).toString(16)}` });
    const counts = await statusesOf(60, (index) => payer.get('/payment-methods/RUB', address(index)));
    expect(counts).toEqual({ 200: limits.reads, 429: 60 - limits.reads });
    const beside = await payer.get('/payment-methods/RUB', { 'x-forwarded-for': '2001:db8:7:8::1' });
    expect(beside.status).toBe(200);
  });
});

describe('an address without a trusted proxy', () => {
  it('is not believed: a direct caller counts by its own address', async () => {
    const startedAt = Date.now();
    const direct = await startTestService({ PUBLIC_READS_PER_MINUTE: '5' }, () => startedAt);
    const counts = await statusesOf(20, () => new PublicClient(direct.url).get('/payment-methods/RUB', newAddress()));
    expect(counts).toEqual({ 200: 5, 429: 15 });
    await direct.stop();
  });
});
