import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connect } from '../database/connection.ts';
import { grantWork } from '../roles/grant-work.ts';
import { readMissingRights } from '../roles/role-faults.ts';
import { projectFolder } from './project-folder.ts';

/** Two processes that start at once must not migrate at once. Any constant will do; this one spells "quit". */
const migrationLock = 0x71756974;

interface MigrationReport {
  readonly applied: readonly string[];
}

/** Who works on a database, and who owns it. */
export interface Addresses {
  /** The role that the service works under. */
  readonly url: string;
  /** The role that owns the schema; null where nobody has told us, or where both are one. */
  readonly ownerUrl: string | null;
}

/**
 * Brings the database to the newest schema, as its owner, and gives the work role its rights. Without an owner the work role
 * does what it may: everything where it owns the schema itself, and otherwise it only looks whether there is nothing to do.
 */
export async function prepareSchema({ url, ownerUrl }: Addresses): Promise<MigrationReport> {
  const work = await connect(url, 'admin');
  try {
    const report = ownerUrl === null ? await migrate(url) : await prepareAsOwner(work, ownerUrl);
    const missing = await readMissingRights(work);
    if (missing.length > 0) throw new Error(lacksRights(missing));
    return report;
  } finally {
    await work.end();
  }
}

function lacksRights(missing: readonly string[]): string {
  return (
    `The role of DATABASE_URL lacks rights (${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''}). ` +
    'Run "quittance migrate" once with DATABASE_OWNER_URL set, or set it for the service too.'
  );
}

async function prepareAsOwner(work: pg.Client, ownerUrl: string): Promise<MigrationReport> {
  const owner = await connect(ownerUrl, 'admin');
  try {
    const role = await requireSameDatabase(work, owner);
    const report = await migrate(ownerUrl);
    await lockMigrations(owner);
    const { rows } = await owner.query(
      `select pg_has_role($1, relowner, 'member') as owns from pg_class where oid = 'public.transfers'::regclass`,
      [role],
    );
    // Who owns the tables has all rights on them, and would only lose some by a grant.
    if (!rows[0].owns) await grantWork(owner, role);
    return report;
  } finally {
    await owner.end();
  }
}

/** The name of the work role. Rights that were given elsewhere would be missed here, and too many there. */
async function requireSameDatabase(work: pg.Client, owner: pg.Client): Promise<string> {
  const text = 'select current_user as role, current_database() as name, pg_postmaster_start_time()::text as since';
  const [here, there] = [(await work.query(text)).rows[0], (await owner.query(text)).rows[0]];
  if (here.name === there.name && here.since === there.since) return here.role;
  throw new Error('DATABASE_URL and DATABASE_OWNER_URL name different databases; both must lead to the same one.');
}

/**
 * Each file of migrations/ once, in order, each in its own transaction unless it says otherwise. With `last` it stops after that file: a backup is
 * loaded into the schema it was taken from. The service may go on working: a migration that does not get its locks at once lets
 * the others through and tries again.
 */
export async function migrate(connectionString: string, last?: string): Promise<MigrationReport> {
  const client = await connect(connectionString, 'admin');
  try {
    await requireVersion(client);
    await lockMigrations(client);
    const done = await readDone(client);
    const files = await migrationFiles();
    refuseUnknown(done, files);
    const isDone = new Set(done.map(({ name }) => name));
    const pending = files.filter((name) => !isDone.has(name) && (last === undefined || name <= last));
    if (pending.length > 0) await requireOwner(client);
    if (pending.length > 0) await client.query(createMigrations);
    for (const file of pending)
      await applyMigration(client, file, await readFile(join(migrationsFolder(), file), 'utf8'));
    return { applied: pending };
  } finally {
    await client.end();
  }
}

/** Soon enough after the other process has ended, and no load for the server. */
const turnPauseMs = 250;

/**
 * Waits until nobody else migrates, for as long as that takes; the lock ends with the session. It is asked for again
 * and again: a statement that waited for it would keep its snapshot, and an index that the other process makes beside
 * the work waits for every older snapshot. Each would wait for the other, and the server would end one of them.
 */
async function lockMigrations(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as is_ours', [migrationLock]);
    if (rows[0].is_ours) return;
    await delay(turnPauseMs);
  }
}

/** Everybody who comes later waits behind a lock that is waited for. So it is not waited for long, and asked for again. */
const lockWaitMs = 1_000;
const lockTriesMax = 60;

export async function applyMigration(client: pg.Client, file: string, text: string): Promise<void> {
  const index = /^-- Outside a transaction: (\w+)$/m.exec(text)?.[1];
  if (index === undefined) await applyInTransaction(client, file, text);
  else await applyOutside(client, { file, text, index });
}

interface OutsideTransaction {
  readonly file: string;
  /** One statement: `create index concurrently`. */
  readonly text: string;
  readonly index: string;
}

/**
 * An index on a table that is in use is made beside the work, which no transaction can do. It locks nobody out, so it may wait
 * for as long as the oldest transaction lasts. What was stopped half way left an index that is never used: it is made anew.
 */
async function applyOutside(client: pg.Client, { file, text, index }: OutsideTransaction): Promise<void> {
  const { rows } = await client.query(
    'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)',
    [`public.${index}`],
  );
  const isThere = rows[0]?.isValid === true;
  if (!isThere && rows.length > 0) await client.query(`drop index concurrently ${index}`);
  if (!isThere) await client.query(text);
  await client.query(noteDone, [file, besideOf(text)]);
}

const noteDone = 'insert into schema_migrations (name, beside) values ($1, $2)';

async function applyInTransaction(client: pg.Client, file: string, text: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query(`begin; set local lock_timeout = ${lockWaitMs}`);
      await client.query(text);
      await client.query(noteDone, [file, besideOf(text)]);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      const isBusy = error instanceof pg.DatabaseError && error.code === '55P03';
      if (!isBusy || tries >= lockTriesMax) throw error;
      await delay(lockWaitMs);
    }
  }
}

/**
 * A migration that only adds says which releases can go on working on the schema it leaves behind: those that know the named
 * migration. So a fleet is brought to the next release one process after the other.
 */
function besideOf(text: string): string | null {
  return /^-- Runs beside: (\d{4})$/m.exec(text)?.[1] ?? null;
}

const createMigrations = `
  create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now());
  alter table schema_migrations add column if not exists beside text`;

interface Done {
  readonly name: string;
  /** The number of the migration that a release has to know; null: all of them. */
  readonly beside: string | null;
}

async function readDone(client: pg.Client): Promise<readonly Done[]> {
  const { rows } = await client.query(
    `select count(*) as tables, count(*) filter (where attname = 'beside') as besides
     from pg_attribute where attrelid = to_regclass('public.schema_migrations') and attnum > 0`,
  );
  if (rows[0].tables === 0n) return [];
  const beside = rows[0].besides === 0n ? 'null as beside' : 'beside';
  return (await client.query(`select name, ${beside} from schema_migrations order by name`)).rows;
}

/** Said before anything fails with PostgreSQL's own words, which name a table and not what to do. */
async function requireOwner(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select coalesce(
       (select pg_has_role(relowner, 'member') from pg_class where oid = to_regclass('public.schema_migrations')),
       has_schema_privilege('public', 'create')) as may, current_user as role`,
  );
  if (rows[0].may) return;
  throw new Error(
    `The database needs newer tables, and the role ${rows[0].role} may not make them. Run "quittance migrate" with ` +
      'DATABASE_OWNER_URL set to the role that owns the database, or set it for the service too.',
  );
}

function migrationsFolder(): string {
  return join(projectFolder(), 'migrations');
}

export async function migrationFiles(): Promise<string[]> {
  return (await readdir(migrationsFolder())).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort();
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select current_setting('server_version_num')::int as version`);
  if (rows[0].version < 150_000) {
    throw new Error(`PostgreSQL 15 or later is needed; the server is ${Math.floor(rows[0].version / 10_000)}.`);
  }
}

/** A database that a newer release has migrated must not be touched by an older one, unless that release allows it. */
export function refuseUnknown(done: readonly Done[], files: readonly string[]): void {
  const newest = (files.at(-1) ?? '').slice(0, 4);
  const unknown = done
    .filter(({ name, beside }) => !files.includes(name) && (beside === null || newest < beside))
    .map(({ name }) => name);
  if (unknown.length > 0) {
    throw new Error(
      `The database has migrations this release does not know (${unknown.join(', ')}). Start the release that made them, or a newer one.`,
    );
  }
}
