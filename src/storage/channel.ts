import type pg from 'pg';
import { connect } from './connection.ts';

export interface ChannelOptions {
  readonly connectionString: () => string;
  readonly name: string;
  /** Somebody else has sent this; what is sent through this very channel it does not hear itself. */
  readonly heard: (payload: string) => void;
  /** Whenever it listens anew, the first time included: what was sent meanwhile was missed. */
  readonly listening: () => void;
}

const reconnectPauseMs = 1_000;

/** One connection that listens to what processes on the same database tell each other, for as long as it is not stopped. */
export class Channel {
  readonly #options: ChannelOptions;
  #client: pg.Client | null = null;
  #isStopped = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: ChannelOptions) {
    this.#options = options;
  }

  /** Returns when it listens, or has failed once and will try again by itself. */
  async start(): Promise<void> {
    try {
      const client = await connect(this.#options.connectionString(), 'admin');
      if (this.#isStopped) return void (await client.end());
      client.on('notification', ({ payload, processId }) => {
        if (processId !== ownProcessId(client)) this.#options.heard(payload ?? '');
      });
      client.once('end', () => this.#again());
      this.#client = client;
      await client.query(`listen ${this.#options.name}`);
      this.#options.listening();
    } catch {
      this.#again();
    }
  }

  /** One statement for all payloads, each of less than 8,000 bytes. Fails when the connection is not there. */
  async send(payloads: readonly string[]): Promise<void> {
    if (this.#client === null) throw new Error(`nobody listens to ${this.#options.name} yet`);
    await this.#client.query({
      name: 'notify',
      text: 'select pg_notify($1, payload) from unnest($2::text[]) payload',
      values: [this.#options.name, payloads],
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
