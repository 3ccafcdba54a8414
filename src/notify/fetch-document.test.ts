import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchDocument } from './fetch-document.ts';

it.each(['https://127.0.0.1/', 'https://[::1]/', 'https://2130706433/', 'https://0x7f.1/', 'https://localhost/'])(
  'does not ask %s',
  async (url) => {
    const limits = { timeoutMs: 1000, bytesMax: 1000, allowsPrivate: false };
    await expect(fetchDocument(url, limits, new AbortController().signal)).rejects.toThrow('private');
  },
);

describe('a server that does not end its answer', () => {
  let server: Server;
  let answers: (response: ServerResponse) => void;
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const limits = { timeoutMs: 50, bytesMax: 1000, allowsPrivate: true };

  beforeAll(async () => {
    server = createServer((_, response) => answers(response));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['not even its head', () => undefined],
    ['its head and nothing more', (response) => void response.writeHead(200).flushHeaders()],
    ['a part of it', (response) => void response.writeHead(200).write('{"price":')],
  ])('is given up after its time when it sends %s', async (_, answer) => {
    answers = answer;
    await expect(fetchDocument(url(), limits, new AbortController().signal)).rejects.toThrow(
      'no answer within 0.05 seconds',
    );
  });

  it('is given up at once when its caller gives up', async () => {
    const stop = new AbortController();
    answers = () => stop.abort();
    await expect(fetchDocument(url(), { ...limits, timeoutMs: 60_000 }, stop.signal)).rejects.toThrow('abort');
  });
});
