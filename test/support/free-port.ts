import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Below the ports that systems give by themselves (from 32768 on Linux), and above those of well-known programs. */
const [firstPort, lastPort] = [15_000, 31_000];

/**
 * A port that nobody listens on now, for a program that has to be told one. Not one that the system would give: until the
 * program has started, and while it is restarted, the system would give it to the next server of another test.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort, lastPort);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const isOpen = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (isOpen) await new Promise((done) => server.close(done));
  return isOpen;
}

const pollMs = 20;

/** A program has to be loaded first, which takes many seconds on a busy machine. */
const startMaxMs = 120_000;

/** Until something answers there. */
export async function untilAnswered(url: string): Promise<void> {
  const deadlineMs = performance.now() + startMaxMs;
  while (
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  ) {
    if (performance.now() > deadlineMs) throw new Error(`nothing answers at ${url}`);
    await delay(pollMs);
  }
}
