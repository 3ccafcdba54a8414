import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, constants, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import type { Recipient } from '../../domain/text/age-recipient.ts';
import { onWatchedConnection } from '../database/watched.ts';
import { syncDirectory } from '../installation/sync-directory.ts';
import { type ReceiptStore, receiptKey } from '../receipts/receipts.ts';
import { BackupFiles } from './backup-files.ts';
import {
  type Manifest,
  manifestName,
  quoted,
  type SealedManifest,
  sumsName,
  type TableEntry,
  tableName,
} from './backup-manifest.ts';
import { copyOut } from './copy.ts';
import { readTables, type TableShape } from './table-order.ts';

interface BackupOptions {
  readonly connectionString: string;
  readonly receipts: ReceiptStore;
  readonly folder: string;
  /** Whom the backup is encrypted for. Empty: it is not. */
  readonly recipients: readonly Recipient[];
  readonly progress: (text: string) => void;
  readonly now: () => number;
}

/**
 * Writes everything into a folder while the service goes on working. All tables are read in one snapshot, so the books in
 * the backup are those of one moment. Receipts never change and are never removed, so those the snapshot names can be
 * copied after it has been closed: a long copy must not keep dead rows alive.
 */
export async function writeBackup(options: BackupOptions): Promise<Manifest> {
  const { folder, recipients } = options;
  await prepareFolder(folder);
  const files = new BackupFiles(folder, recipients);
  const database = await writeDatabase(options, files);
  const receipts = await copyReceipts(options, files);
  const createdAt = new Date(options.now()).toISOString();
  const manifest: Manifest = { format: 1, createdAt, ...database, receipts };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeLast(join(folder, manifestName), files.isSealed ? await sealManifest(options, files, manifest) : text);
  return manifest;
}

/** What there is goes under the seal; outside stays what somebody without the key may know, and can check. */
async function sealManifest(
  { folder, recipients }: BackupOptions,
  files: BackupFiles,
  manifest: Manifest,
): Promise<string> {
  await files.write(manifestName, Readable.from([Buffer.from(JSON.stringify(manifest))]));
  await writeFile(join(folder, sumsName), files.sums, { flag: 'wx', mode: 0o600, flush: true });
  const sealed: SealedManifest = {
    format: 2,
    createdAt: manifest.createdAt,
    recipients: recipients.map(({ text }) => text),
    sums: createHash('sha256').update(files.sums).digest('hex'),
  };
  return `${JSON.stringify(sealed, null, 2)}\n`;
}

async function prepareFolder(folder: string): Promise<void> {
  const found = await madeFolder(folder).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${folder} cannot be used (${error.code}). Name a folder that this user may write to.`);
  });
  if (found.length > 0) throw new Error(`${folder} is not empty. Name a new folder for the backup.`);
  await mkdir(join(folder, 'tables'), { mode: 0o700 });
  await mkdir(join(folder, 'receipts'), { mode: 0o700 });
}

/** What is in it. */
async function madeFolder(folder: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await access(folder, constants.W_OK);
  return await readdir(folder);
}

async function writeDatabase(
  options: BackupOptions,
  files: BackupFiles,
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences'>> {
  return await onWatchedConnection(options.connectionString, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const shapes = await readTables(client);
    const { rows } = await client.query('select name from schema_migrations order by name');
    const tables: TableEntry[] = [];
    for (const shape of shapes) {
      const entry = await writeTable(client, shape, files);
      options.progress(`${entry.name}: ${entry.rows} rows, ${entry.bytes} bytes`);
      tables.push(entry);
    }
    await writeReceiptList(client, options.folder);
    // Sequences stand outside of snapshots. Read after the tables they are ahead of them, and a gap harms nobody.
    const sequences = await readSequences(client);
    await client.query('commit');
    return { migrations: rows.map((row) => row.name), tables, sequences };
  });
}

async function writeTable(client: pg.Client, { name, columns }: TableShape, files: BackupFiles): Promise<TableEntry> {
  const gzip = createGzip({ level: 5 });
  let rows = 0;
  const writing = files.write(tableName(name), gzip, () => rows);
  // Awaited below; a disk that fills up before must not end the process.
  writing.catch(() => undefined);
  const list = columns.map(quoted).join(', ');
  try {
    rows = await copyOut(client, `copy ${quoted(name)} (${list}) to stdout`, gzip);
    gzip.end();
  } catch (error) {
    gzip.destroy();
    throw error;
  }
  return { name, columns, rows, ...(await writing) };
}

async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query(
    `select sequencename as name, last_value from pg_sequences where schemaname = 'public' and last_value is not null
     order by sequencename`,
  );
  return rows.map((row) => ({ name: row.name, value: String(row.last_value) }));
}

const listName = 'receipts.list';

/** The hashes of all receipts that the snapshot names, one on a line; also of invoices whose month lies in a file. */
async function writeReceiptList(client: pg.Client, folder: string): Promise<void> {
  const output = createWriteStream(join(folder, listName), { flags: 'wx', mode: 0o600 });
  const written = finished(output);
  // Awaited below; a disk that fills up before must not end the process.
  written.catch(() => undefined);
  // A backup is also written before an upgrade, of a schema that has no archive yet.
  const { rows } = await client.query(`select to_regclass('public.detached_ids') is not null as has_archive`);
  await copyOut(
    client,
    `copy (
       select distinct hash from (
         select a->>'sha256' as hash from deals, jsonb_array_elements(attachments) a where jsonb_typeof(attachments) = 'array'
         union all select dispute->'attachment'->>'sha256' from deals where dispute is not null
         union all select attachment->>'sha256' from dispute_facts where attachment is not null
         ${rows[0].has_archive ? receiptsOfDetached : ''}
       ) named where hash is not null
     ) to stdout`,
    output,
  );
  output.end();
  await written;
}

const receiptsOfDetached = `union all select k.sha256 from kept_receipts k
    where exists (select from detached_ids d where d.id = k.invoice_id)`;

async function copyReceipts(
  { folder, receipts, progress }: BackupOptions,
  files: BackupFiles,
): Promise<Manifest['receipts']> {
  const list = join(folder, listName);
  const missing: string[] = [];
  let count = 0;
  let bytes = 0;
  for await (const sha256 of createInterface({ input: createReadStream(list) })) {
    const size = await copyReceipt(receipts, sha256, files);
    if (size === null) missing.push(sha256);
    else count += 1;
    bytes += size ?? 0;
    if (count % receiptsPerProgress === 0) progress(`receipts: ${count} so far`);
  }
  await rm(list);
  progress(`receipts: ${count} files, ${bytes} bytes${missing.length === 0 ? '' : `, ${missing.length} missing`}`);
  return { count, bytes, missing };
}

const receiptsPerProgress = 1_000;

/** Null where the store does not have it, or has it with another content. */
async function copyReceipt(receipts: ReceiptStore, sha256: string, files: BackupFiles): Promise<number | null> {
  const found = await receipts.open(sha256);
  if (found === null) return null;
  const name = `receipts/${receiptKey(sha256)}`;
  const written = await files.write(name, found.stream);
  if (written.sha256 === sha256) return written.bytes;
  await files.remove(name);
  return null;
}

async function writeLast(path: string, text: string): Promise<void> {
  const unfinished = `${path}.unfinished`;
  await writeFile(unfinished, text, { mode: 0o600, flush: true });
  await rename(unfinished, path);
  await syncDirectory(dirname(path));
}
