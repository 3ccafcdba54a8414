import { setTimeout as delay } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../embedded/embedded-postgres.ts';
import type { Addresses } from '../installation/migrate.ts';
import { connect } from './connection.ts';
import { requireOwnSession, SharedSession } from './own-session.ts';

/** The database the service uses: somebody's server by URL, or our own embedded one, restarted when it dies. */
export interface Database {
  /** Of the role that the service works under. May change when the embedded server was restarted; ask each time. */
  connectionString(): string;
  /** Of the role that owns the schema; null where only one role is known. */
  ownerConnectionString(): string | null;
  readonly kind: 'embedded' | 'server';
  stop(): Promise<void>;
}

const restartPauseMs = 500;

export async function openDatabase(
  options: EmbeddedPostgresOptions & { readonly url: string | null; readonly ownerUrl: string | null },
): Promise<Database> {
  const { url, ownerUrl } = options;
  if (url === null) return await EmbeddedDatabase.start(options);
  await assertReachable('DATABASE_URL', url);
  if (ownerUrl !== null) await assertReachable('DATABASE_OWNER_URL', ownerUrl);
  return {
    kind: 'server',
    connectionString: () => url,
    ownerConnectionString: () => ownerUrl,
    stop: async () => undefined,
  };
}

export function addressesOf(database: Database): Addresses {
  return { url: database.connectionString(), ownerUrl: database.ownerConnectionString() };
}

/** Once at the start, for words that a person understands. Later outages are survived. */
async function assertReachable(setting: string, url: string): Promise<void> {
  try {
    const client = await connect(url, 'admin');
    await requireOwnSession(client, url).finally(() => client.end());
  } catch (error) {
    if (error instanceof SharedSession) throw error;
    // A host with several addresses gives several reasons, and no message for all of them together.
    const reasons = error instanceof AggregateError ? error.errors : [error];
    const words = reasons.map((reason) => (reason instanceof Error ? reason.message : String(reason)));
    throw new Error(
      `The database of ${setting} cannot be reached: ${words.join(', ')}. Start that server, correct ${setting}, or ` +
        (setting === 'DATABASE_URL' ? 'leave it empty for the embedded one.' : 'leave it empty.'),
    );
  }
}

class EmbeddedDatabase implements Database {
  readonly kind = 'embedded';
  readonly #options: EmbeddedPostgresOptions;
  #server: EmbeddedPostgres;
  #restarting: Promise<void> | null = null;
  #isStopped = false;

  static async start(options: EmbeddedPostgresOptions): Promise<EmbeddedDatabase> {
    return new EmbeddedDatabase(options, await startEmbeddedPostgres(options));
  }

  private constructor(options: EmbeddedPostgresOptions, server: EmbeddedPostgres) {
    this.#options = options;
    this.#server = server;
    this.#watch();
  }

  connectionString(): string {
    return this.#server.workConnectionString;
  }

  ownerConnectionString(): string {
    return this.#server.connectionString;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#restarting;
    await this.#server.stop();
  }

  #watch(): void {
    void this.#server.exited.then(() => {
      if (!this.#isStopped) this.#restarting = this.#restart();
    });
  }

  /** Tried until it works or the service stops: until then every request is refused with a clear 503. */
  async #restart(): Promise<void> {
    while (!this.#isStopped) {
      try {
        this.#options.log('the embedded PostgreSQL ended; starting it again');
        this.#server = await startEmbeddedPostgres(this.#options);
        return this.#watch();
      } catch (error) {
        this.#options.log(`the embedded PostgreSQL does not start: ${error instanceof Error ? error.message : error}`);
        await delay(restartPauseMs);
      }
    }
  }
}
