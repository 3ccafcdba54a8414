import type { lookup } from 'node:dns';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { selfSigned } from '../../test/support/self-signed.ts';
import { Sender } from './sender.ts';

const open: { stop(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.stop();
});

async function serve(listener: RequestListener, secure = false): Promise<{ url: string; server: Server }> {
  const server = secure ? createSecureServer(selfSigned, listener) : createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push({
    stop() {
      server.closeAllConnections();
      server.close();
    },
  });
  return {
    url: `http${secure ? 's' : ''}://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    server: server as Server,
  };
}

/** Patient, where a test is not about time: a busy machine must not make a receiver look dead. */
const patientMs = 50_000;
const impatientMs = 300;

function sender(timeoutMs = patientMs): Sender {
  const made = new Sender({ allowsPrivate: true, timeoutMs, connectionsPerReceiver: 1, clock: Date.now });
  open.push({ stop: () => made.close() });
  return made;
}

const post = (url: string) => ({ url, headers: { 'x-test': 'ü' }, body: '{"name":"жетон"}' });

describe('the sender', () => {
  it('posts the body and the headers as bytes', async () => {
    const seen: unknown[] = [];
    const { url } = await serve((request, response) => {
      request.on('data', (chunk) => seen.push(chunk.toString('utf8'), request.headers['x-test'], request.method));
      request.on('end', () => response.end('taken'));
    });
    expect(await sender().post(post(url))).toMatchObject({ outcome: 'delivered', status: 200, answer: 'taken' });
    expect(seen).toEqual(['{"name":"жетон"}', 'ü', 'POST']);
  });

  it('uses a connection again, and a new one when the receiver has closed it', async () => {
    const sockets = new Set();
    const { url, server } = await serve((request, response) => {
      sockets.add(request.socket);
      request.resume().on('end', () => response.end());
    });
    const kept = sender();
    expect((await kept.post(post(url))).outcome).toBe('delivered');
    expect((await kept.post(post(url))).outcome).toBe('delivered');
    expect(sockets.size).toBe(1);
    server.closeAllConnections();
    expect((await kept.post(post(url))).outcome).toBe('delivered');
    expect(sockets.size).toBe(2);
  });

  it('sends once more when a kept connection is reset under it, and not when a new one is', async () => {
    const requests = new Map<unknown, number>();
    let resetsAt = 2;
    const { url } = await serve((request, response) => {
      const count = (requests.get(request.socket) ?? 0) + 1;
      requests.set(request.socket, count);
      if (count === resetsAt) request.socket.resetAndDestroy();
      else request.resume().on('end', () => response.end());
    });
    const kept = sender();
    expect((await kept.post(post(url))).outcome).toBe('delivered');
    expect((await kept.post(post(url))).outcome).toBe('delivered');
    expect([...requests.values()]).toEqual([2, 1]);
    resetsAt = 1;
    const closed = { outcome: 'unreachable', answer: 'the connection was closed before an answer came' };
    expect(await sender().post(post(url))).toMatchObject(closed);
    expect([...requests.values()]).toEqual([2, 1, 1]);
  });

  it('gives up in time on a receiver that never answers, and on one that never ends its headers', async () => {
    const { url } = await serve(() => undefined);
    const late = { outcome: 'timeout', answer: 'no answer in time' };
    expect(await sender(impatientMs).post(post(url))).toMatchObject(late);
    const drip = createSocketServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('x-more: 1\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    await new Promise<void>((done) => drip.listen(0, '127.0.0.1', done));
    open.push({ stop: () => void drip.close() });
    const port = (drip.address() as AddressInfo).port;
    expect(await sender(impatientMs).post(post(`http://127.0.0.1:${port}/`))).toMatchObject({ outcome: 'timeout' });
  });

  it('gives up in time on a name that is never found', async () => {
    const resolve = (() => undefined) as unknown as typeof lookup;
    const lost = new Sender({
      allowsPrivate: true,
      resolve,
      timeoutMs: impatientMs,
      connectionsPerReceiver: 1,
      clock: Date.now,
    });
    open.push({ stop: () => lost.close() });
    expect(await lost.post(post('http://shop.example/'))).toMatchObject({ outcome: 'timeout', status: null });
  });

  it('hangs up on an answer that is too long, and keeps its beginning', async () => {
    const { url } = await serve((_request, response) => {
      response.on('error', () => undefined);
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(16 * 1024)), 5);
      response.on('close', () => clearInterval(timer));
    });
    const posted = await sender().post(post(url));
    expect(posted).toMatchObject({ outcome: 'delivered', status: 200, answer: 'x'.repeat(2_048) });
    // By itself, and not because the time was over.
    expect(posted.durationMs).toBeLessThan(patientMs);
  });

  it('counts an answer whose text never ends: the status is the answer', async () => {
    const { url } = await serve((_request, response) => void response.writeHead(200).write('half'));
    // Time enough for the first half, also on a busy machine.
    expect(await sender(2_000).post(post(url))).toMatchObject({ outcome: 'delivered', status: 200, answer: 'half' });
  });

  it('refuses headers that are too large', async () => {
    const { url } = await serve(
      (_request, response) => void response.writeHead(200, { big: 'x'.repeat(20_000) }).end(),
    );
    expect(await sender().post(post(url))).toMatchObject({ outcome: 'unreachable', status: null });
  });

  it('follows no redirect', async () => {
    const paths: unknown[] = [];
    const { url } = await serve((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { location: `${url}elsewhere` }).end();
    });
    expect(await sender().post(post(url))).toMatchObject({ outcome: 'refused', status: 307 });
    await delay(50);
    expect(paths).toEqual(['/']);
  });

  it('trusts no certificate without a known authority', async () => {
    const { url } = await serve((_request, response) => response.end(), true);
    const posted = await sender().post(post(url));
    expect(posted).toMatchObject({ outcome: 'unreachable', status: null });
    expect(posted.answer).toMatch(/self-signed certificate/);
  });

  it('keeps the beginning of an answer as text that can be stored', async () => {
    const { url } = await serve((_request, response) => response.end(`a\0b${'ж'.repeat(2_000)}`));
    const { answer } = await sender().post(post(url));
    expect(answer.startsWith('abжж')).toBe(true);
    expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(2_048);
    expect(answer).not.toContain('\ufffd');
  });

  it('says that an address cannot be read instead of failing', async () => {
    expect(await sender().post(post('http://'))).toMatchObject({ outcome: 'unreachable', status: null });
  });

  it('breaks off what is on its way when it is closed', async () => {
    const closing = sender();
    const { url } = await serve(() => closing.close());
    const posted = closing.post(post(url));
    expect(await posted).toMatchObject({ outcome: 'unreachable' });
  });
});
