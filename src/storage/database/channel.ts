import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { connect } from './connection.ts';

interface ChannelListener {
  readonly name: string;
  /** Another process has sent this; a channel does not hear what it sends itself. */
  readonly heard: (payload: string) => void;
  /** Called whenever it begins to listen, the first time included: everything sent before was missed. */
  readonly listening: () => void;
}

const reconnectPauseMs = 250;

/** One connection that listens to what processes on the same database tell each other, for as long as it is not stopped. */
export class Channel {
  readonly #connectionString: () => string;
  readonly #heartbeatMs: number;
  readonly #listeners = new Map<string, ChannelListener>();
  #client: pg.Client | null = null;
  #isStopped = false;
  #timer: NodeJS.Timeout | null = null;
  #heartbeat: NodeJS.Timeout | undefined;
  #isBeating = false;
  #turn: Promise<void> = Promise.resolve();

  constructor(connectionString: () => string, heartbeatMs = 5_000) {
    this.#connectionString = connectionString;
    this.#heartbeatMs = heartbeatMs;
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
      // Not what the driver was told when it connected: behind a pooler that is the pooler's number.
      const own = (await client.query('select pg_backend_pid() as pid')).rows[0].pid;
      client.on('notification', ({ channel, payload, processId }) => {
        if (processId !== own) this.#listeners.get(channel)?.heard(payload ?? '');
      });
      client.once('end', () => {
        if (this.#client === client) this.#again();
      });
      this.#client = client;
      for (const name of this.#listeners.keys()) await client.query(`listen ${name}`);
      for (const listener of this.#listeners.values()) listener.listening();
      this.#heartbeat = setInterval(() => void this.#beat(client), this.#heartbeatMs);
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

  /**
   * A listener only waits, so a server that stands still, or is gone without a word, would look like one on which nothing
   * happens. One that does not answer in time is left.
   */
  async #beat(client: pg.Client): Promise<void> {
    if (this.#isBeating) return;
    this.#isBeating = true;
    const answered = this.send('quittance_heartbeat', []).then(
      () => true,
      () => false,
    );
    const isAlive = await Promise.race([answered, delay(this.#heartbeatMs, false, { ref: false })]);
    this.#isBeating = false;
    if (!isAlive && this.#client === client) this.#again();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    clearInterval(this.#heartbeat);
    await this.#client?.end().catch(() => undefined);
  }

  #again(): void {
    const lost = this.#client;
    this.#client = null;
    clearInterval(this.#heartbeat);
    // Those who wait for an answer of the lost connection are not waited for.
    this.#turn = Promise.resolve();
    void lost?.end().catch(() => undefined);
    if (this.#isStopped || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.start();
    }, reconnectPauseMs);
  }
}
