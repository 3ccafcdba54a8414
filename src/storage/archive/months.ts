import { mkdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Recipient } from '../../domain/text/age-recipient.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import type { Identity } from '../age/age-keys.ts';
import { quoted } from '../backup/backup-manifest.ts';
import { understandError } from '../database/database-errors.ts';
import { onWatchedConnection } from '../database/watched.ts';
import { CannotWrite, MonthFile, type MonthTable, type WrittenMonth, writeMonthFile } from './month-file.ts';

/** Everything that moves together, the invoice first. */
const livingTables = ['invoices', 'deals', 'notifications', 'delivery_attempts'] as const;

type MonthCounts = Readonly<Record<string, number>>;

export interface ArchivedMonth {
  /** As in `2026-05`. */
  readonly month: string;
  /** Rows by table. */
  readonly counts: MonthCounts;
  /** With indexes; 0 when the month lies in a file. */
  readonly bytes: number;
  readonly detached: { readonly at: Instant; readonly fileName: string; readonly sha256: string } | null;
}

export interface ArchiveState {
  readonly months: readonly ArchivedMonth[];
  readonly living: number;
  readonly roundEndedAt: Instant | null;
}

/** Counts rows of whole tables: for people who ask, not for a page that is looked at all day. */
export async function readArchive(client: pg.Client | pg.Pool): Promise<ArchiveState> {
  const { rows: known } = await client.query(
    `select to_char(month, 'YYYY-MM') as month, detached_at as "detachedAt", file_name as "fileName",
       file_sha256 as sha256, counts from archive_months order by month`,
  );
  const months: ArchivedMonth[] = [];
  for (const { month, detachedAt, fileName, sha256, counts } of known) {
    if (detachedAt !== null) {
      months.push({ month, counts, bytes: 0, detached: { at: detachedAt, fileName, sha256 } });
      continue;
    }
    const tables = await readMonthTables(client, month);
    const { rows } = await client.query(
      'select sum(pg_total_relation_size(to_regclass(name)))::int8 as bytes from unnest($1::text[]) name',
      [tables.map(({ table }) => table)],
    );
    months.push({ month, counts: countsOf(tables), bytes: Number(rows[0].bytes), detached: null });
  }
  const { rows } = await client.query(
    `select (select count(*) from only invoices)::int4 as living, round_ended_at as "roundEndedAt" from archive_state`,
  );
  return { months, ...rows[0] };
}

/** Months that lie in files; of a schema that has no archive yet, none. */
export async function readDetachedMonths(client: pg.ClientBase | pg.Pool): Promise<readonly string[]> {
  const { rows: tables } = await client.query(`select to_regclass('public.archive_months') is not null as is_there`);
  if (!tables[0].is_there) return [];
  const { rows } = await client.query(
    `select to_char(month, 'YYYY-MM') as month from archive_months where detached_at is not null order by month`,
  );
  return rows.map(({ month }) => month);
}

function countsOf(tables: readonly MonthTable[]): MonthCounts {
  return Object.fromEntries(tables.map(({ living, rows }) => [living, rows]));
}

async function readMonthTables(client: pg.Client | pg.Pool, month: string): Promise<MonthTable[]> {
  const tables: MonthTable[] = [];
  for (const living of livingTables) {
    const table = tableOf(living, month);
    const { rows } = await client.query(
      `select array_agg(attname::text order by attnum) as columns from pg_attribute
       where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
      [`public.${table}`],
    );
    const { rows: counted } = await client.query(`select count(*)::int4 as rows from ${quoted(table)}`);
    tables.push({ living, table, columns: rows[0].columns, rows: counted[0].rows });
  }
  return tables;
}

/** As `archive_table` of the migration names it. */
function tableOf(living: string, month: string): string {
  return `archived_${living}_${month.replace('-', '_')}`;
}

/** A month cannot be detached, or a file not attached, for a reason that a person can do something about. */
export class ArchiveRefusal extends Error {
  override readonly name = 'ArchiveRefusal';
}

export interface MonthChange {
  readonly month: string;
  readonly what: 'detached' | 'attached';
  readonly sha256: string;
  readonly invoices: number;
}

/** Writes down who did it, in the transaction in which it is done. */
type WriteDown = (client: pg.Client, change: MonthChange) => Promise<void>;

interface Detaching {
  /** Of the role that owns the tables. */
  readonly ownerUrl: string;
  readonly month: string;
  readonly folder: string;
  readonly recipients: readonly Recipient[];
  readonly record: WriteDown;
  readonly progress: (text: string) => void;
}

/** While the file is written, reads go on, and acts that want an invoice back are refused. Only dropping locks reads out. */
const lockWaitMs = 10_000;

/**
 * Writes a month into a file and drops its tables, in one transaction: the file is read back, and on the disk under its name,
 * before anything is dropped. Broken off anywhere, the month is still there, and at most a file that nobody needs. That file is
 * left: when the answer to the commit is lost, nobody knows here whether it is the only copy.
 */
export async function detachMonth(detaching: Detaching): Promise<WrittenMonth & { readonly counts: MonthCounts }> {
  const { ownerUrl, month, folder, progress } = detaching;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (let tries = 1; ; tries++) {
    try {
      return await onWatchedConnection(ownerUrl, (client) => detach(client, detaching));
    } catch (error) {
      // Somebody read in it, and now waits to write there. What they wait for is let go with our transaction.
      if (understandError(error).failure !== 'conflict' || tries >= triesMax) throw error;
      progress(`${month}: somebody is at work in it; once more`);
    }
  }
}

const triesMax = 5;

async function detach(
  client: pg.Client,
  detaching: Detaching,
): Promise<WrittenMonth & { readonly counts: MonthCounts }> {
  const { month, folder, recipients, record, progress } = detaching;
  await client.query(`begin; set local lock_timeout = ${lockWaitMs}`);
  // The mover takes this lock too, so nothing moves; and bringing back waits for the row of the month.
  await client.query('select from archive_state for update');
  const { rows } = await client.query('select detached_at from archive_months where month = $1 for update', [
    `${month}-01`,
  ]);
  if (rows[0] === undefined) throw new ArchiveRefusal(`The archive has no month ${month}; see "archive status".`);
  if (rows[0].detached_at !== null) throw new ArchiveRefusal(`${month} lies in a file already; see "archive status".`);
  const names = livingTables.map((living) => quoted(tableOf(living, month))).join(', ');
  await client.query(`lock table ${names} in share mode`);
  await keepQueued(client, month);
  const tables = await readMonthTables(client, month);
  progress(`${month}: ${tables.map(({ living, rows: count }) => `${count} ${living}`).join(', ')}`);
  const written = await writeMonthFile(client, { folder, month, tables, recipients }).catch((error: Error) => {
    if (!(error instanceof CannotWrite)) throw error;
    throw new ArchiveRefusal(
      `The file could not be written into ${folder} (${error.message}). ${month} stays where it is; make room, or name another folder.`,
    );
  });
  progress(`written and read back: ${written.fileName}, ${written.bytes} bytes`);
  const counts = countsOf(tables);
  await noteDetached(client, { month, written, counts });
  await record(client, { month, what: 'detached', sha256: written.sha256, invoices: counts['invoices'] ?? 0 });
  await lockOut(client, names);
  await client.query(`drop table ${names}`);
  await commit(client, `Keep ${written.fileName}: it may be the only copy of ${month}.`);
  return { ...written, counts };
}

/** Less than the second after which the server looks for a deadlock and ends somebody. */
const lockOnceMs = 100;

/**
 * Locks tables against everybody, readers included. They go from table to table in orders of their own: one that has the second
 * and waits for the first, which is ours already, would wait for us as we for it. So nobody is waited for longer than a moment;
 * then all is let go and tried again.
 */
async function lockOut(client: pg.Client, names: string): Promise<void> {
  for (const startedMs = performance.now(); ; await delay(lockOnceMs)) {
    try {
      await client.query(`savepoint lock_out; set local lock_timeout = ${lockOnceMs}`);
      await client.query(`lock table ${names} in access exclusive mode`);
      await client.query(`set local lock_timeout = ${lockWaitMs}`);
      return;
    } catch (error) {
      const isBusy = understandError(error).failure === 'busy';
      if (!isBusy || performance.now() - startedMs > lockWaitMs) throw error;
      await client.query('rollback to savepoint lock_out');
    }
  }
}

/** What is still to be sent goes back to the living. */
async function keepQueued(client: pg.Client, month: string): Promise<void> {
  await client.query(
    `select archive_bring_back(array(select i.id from ${quoted(tableOf('invoices', month))} i
       where exists (select from delivery_queue q where q.invoice_id = i.id)))`,
  );
}

async function commit(client: pg.Client, advice: string): Promise<void> {
  await client.query('commit').catch((error: Error) => {
    throw new Error(
      `The database was asked to commit, and did not answer (${error.message}). "archive status" says whether it was done. ${advice}`,
    );
  });
}

async function noteDetached(
  client: pg.Client,
  { month, written, counts }: { readonly month: string; readonly written: WrittenMonth; readonly counts: MonthCounts },
): Promise<void> {
  await client.query(
    `insert into detached_ids (id, store_id, month)
     select id, store_id, $1::date from ${quoted(tableOf('invoices', month))}
     union select d.id, i.store_id, $1::date from ${quoted(tableOf('deals', month))} d
       join ${quoted(tableOf('invoices', month))} i on i.id = d.invoice_id`,
    [`${month}-01`],
  );
  await client.query(
    'update archive_months set detached_at = now(), file_name = $2, file_sha256 = $3, counts = $4 where month = $1',
    [`${month}-01`, written.fileName, written.sha256, counts],
  );
}

interface Attaching {
  readonly ownerUrl: string;
  readonly path: string;
  /** Keys that open an encrypted file. */
  readonly identities: readonly Identity[];
  readonly record: WriteDown;
  readonly progress: (text: string) => void;
}

interface AttachedMonth {
  readonly month: string;
  readonly counts: MonthCounts;
  readonly sha256: string;
}

/**
 * Brings a month back from its file, which has to be the very one that was written: one transaction. The file is read once; what
 * was loaded is compared with what the database knows before the commit.
 */
export async function attachMonth(attaching: Attaching): Promise<AttachedMonth> {
  const { ownerUrl, path, identities, record, progress } = attaching;
  const file = await MonthFile.open(path, identities).catch((error: Error) => refuseFile(path, error.message));
  return await onWatchedConnection(ownerUrl, async (client) => {
    await client.query(`begin; set local lock_timeout = ${lockWaitMs}`);
    await client.query('select from archive_state for update');
    const { month, sha256, counts } = await lockDetached(client, path, file.header.month);
    progress(`${month}: ${file.header.tables.map((table) => `${table.rows} ${table.living}`).join(', ')}`);
    await client.query('select archive_open_month($1)', [`${month}-01`]);
    const loaded = await file
      .load(client, (living) => tableOf(livingTables.find((one) => one === living) ?? refuseFile(path, living), month))
      .catch((error: Error) => {
        // A server that goes away says nothing about the file.
        if (understandError(error).failure === 'connection') throw error;
        return refuseFile(path, error.message);
      });
    if (loaded !== sha256) refuseFile(path, `SHA-256 ${loaded}`);
    await client.query('delete from detached_ids where month = $1', [`${month}-01`]);
    await client.query(
      'update archive_months set detached_at = null, file_name = null, file_sha256 = null, counts = null where month = $1',
      [`${month}-01`],
    );
    await record(client, { month, what: 'attached', sha256, invoices: counts['invoices'] ?? 0 });
    await commit(client, 'Keep the file until then.');
    for (const living of livingTables) await client.query(`vacuum (analyze) ${quoted(tableOf(living, month))}`);
    return { month, counts, sha256 };
  }).finally(() => file.close());
}

async function lockDetached(client: pg.Client, path: string, month: string): Promise<AttachedMonth> {
  const { rows } = await client.query(
    `select to_char(month, 'YYYY-MM') as month, file_sha256 as sha256, counts from archive_months
     where to_char(month, 'YYYY-MM') = $1 and detached_at is not null for update`,
    [month],
  );
  return rows[0] ?? refuseFile(path, `${month} is not detached`);
}

function refuseFile(path: string, why: string): never {
  throw new ArchiveRefusal(
    `${path} is not the file of a month that is detached here, or it was changed (${why}). Nothing was loaded. "archive status" ` +
      'has the name and the SHA-256 of each file; a month that is attached needs no file.',
  );
}
