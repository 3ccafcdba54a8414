import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { newDataFolder } from '../../../scripts/data-folder.ts';
import { readConfig } from '../../../src/config/config.ts';
import { demoSecrets } from '../../../src/domain/installation/demo-secrets.ts';
import { type Service, startService } from '../../../src/service.ts';
import { connect, createPool } from '../../../src/storage/database/connection.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../src/storage/embedded/embedded-postgres.ts';
import { templateDatabase } from '../../support/database.ts';
import { patientAddress } from '../../support/limits.ts';
import { MerchantClient } from '../../support/merchant-client.ts';
import { untilBooksAreOpen } from '../../support/open-books.ts';
import { makeTemplate } from '../../support/server.ts';

/** A PostgreSQL server that only this test file uses, so that it may be stopped, frozen and killed. */
export class OwnServer {
  readonly #folder: string;
  #server: EmbeddedPostgres;
  #databases = 0;

  static async start(): Promise<OwnServer> {
    const folder = await newDataFolder('quittance-own-server-');
    const server = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
    await makeTemplate(server);
    return new OwnServer(folder, server);
  }

  private constructor(folder: string, server: EmbeddedPostgres) {
    this.#folder = folder;
    this.#server = server;
  }

  async stop(): Promise<void> {
    await this.#server.stop();
  }

  async startAgain(): Promise<void> {
    this.#server = await startEmbeddedPostgres({ dataDir: this.#folder, log: () => undefined });
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** The main process and all its children. */
  get processes(): number[] {
    const children = readdirSync('/proc').filter((name) => {
      try {
        return /^\d+$/.test(name) && parentOf(name) === this.#server.pid;
      } catch {
        return false;
      }
    });
    return [this.#server.pid, ...children.map(Number)];
  }

  /** The service in this process, on a new database of this server: what it leaves unhandled fails the test. */
  async openShop(env: Record<string, string> = {}): Promise<OwnShop> {
    return await this.#open(env, (url) => url);
  }

  /** It waits for a lock for a second, where others wait five. */
  async openHastyShop(): Promise<OwnShop> {
    return await this.#open({}, (url) => `${url}&options=-c%20lock_timeout%3D1s`);
  }

  /** It waits for locks for as long as a statement may take, so that a test can hold one while it prepares something. */
  async openPatientShop(env: Record<string, string> = {}): Promise<OwnShop> {
    return await this.#open(env, patientAddress);
  }

  async #open(env: Record<string, string>, reach: (url: string) => string): Promise<OwnShop> {
    this.#databases += 1;
    const name = `shop_${this.#databases}`;
    const admin = await connect(this.#server.connectionString, 'admin');
    await admin.query(`create database ${name} template ${templateDatabase}`);
    await admin.end();
    const at = (one: string) => one.replace('/quittance?', `/${name}?`);
    const url = at(this.#server.connectionString);
    const dataDir = join(this.#folder, `${name}-data`);
    const config = readConfig({
      PORT: '0',
      QUITTANCE_MODE: 'sandbox',
      DATABASE_URL: reach(at(this.#server.workConnectionString)),
      DATABASE_OWNER_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      SANDBOX_FATES: 'off',
      ...env,
    });
    const service = await startService(config);
    await untilBooksAreOpen(service.url);
    return {
      service,
      client: new MerchantClient(service.url, demoSecrets.apiKeys[0], demoSecrets.merchantSecret),
      pool: createPool(url.replace('quittance@', 'postgres@'), 4),
      url,
    };
  }
}

export interface OwnShop {
  readonly service: Service;
  readonly client: MerchantClient;
  /** A look past the service, and a hand: as a superuser, who may end connections. */
  readonly pool: pg.Pool;
  readonly url: string;
}

export async function closeShop({ service, pool }: OwnShop): Promise<void> {
  await service.stop();
  await pool.end();
}

/** Waits for what takes as long as it takes; the test's own time limit is the end of patience. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(10);
}

export async function isReady({ service }: OwnShop): Promise<boolean> {
  return (await fetch(`${service.url}/readyz`)).ok;
}

function parentOf(pid: string): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop() ?? '';
  return Number(afterName.split(' ')[1]);
}
