import type pg from 'pg';
import { connect } from './connection.ts';

interface ChannelListener {
  readonly name: string;
  /** Somebody else has sent this; what is sent through this very channel it does not hear itself. */
  readonly heard: (payload: string) => void;
  /** Whenever it listens anew, the first time included: what was sent meanwhile was missed. */
  readonly listening: () => void;
}

const reconnectPauseMs = 1_000;

/** One connection that listens to what processes on the same database tell each other, for as long as it is not stopped. */
export class Channel {
  readonly #connectionString: () => string;
  readonly #listeners = new Map<string, ChannelListener>();
  #client: pg.Client | null = null;
  #isStopped = false;
  #timer: NodeJS.Timeout | null = null;
  #turn: Promise<void> = Promise.resolve();

  constructor(connectionString: () => string) {
    this.#connectionString = connectionString;
  }

  /** Before it is started. */
  add(listener: ChannelListener): void {
    this.#listeners.set(listener.name, listener);
  }

  /** Returns when it listens, or has failed once and will try again by itself. */
  async start(): Promise<void> {
    try {
      const client = await connect(this.#connectionString(), 'admin');
      if (this.#isStopped) return void (await client.end());
      client.on('notification', ({ channel, payload, processId }) => {
        if (processId !== ownProcessId(client)) this.#listeners.get(channel)?.heard(payload ?? '');
      });
      client.once('end', () => this.#again());
      this.#client = client;
      for (const name of this.#listeners.keys()) await client.query(`listen ${name}`);
      for (const listener of this.#listeners.values()) listener.listening();
    } catch {
      this.#again();
    }
  }

  /**
   * One statement for all payloads, each of less than 8,000 bytes. Fails when the connection is not there. Those who share the
   * connection take turns: the driver wants one statement at a time.
   */
  send(name: string, payloads: readonly string[]): Promise<void> {
    const sent = this.#turn.then(() => this.#sendNow(name, payloads));
    this.#turn = sent.catch(() => undefined);
    return sent;
  }

  async #sendNow(name: string, payloads: readonly string[]): Promise<void> {
    if (this.#client === null) throw new Error(`nobody listens to ${name} yet`);
    await this.#client.query({
      name: 'notify',
      text: 'select pg_notify($1, payload) from unnest($2::text[]) payload',
      values: [name, payloads],
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#client?.end().catch(() => undefined);
  }

  #again(): void {
    const lost = this.#client;
    this.#client = null;
    void lost?.end().catch(() => undefined);
    if (this.#isStopped || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.start();
    }, reconnectPauseMs);
  }
}

/** The driver keeps the number of the server's process behind the connection; its types do not say so. */
function ownProcessId(client: pg.Client): number {
  return (client as unknown as { processID: number }).processID;
}
