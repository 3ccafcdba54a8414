import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { patienceMs } from './limits.ts';
import type { Body } from './merchant-client.ts';

export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly body: Body;
}

type Behaviour = (received: Received, response: ServerResponse) => unknown;

/** A merchant's server that notifications are sent to: it keeps all it gets and answers as the test says. */
export class Receiver {
  readonly #server: Server;
  readonly received: Received[] = [];
  behave: Behaviour = (_received, response) => response.end('ok');

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((done) => receiver.#server.listen(0, '127.0.0.1', done));
    return receiver;
  }

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const received = { path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text) };
        this.received.push(received);
        this.behave(received, response);
      });
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  of(invoiceId: string): readonly Received[] {
    return this.received.filter(({ body }) => body.invoice?.id === invoiceId);
  }

  /** Waits until that many have come. */
  async until(count: number, what: () => readonly Received[] = () => this.received): Promise<readonly Received[]> {
    await eventually(() => what().length >= count, `${count} notifications`);
    return what();
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}

/** Waits for something that happens by itself. Generous: what is tested is that it happens, not how fast. */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  what: string,
  timeoutMs = patienceMs(),
): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > deadlineMs) throw new Error(`gave up waiting for ${what}`);
    await delay(10);
  }
}

/** Drops what waits to be sent, in the order in which the service locks it: the two may meet. */
export async function dropDeliveries(pool: pg.Pool): Promise<void> {
  await pool.query(`with held as materialized (
      select invoice_id from delivery_queue order by invoice_id for update
    ) delete from delivery_queue q using held where q.invoice_id = held.invoice_id`);
}
