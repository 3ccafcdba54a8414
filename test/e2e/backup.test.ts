import { createHash, randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newIdentity } from '../../src/storage/age/age-keys.ts';
import { writeBackup } from '../../src/storage/backup/backup.ts';
import type { Manifest } from '../../src/storage/backup/backup-manifest.ts';
import { restoreBackup } from '../../src/storage/backup/restore.ts';
import { connect, createPool } from '../../src/storage/database/connection.ts';
import { openFileReceiptStore } from '../../src/storage/receipts/receipts-files.ts';
import { expectLawsHold, ownDatabase } from '../support/database.ts';
import { pngReceipt } from '../support/merchant-client.ts';
import { patiently } from '../support/patience.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';

/** Without encryption. */
const quietly = { recipients: [], identities: [], progress: () => undefined };

/** Enough that the backup runs beside batches of every kind. */
const callersAtOnce = 8;

describe('a backup taken under load', () => {
  let service: TestService;
  let folder: string;
  let dataDir: string;
  let manifest: Manifest;
  let receiptHash: string;
  let report: Awaited<ReturnType<typeof restoreBackup>>;
  /** What the restore said while it worked. */
  const said: string[] = [];
  const target = ownDatabase();

  beforeAll(async () => {
    service = await startTestService();
    folder = join(await mkdtemp(join(tmpdir(), 'quittance-backup-')), 'backup');
    dataDir = await mkdtemp(join(tmpdir(), 'quittance-restored-'));
    await target.create();
    await backUpUnderLoad();
    const receipts = await openFileReceiptStore({ dataDir, now: Date.now });
    const progress = (text: string) => said.push(text);
    report = await restoreBackup({ addresses: target, receipts, folder, identities: [], progress });
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
    await attachEverywhere(service);
    const load = startLoad(service);
    await patiently(() => expect(load.done()).toBeGreaterThan(100));
    const before = load.done();
    const receipts = await openFileReceiptStore({ dataDir: service.dataDir, now: Date.now });
    const options = { connectionString: service.db.url, receipts, folder, ...quietly, now: Date.now };
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
    expect(report.laws.violations).toEqual([]);
    expect(report.chain).toMatchObject({ faults: [], links: expect.any(BigInt) });
    expect(report.chain.links).toBeGreaterThan(0n);
    expect(said.length).toBeGreaterThan(20);
    const pool = createPool(target.url, 2);
    try {
      await expectLawsHold(pool);
      expect(await countAll(pool, manifest)).toEqual(manifest.tables.map(({ name, rows }) => [name, rows]));
      expect(manifest.tables.find(({ name }) => name === 'invoices')?.rows).toBeGreaterThan(100);
    } finally {
      await pool.end();
    }
    const receipts = await openFileReceiptStore({ dataDir, now: Date.now });
    const receipt = await receipts.open(receiptHash);
    expect(receipt?.sizeBytes).toBe(pngReceipt.length + 20_000);
    receipt?.stream.destroy();
  });

  it('restores every file that any row names: receipts, proofs, files of disputes and evidence', async () => {
    const receipts = await openFileReceiptStore({ dataDir, now: Date.now });
    const named = await namedFiles(target.url);
    for (const [what, content] of Object.entries(files)) expect(named, what).toContain(sha256Of(content));
    const missing: string[] = [];
    for (const sha256 of named) {
      const found = await receipts.open(sha256);
      if (found === null) missing.push(sha256);
      found?.stream.destroy();
    }
    expect(missing).toEqual([]);
    expect(manifest.receipts).toMatchObject({ count: named.length, missing: [] });
  });

  it('restores numbers that go on behind those in use, in every table that has its own', async () => {
    const client = await connect(target.url, 'admin');
    try {
      const counted = await numberedColumns(client);
      const behind: string[] = [];
      const used: string[] = [];
      for (const { table, column } of counted) {
        const { rows } = await client.query(
          `select coalesce(max(${column}), 0)::int8 as last, nextval(pg_get_serial_sequence($1, $2)) as next from ${table}`,
          [table, column],
        );
        if (rows[0].last > 0n) used.push(table);
        if (rows[0].next <= rows[0].last) behind.push(table);
      }
      expect(behind).toEqual([]);
      // Where there are no rows, nothing could collide.
      expect(used).toEqual(expect.arrayContaining(['audit_log', 'transfers', 'users']));
    } finally {
      await client.end();
    }
  });

  it('restores to a database that works on: triggers, IDs and the append-only tables', async () => {
    const client = await connect(target.url, 'admin');
    try {
      await expect(client.query('delete from transfers')).rejects.toThrow('permission denied');
      const { rows } = await client.query('select max(id) as last from audit_log');
      expect(rows[0].last).toBeGreaterThan(0n);
      const { rows: added } = await client.query(`insert into audit_log (at, actor, action, subject_kind, subject_id)
        values (now(), 'test', 'after the restore', 'test', '1') returning id`);
      expect(added[0].id).toBeGreaterThan(rows[0].last);
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
    const restoring = restoreBackup({ addresses: target, receipts, folder, ...quietly });
    await expect(restoring).rejects.toThrow('The database is not empty');
  });

  it('refuses a database that a service works on', async () => {
    const receipts = await openFileReceiptStore({ dataDir, now: Date.now });
    const options = { addresses: service.db, receipts, folder, ...quietly };
    await expect(restoreBackup(options)).rejects.toThrow('A service is working on this database');
  });

  it('refuses a damaged file before it touches anything', async () => {
    const empty = ownDatabase();
    await empty.create();
    const damaged = join(folder, 'tables', 'transfers.copy.gz');
    const whole = await readFile(damaged);
    await appendFile(damaged, 'x');
    try {
      const receipts = await openFileReceiptStore({ dataDir, now: Date.now });
      const restoring = restoreBackup({ addresses: empty, receipts, folder, ...quietly });
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

  it('is started again where it failed on the way, and refuses tables that are newer than the backup', async () => {
    const begun = ownDatabase();
    await begun.create();
    const path = join(folder, 'manifest.json');
    const whole = await readFile(path);
    const receipts = await openFileReceiptStore({ dataDir, now: Date.now });
    const restoring = () => restoreBackup({ addresses: begun, receipts, folder, ...quietly });
    try {
      // The files are whole, so it is noticed only when the rows are loaded.
      const miscounted = manifest.tables.map((table) =>
        table.name === 'transfers' ? { ...table, rows: table.rows + 1 } : table,
      );
      await writeFile(path, JSON.stringify({ ...manifest, tables: miscounted }));
      await expect(restoring()).rejects.toThrow(/transfers has \d+ rows, its manifest says \d+/);
      await writeFile(path, JSON.stringify({ ...manifest, migrations: manifest.migrations.slice(0, -1) }));
      await expect(restoring()).rejects.toThrow('The database has tables of a newer release than the backup');
      await writeFile(path, whole);
      const { laws, chain } = await restoring();
      expect([laws.violations, chain.faults]).toEqual([[], []]);
      const pool = createPool(begun.url, 2);
      const counts = await countAll(pool, manifest).finally(() => pool.end());
      expect(counts).toEqual(manifest.tables.map(({ name, rows }) => [name, rows]));
    } finally {
      await writeFile(path, whole);
      await begun.drop();
    }
  });

  describe('encrypted', () => {
    const { identity } = newIdentity();
    const { identity: stranger } = newIdentity();
    const restored = ownDatabase();
    let sealed: string;

    beforeAll(async () => {
      sealed = join(folder, '../sealed');
      await restored.create();
      const receipts = await openFileReceiptStore({ dataDir: service.dataDir, now: Date.now });
      const source = { connectionString: service.db.url, receipts, now: Date.now };
      await writeBackup({ ...source, ...quietly, folder: sealed, recipients: [identity.recipient] });
    });
    afterAll(() => restored.drop());

    const restoring = async (identities: (typeof identity)[]) => {
      const receipts = await openFileReceiptStore({ dataDir: join(folder, '../sealed-data'), now: Date.now });
      return await restoreBackup({ addresses: restored, receipts, folder: sealed, ...quietly, identities });
    };

    it('shows nothing that is in it, and can be checked by who has no key', async () => {
      const entries = await readdir(sealed, { recursive: true, withFileTypes: true });
      const names = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
      const outside = ['manifest.json', 'SHA256SUMS'].map((name) => join(sealed, name));
      expect(names.filter((name) => !name.endsWith('.age')).sort()).toEqual(outside.sort());
      const { sums, ...facts } = JSON.parse(await readFile(join(sealed, 'manifest.json'), 'utf8'));
      expect(facts).toEqual({ format: 2, createdAt: expect.any(String), recipients: [identity.recipient.text] });
      const list = await readFile(join(sealed, 'SHA256SUMS'));
      expect(sha256Of(list)).toBe(sums);
      const lines = list.toString().trimEnd().split('\n');
      expect(lines).toHaveLength(names.length - outside.length);
      for (const line of lines) {
        const [hash = '', name = ''] = line.split('  ');
        expect(sha256Of(await readFile(join(sealed, name)))).toBe(hash);
      }
    });

    it('is not restored without its key', async () => {
      await expect(restoring([])).rejects.toThrow(`encrypted for ${identity.recipient.text}. Give the file`);
      await expect(restoring([stranger])).rejects.toThrow('None of the given keys opens it');
    });

    it('is not restored with a file of it damaged', async () => {
      const path = join(sealed, 'tables/transfers.copy.gz.age');
      const whole = await readFile(path);
      await writeFile(path, whole.subarray(0, -1));
      await expect(restoring([identity])).rejects.toThrow('transfers.copy.gz.age cannot be opened: it is damaged');
      await writeFile(path, whole);
    });

    it('restores with its key to the same rows and receipts', async () => {
      const { laws, chain, manifest: inside } = await restoring([stranger, identity]);
      expect([laws.violations, chain.faults]).toEqual([[], []]);
      const pool = createPool(restored.url, 2);
      try {
        expect(await countAll(pool, inside)).toEqual(inside.tables.map(({ name, rows }) => [name, rows]));
      } finally {
        await pool.end();
      }
      expect(inside.receipts.count).toBeGreaterThan(3);
    });
  });

  it('does not write into a folder that has something in it', async () => {
    const receipts = await openFileReceiptStore({ dataDir: service.dataDir, now: Date.now });
    const options = { connectionString: service.db.url, receipts, folder, ...quietly, now: Date.now };
    await expect(writeBackup(options)).rejects.toThrow('is not empty');
    // A file is in the way; a folder of somebody else is refused the same way, but not to root.
    const below = { ...options, folder: join(folder, 'manifest.json', 'below') };
    await expect(writeBackup(below)).rejects.toThrow(/cannot be used \(ENOTDIR\)\. Name a folder/);
    expect(await readdir(folder)).toContain('manifest.json');
  });
});

/** One file for each place that can have one; no two are the same. */
const files = {
  receipt: file('receipt'),
  disputeFile: file('file of a dispute'),
  evidence: file('evidence'),
  proof: file('proof of a payout'),
} as const;

function file(text: string): Buffer {
  return Buffer.concat([pngReceipt, Buffer.from(text)]);
}

function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

async function attachEverywhere(service: TestService): Promise<void> {
  const { shop } = service;
  const operator = await signInDemo(service, 'operator');
  const maker = await signInDemo(service, 'maker');
  const disputed = (await shop.createPayin({ startDeal: true, amount: '901.00' })).body;
  const payout = (await shop.createPayout({ amount: '902.00' })).body;
  const answers = [
    await shop.confirm(disputed.id, files.receipt),
    await shop.dispute(disputed.id, { disputeReason: 'has_payment' }, { attachment: files.disputeFile }),
    await operator.upload(`/invoices/${disputed.id}/evidence`, formWith(files.evidence, { text: 'what I know' })),
    await maker.post(`/payouts/${payout.id}/take`, {}),
    await maker.upload(`/payouts/${payout.id}/proof`, formWith(files.proof)),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
}

function formWith(content: Buffer, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('attachment', new Blob([content as Uint8Array<ArrayBuffer>]), 'file.png');
  return form;
}

/** The hashes in every JSON column there is: a column that is new has to be in the backup too. */
async function namedFiles(url: string): Promise<readonly string[]> {
  const client = await connect(url, 'admin');
  try {
    const { rows: columns } = await client.query(
      `select table_name as table, column_name as column from information_schema.columns
       where table_schema = 'public' and data_type = 'jsonb'`,
    );
    const hashes = new Set<string>();
    for (const { table, column } of columns) {
      const { rows } = await client.query(
        `select distinct jsonb_path_query(${column}, 'strict $.**.sha256') #>> '{}' as hash from ${table}`,
      );
      for (const { hash } of rows) hashes.add(hash);
    }
    return [...hashes];
  } finally {
    await client.end();
  }
}

async function numberedColumns(client: pg.Client): Promise<{ table: string; column: string }[]> {
  const { rows } = await client.query(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null
     order by table_name`,
  );
  return rows;
}

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

async function countAll(pool: pg.Pool, { tables }: Manifest): Promise<[string, number][]> {
  const counts: [string, number][] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query(`select count(*)::int as count from ${name}`);
    counts.push([name, rows[0].count]);
  }
  return counts;
}
