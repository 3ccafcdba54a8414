import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from './connection.ts';
import { projectFolder } from './project-folder.ts';

/** Two processes that start at once must not migrate at once. Any constant will do; this one spells "quit". */
const migrationLock = 0x71756974;

interface MigrationReport {
  readonly applied: readonly string[];
}

/**
 * Brings the database to the newest schema: each file of migrations/ once, in order, each in its own transaction. With
 * `last` it stops after that file: a backup is loaded into the schema it was taken from.
 */
export async function migrate(connectionString: string, last?: string): Promise<MigrationReport> {
  const client = await connect(connectionString, 'admin');
  try {
    await requireVersion(client);
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const done = new Set((await client.query('select name from schema_migrations')).rows.map((row) => row.name));
    const files = await migrationFiles();
    refuseUnknown(done, files);
    const applied: string[] = [];
    for (const file of files.filter((name) => !done.has(name) && (last === undefined || name <= last))) {
      await client.query('begin');
      await client.query(await readFile(join(migrationsFolder(), file), 'utf8'));
      await client.query('insert into schema_migrations (name) values ($1)', [file]);
      await client.query('commit');
      applied.push(file);
    }
    return { applied };
  } finally {
    await client.end();
  }
}

function migrationsFolder(): string {
  return join(projectFolder(), 'migrations');
}

export async function migrationFiles(): Promise<string[]> {
  return (await readdir(migrationsFolder())).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort();
}

async function requireVersion(client: Awaited<ReturnType<typeof connect>>): Promise<void> {
  const { rows } = await client.query(`select current_setting('server_version_num')::int as version`);
  if (rows[0].version < 150_000) {
    throw new Error(`PostgreSQL 15 or later is needed; the server is ${Math.floor(rows[0].version / 10_000)}.`);
  }
}

/** A database that a newer release has migrated must not be touched by an older one. */
function refuseUnknown(done: ReadonlySet<string>, files: readonly string[]): void {
  const unknown = [...done].filter((name) => !files.includes(name));
  if (unknown.length > 0) {
    throw new Error(
      `The database has migrations this release does not know (${unknown.join(', ')}). Start the release that made them, or a newer one.`,
    );
  }
}
