import { randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { writeBackup } from '../../src/storage/backup/backup.ts';
import type { Manifest } from '../../src/storage/backup/backup-manifest.ts';
import { restoreBackup } from '../../src/storage/backup/restore.ts';
import { connect, createPool } from '../../src/storage/connection.ts';
import { openFileReceiptStore } from '../../src/storage/receipts/receipts-files.ts';
import { expectLawsHold } from '../support/database.ts';
import { pngReceipt } from '../support/merchant-client.ts';
import { patiently } from '../support/patience.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Enough that the backup runs beside batches of every kind. */
const callersAtOnce = 8;

describe('a backup taken under load', () => {
  let service: TestService;
  let folder: string;
  let dataDir: string;
  let manifest: Manifest;
  let receiptHash: string;
  const target = emptyDatabase();

  beforeAll(async () => {
    service = await startTestService();
    folder = join(await mkdtemp(join(tmpdir(), 'quittance-backup-')), 'backup');
    dataDir = await mkdtemp(join(tmpdir(), 'quittance-restored-'));
    await target.create();
    await backUpUnderLoad();
  });
  afterAll(async () => {
    await service.stop();
    await target.drop();
    await rm(join(folder, '..'), { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  });

  async function backUpUnderLoad(): Promise<void> {
    const paid = await service.shop.createPayin({ startDeal: true });
    await service.shop.confirm(paid.body.id, Buffer.concat([pngReceipt, randomBytes(20_000)]));
    const load = startLoad(service);
    await patiently(() => expect(load.done()).toBeGreaterThan(100));
    const before = load.done();
    const receipts = await openFileReceiptStore({ dataDir: service.dataDir, now: Date.now });
    const options = { connectionString: service.db.url, receipts, folder, progress: () => undefined, now: Date.now };
    manifest = await writeBackup(options);
    const after = load.done();
    await load.stop();
    expect(after).toBeGreaterThan(before);
    const { rows } = await service.db.pool.query(`select attachments->0->>'sha256' as hash from deals where id = $1`, [
      paid.body.id,
    ]);
    receiptHash = rows[0].hash;
    await service.db.pool.query(`insert into audit_log (at, actor, action, subject_kind, subject_id)
      values (now(), 'test', 'after the backup', 'test', '1')`);
  }

  it('restores to books that balance, with the rows of the manifest and the receipts', async () => {
    const progress: string[] = [];
    const receipts = await openFileReceiptStore({ dataDir, now: Date.now });
    const report = await restoreBackup({
      connectionString: target.url,
      receipts,
      folder,
      progress: (text) => progress.push(text),
    });
    expect(report.laws.violations).toEqual([]);
    expect(progress.length).toBeGreaterThan(20);
    const pool = createPool(target.url, 2);
    try {
      await expectLawsHold(pool);
      expect(await countAll(pool, manifest)).toEqual(manifest.tables.map(({ name, rows }) => [name, rows]));
      expect(manifest.tables.find(({ name }) => name === 'invoices')?.rows).toBeGreaterThan(100);
    } finally {
      await pool.end();
    }
    const receipt = await receipts.open(receiptHash);
    expect(receipt?.sizeBytes).toBe(pngReceipt.length + 20_000);
    receipt?.stream.destroy();
  });

  it('restores to a database that works on: triggers, IDs and the append-only tables', async () => {
    const client = await connect(target.url, 'admin');
    try {
      await expect(client.query('delete from transfers')).rejects.toThrow('append-only');
      const { rows } = await client.query(`insert into audit_log (at, actor, action, subject_kind, subject_id)
        values (now(), 'test', 'after the restore', 'test', '1') returning id`);
      const entries = manifest.tables.find(({ name }) => name === 'audit_log')?.rows ?? 0;
      expect(Number(rows[0].id)).toBeGreaterThan(entries);
      const before = await client.query('select version from catalogue_version');
      await client.query(`update stores set name = 'Renamed' where id = 1`);
      const after = await client.query('select version from catalogue_version');
      expect(after.rows[0].version).toBe(before.rows[0].version + 1n);
    } finally {
      await client.end();
    }
  });

  it('refuses a database that is not empty', async () => {
    const receipts = await openFileReceiptStore({ dataDir, now: Date.now });
    const restoring = restoreBackup({ connectionString: target.url, receipts, folder, progress: () => undefined });
    await expect(restoring).rejects.toThrow('The database is not empty');
  });

  it('refuses a database that a service works on', async () => {
    const receipts = await openFileReceiptStore({ dataDir, now: Date.now });
    const options = { connectionString: service.db.url, receipts, folder, progress: () => undefined };
    await expect(restoreBackup(options)).rejects.toThrow('A service is working on this database');
  });

  it('refuses a damaged file before it touches anything', async () => {
    const empty = emptyDatabase();
    await empty.create();
    const damaged = join(folder, 'tables', 'transfers.copy.gz');
    const whole = await readFile(damaged);
    await appendFile(damaged, 'x');
    try {
      const receipts = await openFileReceiptStore({ dataDir, now: Date.now });
      const restoring = restoreBackup({ connectionString: empty.url, receipts, folder, progress: () => undefined });
      await expect(restoring).rejects.toThrow('transfers.copy.gz is damaged');
      const client = await connect(empty.url, 'admin');
      const { rows } = await client.query(`select 1 from pg_tables where schemaname = 'public'`);
      await client.end();
      expect(rows).toEqual([]);
    } finally {
      await rm(damaged);
      await appendFile(damaged, whole);
      await empty.drop();
    }
  });

  it('does not write into a folder that has something in it', async () => {
    const receipts = await openFileReceiptStore({ dataDir: service.dataDir, now: Date.now });
    const options = { connectionString: service.db.url, receipts, folder, progress: () => undefined, now: Date.now };
    await expect(writeBackup(options)).rejects.toThrow('is not empty');
    expect(await readdir(folder)).toContain('manifest.json');
  });
});

/** Creates, confirms and cancels, each caller one after the other, until stopped. */
function startLoad(service: TestService): { done(): number; stop(): Promise<void> } {
  let isStopped = false;
  let done = 0;
  const caller = async (number: number): Promise<void> => {
    for (let turn = 0; !isStopped; turn++) {
      const amount = `${1000 + number * 500 + (turn % 400)}.00`;
      const { body, status } = await service.shop.createPayin({ amount, startDeal: true });
      expect(status).toBe(200);
      if (turn % 3 === 0) await service.shop.confirm(body.id, Buffer.concat([pngReceipt, randomBytes(100)]));
      else await service.shop.cancel(body.id);
      if (turn % 5 === 0) await service.shop.createPayout({ amount: '100.00' });
      done += 1;
    }
  };
  const callers = Promise.all(Array.from({ length: callersAtOnce }, (_, number) => caller(number)));
  return {
    done: () => done,
    async stop() {
      isStopped = true;
      await callers;
    },
  };
}

function emptyDatabase(): { readonly url: string; create(): Promise<void>; drop(): Promise<void> } {
  const name = `restored_${randomBytes(6).toString('hex')}`;
  const run = async (statement: string): Promise<void> => {
    const client = await connect(inject('serverUrl'), 'admin');
    await client.query(statement).finally(() => client.end());
  };
  return {
    url: inject('serverUrl').replace('/quittance?', `/${name}?`),
    create: () => run(`create database ${name}`),
    drop: () => run(`drop database ${name} with (force)`),
  };
}

async function countAll(pool: pg.Pool, { tables }: Manifest): Promise<[string, number][]> {
  const counts: [string, number][] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query(`select count(*)::int as count from ${name}`);
    counts.push([name, rows[0].count]);
  }
  return counts;
}
