import type pg from 'pg';
import { breakOff, connect } from './connection.ts';

const knockMs = 5_000;
/** One may fail because the server has no connection left for it. */
const failuresMax = 2;

/**
 * Work on a connection of its own that may take as long as it likes. It must still end when its server stands still or is cut off,
 * which says nothing. So another connection knocks at the same server; without an answer the connection is broken off, and the
 * work fails like any other that lost its connection.
 */
export async function onWatchedConnection<Value>(
  connectionString: string,
  work: (client: pg.Client, rest: Rest) => Promise<Value>,
  everyMs = knockMs,
): Promise<Value> {
  const client = await connect(connectionString, 'admin');
  const watch = new Watch(client, connectionString, everyMs);
  try {
    return await work(client, (pause) => watch.rest(pause));
  } finally {
    watch.end();
    await client.end().catch(() => undefined);
  }
}

/** Waits for something other than the server. It is not knocked at in that time: each knock is a new process there. */
export type Rest = (pause: Promise<unknown>) => Promise<void>;

class Watch {
  readonly #client: pg.Client;
  readonly #connectionString: string;
  readonly #timer: NodeJS.Timeout;
  #failures = 0;
  #isKnocking = false;
  #isResting = false;

  constructor(client: pg.Client, connectionString: string, everyMs: number) {
    this.#client = client;
    this.#connectionString = connectionString;
    this.#timer = setInterval(() => void this.#knock(), everyMs);
  }

  async rest(pause: Promise<unknown>): Promise<void> {
    this.#isResting = true;
    await pause.finally(() => {
      this.#isResting = false;
    });
  }

  end(): void {
    clearInterval(this.#timer);
  }

  async #knock(): Promise<void> {
    if (this.#isKnocking || this.#isResting) return;
    this.#isKnocking = true;
    try {
      await (await connect(this.#connectionString, 'admin')).end();
      this.#failures = 0;
    } catch {
      this.#failures += 1;
      if (this.#failures >= failuresMax) breakOff(this.#client);
    } finally {
      this.#isKnocking = false;
    }
  }
}
