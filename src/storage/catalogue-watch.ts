import type pg from 'pg';
import { connect } from './connection.ts';

const channel = 'quittance_catalogue';
const pauseMs = 1_000;

/**
 * Calls back when somebody changes the catalogue, in this process or another. It only saves time: every batch compares
 * versions anyway. After a lost connection it listens anew and calls back once, because a change may have been missed.
 */
export class CatalogueWatch {
  readonly #connectionString: () => string;
  readonly #changed: () => void;
  #client: pg.Client | null = null;
  #isStopped = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(connectionString: () => string, changed: () => void) {
    this.#connectionString = connectionString;
    this.#changed = changed;
  }

  async start(): Promise<void> {
    try {
      const client = await connect(this.#connectionString(), 'admin');
      if (this.#isStopped) return void (await client.end());
      this.#client = client;
      client.on('notification', () => this.#changed());
      client.once('end', () => this.#again());
      await client.query(`listen ${channel}`);
      this.#changed();
    } catch {
      this.#again();
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#client?.end().catch(() => undefined);
  }

  #again(): void {
    if (this.#isStopped || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.start();
    }, pauseMs);
  }
}
