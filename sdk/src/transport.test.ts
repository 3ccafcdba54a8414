import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { Quittance, type QuittanceOptions } from './client.ts';
import { QuittanceError } from './errors.ts';

/** What a request looked like when it came to a real server. */
interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Reply = (response: ServerResponse) => void;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Answers each request with the next reply, and after the last one with an empty object. */
async function serve(...replies: readonly Reply[]): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const reply = replies[seen.length] ?? json(200, {});
    const { method = '', url = '', headers } = request;
    const entry = { method, url, headers, body: '' };
    seen.push(entry);
    entry.body = await text(request).catch(() => '');
    reply(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closers.push(() => server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return (response) => response.writeHead(status, headers).end(JSON.stringify(body));
}

const hangUp: Reply = (response) => void response.destroy();
const never: Reply = () => undefined;
/** What a proxy says in place of the service. */
const page =
  (status: number): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<html>');
const busy = json(503, [{ code: 'overloaded', message: 'The service is busy; nothing was done. Try again.' }]);

function client(baseUrl: string, options: Partial<QuittanceOptions> = {}): Quittance {
  return new Quittance({ baseUrl, apiKey: 'key', secret: 'secret', random: () => 0, ...options });
}

async function failureOf(call: Promise<unknown>): Promise<QuittanceError> {
  const error = await call.then(() => null).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(QuittanceError);
  return error as QuittanceError;
}

const payin = { type: 'in', amount: '1000.00', currency: 'RUB' } as const;

describe('a request', () => {
  it('is signed over the method, the URL as called, the JSON as sent and the time, with SHA-1 and with SHA-256', async () => {
    const { url, seen } = await serve();
    await client(`${url}/`, { now: () => 1_794_765_600_999 }).createInvoice(payin);
    const [request] = seen;
    const signed = `POST${url}/api/merchant/invoices${request?.body}1794765600`;
    expect(request?.headers).toMatchObject({
      'x-identity': 'key',
      'x-timestamp': '1794765600',
      'x-signature': createHmac('sha1', 'secret').update(signed).digest('base64'),
      'x-signature-256': createHmac('sha256', 'secret').update(signed).digest('base64'),
    });
  });

  it('is signed anew for each attempt, with the time of that attempt and the same idempotency key', async () => {
    const { url, seen } = await serve(busy, busy);
    let seconds = 1000;
    await client(url, { now: () => seconds++ * 1000 }).createInvoice(payin);
    expect(seen.map(({ headers }) => headers['x-timestamp'])).toEqual(['1000', '1001', '1002']);
    expect(new Set(seen.map(({ headers }) => headers['x-signature'])).size).toBe(3);
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('goes by the service’s clock once that has refused the time, and gives up when that is no help', async () => {
    const stale = json(401, [{ code: 'timestamp_stale', message: 'late' }], { date: 'Sun, 15 Nov 2026 18:00:00 GMT' });
    const { url, seen } = await serve(stale);
    const quittance = client(url, { now: () => 0 });
    await quittance.createInvoice(payin);
    await quittance.createInvoice(payin);
    expect(seen.map(({ headers }) => headers['x-timestamp'])).toEqual(['0', '1794765600', '1794765600']);
    const other = await serve(stale, stale, stale);
    expect((await failureOf(client(other.url).createInvoice(payin))).code).toBe('timestamp_stale');
    expect(other.seen).toHaveLength(2);
  });

  it('keeps the path of a base URL, and signs what is encoded in its own path and query', async () => {
    const { url, seen } = await serve();
    const quittance = client(`${url}/pay`);
    await quittance.getInvoiceByInternalId('a/b ü?');
    await quittance.listPaymentOptions({ currency: 'R&B' });
    expect(seen.map((one) => one.url)).toEqual([
      '/pay/api/merchant/invoices/internal-id/a%2Fb%20%C3%BC%3F',
      '/pay/api/merchant/payment-options?currency=R%26B',
    ]);
    for (const request of seen) {
      const signed = `GET${url}${request.url}${request.headers['x-timestamp']}`;
      const signature = createHmac('sha1', 'secret').update(signed).digest('base64');
      expect(request.headers['x-signature']).toBe(signature);
    }
  });

  it.each(['', '.', '..'])('is not sent for the ID "%s", which no path can hold', async (id) => {
    const { url, seen } = await serve();
    expect(() => client(url).getInvoice(id)).toThrow(TypeError);
    expect(seen).toEqual([]);
  });

  it('carries the client’s notification URL and token unless the invoice has its own', async () => {
    const { url, seen } = await serve();
    const quittance = client(url, { notificationUrl: 'https://shop.example/hook', notificationToken: 'token' });
    await quittance.createInvoice(payin);
    await quittance.createInvoice({ ...payin, notificationToken: 'own' });
    await client(url).createInvoice(payin);
    expect(seen.map(({ body }) => JSON.parse(body))).toMatchObject([
      { notificationUrl: 'https://shop.example/hook', notificationToken: 'token' },
      { notificationUrl: 'https://shop.example/hook', notificationToken: 'own' },
      { notificationUrl: '', notificationToken: '' },
    ]);
  });

  it('a request with a stream of known size announces it, and with another is sent in chunks', async () => {
    const { url, seen } = await serve();
    const quittance = client(url);
    await quittance.confirmTransfer('id', { content: Readable.from([Buffer.from('text')]), sizeBytes: 4 });
    await quittance.confirmTransfer('id', { content: Readable.from([Buffer.from('text')]) });
    const [sized, chunked] = seen;
    expect(sized?.headers['content-length']).toBe(String(sized?.body.length));
    expect(chunked?.headers['transfer-encoding']).toBe('chunked');
    expect(chunked?.headers['content-length']).toBeUndefined();
    for (const { body } of seen) expect(body).toContain('\r\n\r\ntext\r\n--');
  });
});

describe('a refusal', () => {
  it('is thrown with code, field, status and all faults, and is not repeated', async () => {
    const faults = [
      { code: 'blank', message: 'This value should not be blank.', field: 'amount' },
      { code: 'invalid_choice', message: 'This value should be one of: in, out.', field: 'type' },
    ];
    const { url, seen } = await serve(json(400, faults));
    const error = await failureOf(client(url).createInvoice(payin));
    expect(error).toMatchObject({ code: 'blank', field: 'amount', status: 400, faults, attempts: 1 });
    expect(error.message).toBe('amount: This value should not be blank.');
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['a page of a proxy', 500, '<html>'],
    ['a redirect', 302, ''],
    ['an answer cut off', 200, '{"id": '],
    ['JSON of somebody else', 404, '{"error":"no route"}'],
  ])('a refusal that is %s is an unexpected answer', async (_, status, body) => {
    const { url } = await serve((response) => response.writeHead(status, { location: '/elsewhere' }).end(body));
    const error = await failureOf(client(url).getInvoice('id'));
    expect(error).toMatchObject({ code: 'unexpected_answer', status, field: null, attempts: 1 });
  });

  it.each([
    [500, true],
    [520, true],
    [200, true],
    [302, false],
    [404, false],
  ])('a refusal of %s by somebody else leaves open whether the service has acted: %s', async (status, isOpen) => {
    const { url } = await serve(page(status), page(status));
    const { message } = await failureOf(client(url).createInvoice(payin));
    expect(message.includes('Whether it has acted is not known: call again with the idempotencyKey')).toBe(isOpen);
    // A read changes nothing.
    expect((await failureOf(client(url).getInvoice('id'))).message).not.toContain('acted');
  });
});

describe('a retry', () => {
  it('follows a broken connection, 429 and 503, with the same idempotency key and body', async () => {
    const limited = json(429, [{ code: 'rate_limited', message: 'Too many requests.' }], { 'retry-after': '0' });
    const { url, seen } = await serve(hangUp, limited, busy, json(200, { id: 'done' }));
    const sleeps: number[] = [];
    const sleep = async (ms: number) => void sleeps.push(ms);
    expect(await client(url, { sleep }).createInvoice(payin)).toEqual({ id: 'done' });
    expect(seen).toHaveLength(4);
    expect(new Set(seen.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`)).size).toBe(1);
    expect(seen[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(sleeps).toEqual([0, 0, 0]);
  });

  it.each([502, 504])('follows %s that is not the service’s, with the same idempotency key', async (status) => {
    const { url, seen } = await serve(page(status), json(status, { error: 'no upstream' }), json(200, { id: 'done' }));
    const quittance = client(url, { sleep: async () => undefined });
    expect(await quittance.createInvoice(payin)).toEqual({ id: 'done' });
    expect(new Set(seen.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`)).size).toBe(1);
    expect(seen).toHaveLength(3);
  });

  it.each([502, 503, 504])(
    'says after the last %s that the service may have acted, and leaves its key',
    async (status) => {
      const { url, seen } = await serve(...Array(5).fill(page(status)));
      const error = await failureOf(client(url, { sleep: async () => undefined }).createInvoice(payin));
      const idempotencyKey = seen[4]?.headers['idempotency-key'];
      expect(error).toMatchObject({ code: 'unexpected_answer', status, attempts: 5, idempotencyKey });
      expect(error.message).toContain('Whether it has acted is not known: call again with the idempotencyKey');
    },
  );

  it('does not follow 502 of the service itself, should it ever say so', async () => {
    const { url, seen } = await serve(json(502, [{ code: 'of_a_newer_service', message: 'No.' }]));
    expect(await failureOf(client(url).listAccounts())).toMatchObject({ code: 'of_a_newer_service', status: 502 });
    expect(seen).toHaveLength(1);
  });

  it('leaves its key with the error, so that the next call can be the same act', async () => {
    const { url, seen } = await serve(hangUp, hangUp);
    const quittance = client(url, { retriesMax: 0 });
    const { idempotencyKey } = await failureOf(quittance.createInvoice(payin));
    expect(idempotencyKey).toBe(seen[0]?.headers['idempotency-key']);
    expect(await failureOf(quittance.listAccounts())).toMatchObject({ idempotencyKey: null });
    await quittance.createInvoice(payin, { idempotencyKey: idempotencyKey ?? '' });
    expect(seen[2]?.headers['idempotency-key']).toBe(idempotencyKey);
  });

  it('has another key in the next call, or the one that was given', async () => {
    const { url, seen } = await serve();
    await client(url).cancelInvoice('id');
    await client(url).cancelInvoice('id');
    await client(url).cancelInvoice('id', { idempotencyKey: 'mine' });
    const keys = seen.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('mine');
  });

  it('waits as long as the service asks', async () => {
    const { url } = await serve(json(503, [], { 'retry-after': '7' }));
    const sleeps: number[] = [];
    await client(url, { sleep: async (ms) => void sleeps.push(ms) }).listAccounts();
    expect(sleeps).toEqual([7000]);
  });

  it('does not follow when the service asks for more than a minute', async () => {
    const { url, seen } = await serve(json(503, [{ code: 'x', message: 'x' }], { 'retry-after': '61' }));
    const error = await failureOf(client(url).listAccounts());
    expect(error).toMatchObject({ status: 503, retryAfterMs: 61_000 });
    expect(seen).toHaveLength(1);
  });

  it('ends after the last one allowed, with what happened last', async () => {
    const { url, seen } = await serve(busy, busy, busy, hangUp);
    const error = await failureOf(client(url, { retriesMax: 2, sleep: async () => undefined }).listAccounts());
    expect(error).toMatchObject({ code: 'overloaded', status: 503, attempts: 3 });
    expect(seen).toHaveLength(3);
    expect(await failureOf(client(url, { retriesMax: 0 }).listAccounts())).toMatchObject({ code: 'connection_failed' });
  });

  it('does not follow 500', async () => {
    const { url, seen } = await serve(json(500, [{ code: 'internal', message: 'Internal error.' }]));
    expect(await failureOf(client(url).listAccounts())).toMatchObject({ code: 'internal', status: 500 });
    expect(seen).toHaveLength(1);
  });

  it('does not follow an upload whose stream is used up, and does one that can be opened again', async () => {
    const { url, seen } = await serve(busy, busy);
    const content = () => Readable.from([Buffer.from('text')]);
    await failureOf(client(url).confirmTransfer('id', { content: content() }));
    expect(seen).toHaveLength(1);
    await client(url).confirmTransfer('id', { content });
    expect(seen).toHaveLength(3);
    expect(seen[2]?.body).toContain('text');
  });

  it('does not hide that the file could not be read', async () => {
    const { url } = await serve();
    const content = () => Readable.from(failing());
    await expect(client(url).confirmTransfer('id', { content })).rejects.toThrow('no such file');
  });
});

// biome-ignore lint/correctness/useYield: the file ends before its first byte.
async function* failing(): AsyncGenerator<Uint8Array> {
  throw new Error('no such file');
}

describe('time', () => {
  it('is up after timeoutMs, for each attempt', async () => {
    const { url, seen } = await serve(never, never, never);
    const error = await failureOf(client(url, { timeoutMs: 30, retriesMax: 2 }).listAccounts());
    expect(error).toMatchObject({ code: 'timed_out', status: null, attempts: 3 });
    // Fewer, when a busy machine did not get to a request in time; never more.
    expect(seen.length).toBeLessThanOrEqual(3);
  });

  it('ends with the caller’s signal, also while waiting for the next attempt', async () => {
    const reason = new Error('the customer left');
    const during = new AbortController();
    const between = new AbortController();
    const leave: Reply = () => during.abort(reason);
    const { url, seen } = await serve(leave, busy, busy);
    const call = client(url).listAccounts({ signal: during.signal });
    await expect(call).rejects.toBe(reason);
    // Asked for how long to wait: the first attempt is over.
    const random = () => {
      setImmediate(() => between.abort(reason));
      return 1;
    };
    const waiting = client(url, { random }).listAccounts({ signal: between.signal });
    await expect(waiting).rejects.toBe(reason);
    expect(seen).toHaveLength(2);
  });
});

describe('a client', () => {
  it.each(['ftp://x', 'https://x?y', 'https://x#y'])('refuses the base URL %s', (baseUrl) => {
    expect(() => client(baseUrl)).toThrow(TypeError);
  });

  it('says so when it has no keys', () => {
    expect(() => new Quittance({ baseUrl: 'http://x', apiKey: '', secret: 's' })).toThrow('apiKey');
  });
});
