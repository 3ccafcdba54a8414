import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendParts } from './parts.ts';

const idleMs = 500;
let app: FastifyInstance;
let isOver = false;

/** More than all buffers on the way hold, so that somebody has to read. */
async function* endless(): AsyncGenerator<Buffer> {
  try {
    for (;;) yield Buffer.alloc(1024 * 1024);
  } finally {
    isOver = true;
  }
}

beforeAll(async () => {
  app = Fastify({ forceCloseConnections: true });
  app.get('/', (_request, reply) => sendParts(reply, { name: 'x', type: 'text/plain', parts: endless() }, idleMs));
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

async function ask(): Promise<Socket> {
  isOver = false;
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return socket;
}

it('a file whose reader takes nothing is not held for them', async () => {
  const socket = await ask();
  await expect.poll(() => isOver, { timeout: 60_000 }).toBe(true);
  socket.destroy();
});
