import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventStream } from './event-stream.ts';

let server: Server;
let answered: (answer: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((_request, answer) => answered(answer)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** A stream, and who reads it. */
async function open(): Promise<{ stream: EventStream; reader: IncomingMessage; answer: ServerResponse }> {
  const { port } = server.address() as AddressInfo;
  const asked = request({ port, host: '127.0.0.1', agent: false });
  asked.on('error', () => undefined).end();
  const answer = await new Promise<ServerResponse>((resolve) => {
    answered = resolve;
  });
  const stream = new EventStream(answer, { 'x-one': 'two' });
  const [reader] = (await once(asked, 'response')) as [IncomingMessage];
  reader.setEncoding('utf8').on('error', () => undefined);
  return { stream, reader, answer };
}

async function readUntil(reader: IncomingMessage, end: string): Promise<string> {
  let text = '';
  for await (const chunk of reader.iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.endsWith(end)) return text;
  }
  return text;
}

describe('a stream', () => {
  it('begins with the headers given and how soon to come back, then says what happens', async () => {
    const { stream, reader } = await open();
    expect(reader.headers).toMatchObject({ 'x-one': 'two', 'content-type': 'text/event-stream; charset=utf-8' });
    stream.send({ name: 'invoice', id: 'one', data: '{"a":1}' });
    stream.send({ name: 'changed', data: '{"b":2}' });
    const events = 'id: one\nevent: invoice\ndata: {"a":1}\n\nevent: changed\ndata: {"b":2}\n\n';
    expect(await readUntil(reader, '2}\n\n')).toBe(`retry: 2000\n\n${events}`);
  });

  it('says that it is there when nothing was said for half a minute', async () => {
    const beforeMs = performance.now();
    const { stream, reader } = await open();
    stream.beat(beforeMs + 20_000);
    stream.beat(performance.now() + 30_000);
    expect(await readUntil(reader, ':\n\n')).toBe('retry: 2000\n\n:\n\n');
  });

  it('ends when it is an hour old', async () => {
    const { stream, reader } = await open();
    stream.beat(performance.now() + 61 * 60_000);
    expect(await readUntil(reader, 'never')).toBe('retry: 2000\n\n');
  });

  it('lets a reader go who does not read, and never waits for one', async () => {
    const { stream, reader, answer } = await open();
    reader.pause();
    const closed = new Promise<void>((resolve) => stream.onClose(resolve));
    const data = 'x'.repeat(16_000);
    let sent = 0;
    // The kernel takes a few megabytes before anything piles up with us.
    for (; sent < 5_000 && !answer.destroyed; sent++) {
      stream.send({ name: 'a', id: String(sent), data });
      if (sent % 50 === 0) await new Promise(setImmediate);
    }
    await closed;
    expect(sent).toBeLessThan(5_000);
    expect(answer.writableLength).toBeLessThan(200_000);
    stream.send({ name: 'a', id: 'late', data });
    stream.beat(performance.now() + 20_000);
  });

  it('tells of its end also when that was before the first listener', async () => {
    const { stream, reader, answer } = await open();
    reader.destroy();
    await once(answer, 'close');
    let isOver = false;
    stream.onClose(() => {
      isOver = true;
    });
    expect(isOver).toBe(true);
  });
});
