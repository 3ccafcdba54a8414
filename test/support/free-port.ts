import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A port that nobody listens on now, for a program that has to be told one. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const pollMs = 20;

/** Until something answers there. */
export async function untilAnswered(url: string, timeoutMs = 30_000): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs;
  while (!(await fetch(url).then(isAnswer, () => false))) {
    if (performance.now() > deadlineMs) throw new Error(`nothing answers at ${url}`);
    await delay(pollMs);
  }
}

function isAnswer(response: Response): boolean {
  return response.status > 0;
}
