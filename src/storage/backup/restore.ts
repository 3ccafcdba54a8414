import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import type { Identity } from '../age/age-keys.ts';
import { auditChain } from '../chain/chain.ts';
import { type ChainReport, checkChainAt } from '../chain/check-chain.ts';
import { connect } from '../database/connection.ts';
import { type Addresses, migrate, migrationFiles, prepareSchema } from '../installation/migrate.ts';
import { checkLaws, type LawsReport } from '../ledger/ledger-laws.ts';
import { isReceiptHash, type ReceiptStore } from '../receipts/receipts.ts';
import { readFileOf, sealedSuffix } from './backup-files.ts';
import { checkTables, type Manifest, type OpenedBackup, openBackup, quoted, tableName } from './backup-manifest.ts';
import { copyIn } from './copy.ts';
import { readTables } from './table-order.ts';

interface RestoreOptions {
  /** Triggers are off while rows are loaded, which only their owner can do. */
  readonly addresses: Addresses;
  readonly receipts: ReceiptStore;
  readonly folder: string;
  /** Keys that open an encrypted backup. */
  readonly identities: readonly Identity[];
  readonly progress: (text: string) => void;
}

interface RestoreReport {
  readonly manifest: Manifest;
  readonly laws: LawsReport;
  readonly chain: ChainReport;
}

/**
 * Loads a backup into an empty database: the schema the backup was taken from, all rows in one transaction, then the
 * migrations that are newer, then the laws. Files are checked first and receipts come first too, as both can be repeated;
 * a restore that fails leaves an empty database behind, and can be started again.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { addresses, progress } = options;
  const connectionString = addresses.ownerUrl ?? addresses.url;
  const backup = await openBackup(options.folder, options.identities);
  const { manifest } = backup;
  await refuseUnknownMigrations(manifest);
  await refuseUsedDatabase(connectionString, manifest);
  await checkTables(backup, progress);
  await restoreReceipts(options, backup);
  await migrate(connectionString, manifest.migrations.at(-1));
  await loadTables(backup, connectionString, progress);
  const { applied } = await prepareSchema(addresses);
  if (applied.length > 0) progress(`migrated on: ${applied.join(', ')}`);
  const laws = await checkLaws(connectionString, {
    checked: ({ law, violations }) => progress(`${violations.length === 0 ? 'holds' : 'BROKEN'}: ${law}`),
  });
  const chain = await checkChainAt(connectionString, auditChain);
  assert(chain !== null, 'the newest schema has the chain');
  progress(`${chain.faults.length === 0 ? 'holds' : 'BROKEN'}: the chain of the audit log`);
  return { manifest, laws, chain };
}

async function refuseUnknownMigrations({ migrations }: Manifest): Promise<void> {
  const known = await migrationFiles();
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new Error(`The backup is of a newer release (${unknown.join(', ')}). Restore it with that release.`);
}

/** The migrations themselves put rows there, which a restore that failed has left. The load empties all tables first. */
export const filledByMigrations: readonly string[] = [
  'access_rules',
  'archive_state',
  'book_scrub',
  'book_state',
  'catalogue_version',
  'dispute_rules',
  'work_limits',
];

async function refuseUsedDatabase(connectionString: string, manifest: Manifest): Promise<void> {
  const client = await connect(connectionString, 'admin');
  try {
    const { rows } = await client.query(
      `select count(*)::int as others from pg_stat_activity
       where datname = current_database() and application_name in ('quittance-engine', 'quittance-read')`,
    );
    if (rows[0].others > 0) {
      throw new Error('A service is working on this database. Stop it, or name another database, then restore.');
    }
    for (const { name } of await readTables(client)) {
      if (filledByMigrations.includes(name)) continue;
      const { rows: found } = await client.query(`select 1 from ${quoted(name)} limit 1`);
      if (found.length > 0) {
        throw new Error(
          `The database is not empty: ${name} has rows. A backup is restored into an empty database; set DATABASE_URL or ` +
            'DATA_DIR to a new one.',
        );
      }
    }
    await refuseNewerSchema(client, manifest);
  } finally {
    await client.end();
  }
}

/** Rows are migrated after they are loaded: in a schema that is newer already, they would stay as they are. */
async function refuseNewerSchema(client: pg.Client, { migrations }: Manifest): Promise<void> {
  const { rows: tables } = await client.query(`select to_regclass('public.schema_migrations') is not null as is_there`);
  if (!tables[0].is_there) return;
  const { rows } = await client.query('select name from schema_migrations order by name');
  const newer = rows.map(({ name }) => String(name)).filter((name) => !migrations.includes(name));
  if (newer.length === 0) return;
  throw new Error(
    `The database has tables of a newer release than the backup (${newer.join(', ')}). A backup is restored into an empty ` +
      'database; set DATABASE_URL or DATA_DIR to a new one.',
  );
}

async function restoreReceipts({ receipts, progress }: RestoreOptions, backup: OpenedBackup): Promise<void> {
  const { folder, manifest, identities } = backup;
  let count = 0;
  for (const entry of await readdir(join(folder, 'receipts'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const hash = identities === null ? entry.name : entry.name.slice(0, -sealedSuffix.length);
    if (!isReceiptHash(hash)) throw new Error(`${path} is not a receipt. Remove it, then restore again.`);
    const name = relative(folder, join(entry.parentPath, hash));
    const { sha256 } = await receipts.save(Readable.from(readFileOf(folder, name, identities)));
    if (sha256 !== hash) throw new Error(`${path} is damaged: its hash is not its name. Use another backup.`);
    count += 1;
    if (count % receiptsPerProgress === 0) progress(`receipts: ${count} of ${manifest.receipts.count}`);
  }
  if (count !== manifest.receipts.count) {
    throw new Error(
      `The backup has ${count} receipts, its manifest says ${manifest.receipts.count}. Use another backup.`,
    );
  }
  progress(`receipts: ${count} files`);
}

const receiptsPerProgress = 1_000;

async function loadTables(
  backup: OpenedBackup,
  connectionString: string,
  progress: RestoreOptions['progress'],
): Promise<void> {
  const { manifest } = backup;
  const client = await connect(connectionString, 'admin');
  try {
    await client.query('begin');
    await openMonths(client, manifest);
    const names = (await readTables(client)).map(({ name }) => name);
    requireSameTables(names, manifest);
    const all = names.map(quoted).join(', ');
    // Rows come as they were, with everything that triggers once did to them; nothing is to be done a second time.
    for (const name of names) await client.query(`alter table ${quoted(name)} disable trigger user`);
    await client.query(`truncate ${all}`);
    for (const table of manifest.tables) {
      const rows = await loadTable(client, table, backup);
      progress(`${table.name}: ${rows} rows`);
    }
    for (const name of names) await client.query(`alter table ${quoted(name)} enable trigger user`);
    for (const { name, value } of manifest.sequences) {
      await client.query('select setval($1::regclass, $2::bigint)', [`public.${quoted(name)}`, value]);
    }
    await client.query('commit');
    // On fresh tables the planner guesses; the service, and the laws, would be slow until somebody looked.
    await client.query(`vacuum (analyze) ${all}`);
  } finally {
    await client.end();
  }
}

/** The tables of the archive's months, which no migration makes. */
async function openMonths(client: pg.Client, { tables }: Manifest): Promise<void> {
  for (const { name } of tables) {
    const [, year, month] = /^archived_invoices_(\d{4})_(\d{2})$/.exec(name) ?? [];
    if (year !== undefined) await client.query('select archive_open_month($1)', [`${year}-${month}-01`]);
  }
}

async function loadTable(
  client: pg.Client,
  table: Manifest['tables'][number],
  { folder, identities }: OpenedBackup,
): Promise<number> {
  const { name, columns } = table;
  const input = createGunzip();
  // A file that cannot be read ends the copy through its input; nobody waits for this promise.
  pipeline(Readable.from(readFileOf(folder, tableName(name), identities)), input).catch(() => undefined);
  const statement = `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`;
  const rows = await copyIn(client, statement, input);
  if (rows !== table.rows) throw new Error(`${name} has ${rows} rows, its manifest says ${table.rows}.`);
  return rows;
}

function requireSameTables(names: readonly string[], { tables }: Manifest): void {
  const missing = tables.filter(({ name }) => !names.includes(name)).map(({ name }) => name);
  if (missing.length > 0)
    throw new Error(`The schema has no table ${missing.join(', ')}; the backup is of another one.`);
}
