import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Recipient } from '../../domain/age-recipient.ts';
import type { Instant } from '../../domain/timestamp.ts';
import type { Identity } from '../age/age-keys.ts';
import { quoted } from '../backup/backup-manifest.ts';
import { onWatchedConnection } from '../watched.ts';
import { hashMonthFile, loadMonthFile, type MonthTable, type WrittenMonth, writeMonthFile } from './month-file.ts';

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
export async function readDetachedMonths(client: pg.Client | pg.Pool): Promise<readonly string[]> {
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

interface Detaching {
  /** Of the role that owns the tables. */
  readonly ownerUrl: string;
  readonly month: string;
  readonly folder: string;
  readonly recipients: readonly Recipient[];
  readonly progress: (text: string) => void;
}

/** Reads go on while the file is written; acts that want an invoice of the month back wait. Only dropping locks reads out. */
const lockWaitMs = 10_000;

/**
 * Writes a month into a file and drops its tables, in one transaction: the file is read back before anything is dropped. Broken
 * off anywhere, the month is still there, and at most a file that nobody needs.
 */
export async function detachMonth(detaching: Detaching): Promise<WrittenMonth & { readonly counts: MonthCounts }> {
  const { ownerUrl, month, folder, recipients, progress } = detaching;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return await onWatchedConnection(ownerUrl, async (client) => {
    await client.query(`begin; set local lock_timeout = ${lockWaitMs}`);
    // As the mover does: nothing moves meanwhile. And who brings back waits for the row of the month.
    await client.query('select from archive_state for update');
    const { rows } = await client.query('select detached_at from archive_months where month = $1 for update', [
      `${month}-01`,
    ]);
    if (rows[0] === undefined) throw new ArchiveRefusal(`The archive has no month ${month}; see "archive status".`);
    if (rows[0].detached_at !== null)
      throw new ArchiveRefusal(`${month} lies in a file already; see "archive status".`);
    const names = livingTables.map((living) => quoted(tableOf(living, month))).join(', ');
    await client.query(`lock table ${names} in share mode`);
    const tables = await readMonthTables(client, month);
    progress(`${month}: ${tables.map(({ living, rows: count }) => `${count} ${living}`).join(', ')}`);
    const written = await writeMonthFile(client, { folder, month, tables, recipients }).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      throw new ArchiveRefusal(
        `${folder} has a file of ${month}, and nothing is written over it. Name another folder.`,
      );
    });
    try {
      progress(`written and read back: ${written.fileName}, ${written.bytes} bytes`);
      const counts = countsOf(tables);
      await noteDetached(client, { month, written, counts });
      await client.query(`drop table ${names}`);
      await client.query('commit');
      return { ...written, counts };
    } catch (error) {
      await rm(join(folder, written.fileName), { force: true });
      throw error;
    }
  });
}

async function noteDetached(
  client: pg.Client,
  { month, written, counts }: { readonly month: string; readonly written: WrittenMonth; readonly counts: MonthCounts },
): Promise<void> {
  await client.query(
    `insert into detached_ids (id, month)
     select id, $1::date from ${quoted(tableOf('invoices', month))}
     union select id, $1::date from ${quoted(tableOf('deals', month))}`,
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
  readonly progress: (text: string) => void;
}

interface AttachedMonth {
  readonly month: string;
  readonly counts: MonthCounts;
  readonly sha256: string;
}

/** Brings a month back from its file, which has to be the very one that was written: one transaction. */
export async function attachMonth(attaching: Attaching): Promise<AttachedMonth> {
  const { ownerUrl, path, identities, progress } = attaching;
  const sha256 = await hashMonthFile(path, identities);
  progress(`${path}: SHA-256 ${sha256}`);
  return await onWatchedConnection(ownerUrl, async (client) => {
    await client.query(`begin; set local lock_timeout = ${lockWaitMs}`);
    await client.query('select from archive_state for update');
    const { rows } = await client.query(
      `select to_char(month, 'YYYY-MM') as month, counts from archive_months where file_sha256 = $1 for update`,
      [sha256],
    );
    if (rows[0] === undefined) throw new ArchiveRefusal(unknownFile(path));
    const { month, counts } = rows[0];
    await client.query('select archive_open_month($1)', [`${month}-01`]);
    const header = await loadMonthFile(client, path, identities, (living) => tableOf(living, month));
    progress(`${month}: ${header.tables.map((table) => `${table.rows} ${table.living}`).join(', ')}`);
    await client.query('delete from detached_ids where month = $1', [`${month}-01`]);
    await client.query(
      'update archive_months set detached_at = null, file_name = null, file_sha256 = null, counts = null where month = $1',
      [`${month}-01`],
    );
    await client.query('commit');
    for (const living of livingTables) await client.query(`vacuum (analyze) ${quoted(tableOf(living, month))}`);
    return { month, counts, sha256 };
  });
}

function unknownFile(path: string): string {
  return (
    `${path} is not the file of a month that is detached here, or it was changed since. "archive status" has the name and the ` +
    'SHA-256 of each file; a month that is attached needs no file.'
  );
}
