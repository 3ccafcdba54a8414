import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { expect, inject } from 'vitest';
import { demoSecrets } from '../../src/domain/installation/demo-secrets.ts';
import { connect, createPool } from '../../src/storage/database/connection.ts';
import { findViolations } from '../../src/storage/ledger/ledger-laws.ts';

export const templateDatabase = 'quittance_template';
export const demoMasterKey = Buffer.from(demoSecrets.masterKeyHex, 'hex');

export interface TestDatabase {
  /** Of the work role, as the service's. */
  readonly url: string;
  readonly pool: pg.Pool;
  /** Of the role that owns the schema: for tests that break what the work role cannot. */
  readonly ownerUrl: string;
  readonly owner: pg.Pool;
  drop(): Promise<void>;
}

/** A database of the test's own: the schema and the demo world, nothing else. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, ownerUrl, create, drop } = ownDatabase();
  await create(templateDatabase);
  const pool = createPool(url, 4);
  const owner = createPool(ownerUrl, 2);
  return {
    url,
    pool,
    ownerUrl,
    owner,
    async drop() {
      await pool.end();
      await owner.end();
      await drop();
    },
  };
}

/** A database that is made when the test says so: empty, or a copy of a template. */
export function ownDatabase(): {
  readonly url: string;
  readonly ownerUrl: string;
  create(template?: string): Promise<void>;
  drop(): Promise<void>;
} {
  const serverUrl = inject('serverUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const at = (url: string) => url.replace('/quittance?', `/${name}?`);
  return {
    url: at(inject('workUrl')),
    ownerUrl: at(serverUrl),
    // Copied as files, which is less work for the server than page by page through its log. Rights on the database itself
    // are not copied with a template.
    create: async (template = 'template1') => {
      await untilUnused(serverUrl, `create database ${name} template ${template} strategy file_copy`);
      await admin(serverUrl, `revoke temporary on database ${name} from public`);
    },
    drop: () => untilUnused(serverUrl, `drop database ${name} with (force)`),
  };
}

const triesMax = 50;

/** Its own autovacuum, which the server does not let us end; and sessions that take longer to end than the server waits (5 s). */
const isStillUsed = new Set(['42501', '55006']);

/** Who is still at work there is gone soon. */
async function untilUnused(serverUrl: string, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await admin(serverUrl, statement);
    } catch (error) {
      if (!isStillUsed.has((error as { code?: string }).code ?? '') || attempt === triesMax) throw error;
      await delay(200);
    }
  }
}

/** How many sessions of the database wait for somebody's lock. */
export async function countLockWaiters(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}

/** Every test that moves money ends with this. */
export async function expectLawsHold(pool: pg.Pool): Promise<void> {
  expect(await findViolations(pool)).toEqual([]);
}

/** A balance that no transfer explains. The database refuses it, so its triggers are off for as long as it takes. */
export async function spoilBalance(owner: pg.Pool, accountId: number, amount: bigint | number): Promise<void> {
  await owner.query(`begin;
    alter table accounts disable trigger user;
    update accounts set balance = balance + ${amount} where id = ${accountId};
    alter table accounts enable trigger user;
    commit`);
}

async function admin(serverUrl: string, ...statements: readonly string[]): Promise<void> {
  const client = await connect(serverUrl, 'admin');
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
