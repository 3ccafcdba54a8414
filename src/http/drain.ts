import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * Before a service stops, those who send it requests have to learn that they should ask another process. While it drains, it
 * says so to proxies, answers as always, and closes each connection with the answer.
 */
export class Drain {
  #isOn = false;

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Drains for so long; requests that arrive in that time are served. */
  async run(forMs: number): Promise<void> {
    this.#isOn = true;
    await delay(forMs);
  }
}

export function closeConnectionsWhileDraining(app: FastifyInstance, drain: Drain): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (drain.isOn) reply.header('connection', 'close');
    done();
  });
}
