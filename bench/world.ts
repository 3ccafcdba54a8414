import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newDataFolder } from '../scripts/data-folder.ts';
import { demoSecrets } from '../src/domain/installation/demo-secrets.ts';
import { connect } from '../src/storage/database/connection.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/storage/embedded/embedded-postgres.ts';
import { prepareSchema } from '../src/storage/installation/migrate.ts';
import { checkLaws as checkAllLaws } from '../src/storage/ledger/ledger-laws.ts';
import { SecretBox } from '../src/storage/secrets/secret-box.ts';
import { createDemoWorld } from '../src/storage/settings/sandbox/demo-world.ts';
import { Serials } from './amounts.ts';
import { BenchFailure } from './failure.ts';
import { readTreeMs } from './processor-time.ts';

/** The database every other one is copied from: migrated, with the demo world. */
const demoTemplate = 'bench_demo';

/** A database of one round, or of one claim. */
export interface BenchDatabase {
  readonly name: string;
  /** Of the owner, who fills it and measures. */
  readonly url: string;
  /** Of the role that the service works under. */
  readonly workUrl: string;
  readonly serials: Serials;
}

/**
 * One embedded server for the whole run, started as the service starts its own, with the same settings. It belongs to the
 * bench and not to the service under test, so that pgbench has the same server, and each round a database without history.
 */
export class World {
  readonly folder: string;
  readonly #server: EmbeddedPostgres;

  static async open(log: (message: string) => void): Promise<World> {
    const folder = await newDataFolder('quittance-bench-');
    const server = await startEmbeddedPostgres({
      dataDir: join(folder, 'data'),
      log,
      // The default leaves no room for pgbench with 128 clients. It changes nothing else.
      settings: { max_connections: '200' },
    });
    const world = new World(folder, server);
    try {
      const { url, workUrl } = await world.create(demoTemplate, 'template1');
      await prepareSchema({ url: workUrl, ownerUrl: url });
      await createDemoWorld(url, new SecretBox(Buffer.from(demoSecrets.masterKeyHex, 'hex')), { hasRewards: false });
      return world;
    } catch (error) {
      await world.close();
      throw error;
    }
  }

  private constructor(folder: string, server: EmbeddedPostgres) {
    this.folder = folder;
    this.#server = server;
  }

  /** A new database like the template. */
  async create(name: string, template: string = demoTemplate): Promise<BenchDatabase> {
    await this.#run(`create database ${name} template ${template}`);
    const at = (url: string) => url.replace(`/${this.#server.database}?`, `/${name}?`);
    const { connectionString, workConnectionString } = this.#server;
    return { name, url: at(connectionString), workUrl: at(workConnectionString), serials: new Serials() };
  }

  /** Without `force`: the server then ends an autovacuum that works there, and waits for connections just closed. */
  async drop({ name }: BenchDatabase): Promise<void> {
    await this.#run(`drop database ${name}`);
  }

  /** Before each window, so that none pays for the pages another one changed. */
  async checkpoint(): Promise<void> {
    await this.#run('checkpoint');
  }

  async serverVersion(): Promise<string> {
    const client = await connect(this.#server.connectionString, 'admin');
    const { rows } = await client.query('show server_version');
    await client.end();
    return rows[0].server_version;
  }

  /** Processor time that the server and all its processes have used so far. */
  async processorMs(): Promise<number> {
    return await readTreeMs(this.#server.pid);
  }

  async close(): Promise<void> {
    await this.#server.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #run(statement: string): Promise<void> {
    const client = await connect(this.#server.connectionString, 'admin');
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }
}

interface Counts {
  readonly invoices: number;
  readonly deals: number;
}

export async function countRows({ url }: BenchDatabase): Promise<Counts> {
  const client = await connect(url, 'admin');
  const { rows } = await client.query(
    'select (select count(*) from invoices)::int as invoices, (select count(*) from deals)::int as deals',
  );
  await client.end();
  return rows[0];
}

/** A run counts only when every invoice answered for is there, each with its deal, and the laws of the books hold. */
export async function checkBooks(database: BenchDatabase, before: Counts, created: number): Promise<void> {
  const after = await countRows(database);
  for (const table of ['invoices', 'deals'] as const) {
    const added = after[table] - before[table];
    if (added !== created)
      throw new BenchFailure(`${created} invoices were answered for, ${added} ${table} are stored`);
  }
  await checkLaws(database);
}

export async function checkLaws(database: BenchDatabase): Promise<void> {
  const { violations } = await checkAllLaws(database.url);
  if (violations.length > 0) {
    const lines = violations.map(({ law, subject, detail }) => `  ${law}: ${subject} (${detail})`);
    throw new BenchFailure(`the books do not balance:\n${lines.join('\n')}`);
  }
}
