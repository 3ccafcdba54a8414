import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect } from '../src/storage/database/connection.ts';
import type { Book } from './book.ts';
import { compare } from './checks.ts';
import type { Fleet } from './fleet.ts';
import type { Account } from './processes.ts';
import { until } from './wait.ts';

/** The whole of PostgreSQL into the repository, while the service works. */
export async function takeBackup(fleet: Fleet): Promise<void> {
  const leader = await fleet.node('leader');
  const { folder, account } = fleet.settings;
  await runToEnd([join(folder, 'fleet/run.sh'), 'backup'], leader.variables, account);
}

interface RestoreReport {
  readonly durationMs: number;
  /** Acknowledged before the last change that was archived, and not in the restored books. */
  readonly lost: readonly string[];
  readonly said: string;
}

/** `deploy/fleet/restore.sh` into a folder of its own, beside the running fleet; it ends in `quittance verify`. */
export async function restore(fleet: Fleet, book: Book, now: () => number): Promise<RestoreReport> {
  const { folder, ports, variables, account } = fleet.settings;
  const toMs = now();
  await archiveEverything(fleet);
  const startedMs = now();
  const leader = await fleet.node('leader');
  const said = await runToEnd(
    [join(folder, 'fleet/restore.sh'), join(folder, 'restored'), String(ports.RESTORE_PORT)],
    {
      ...leader.variables,
      ...(account.uid === undefined ? {} : { POSTGRES_USER: String(account.uid), POSTGRES_GROUP: String(account.gid) }),
      QUITTANCE: `${process.execPath} ${fileURLToPath(new URL('../program/quittance.js', import.meta.url))}`,
      KEEP_RUNNING: 'yes',
    },
    {},
  );
  const durationMs = now() - startedMs;
  const url = `postgres://quittance:${variables['OWNER_PASSWORD']}@127.0.0.1:${ports.RESTORE_PORT}/quittance`;
  try {
    const { lost } = await compare(url, book, { fromMs: 0, toMs });
    return { durationMs, lost, said };
  } finally {
    const pgCtl = `${variables['PG_BIN']}/pg_ctl`;
    await runToEnd([pgCtl, '-D', join(folder, 'restored'), '-m', 'immediate', 'stop'], leader.variables, account);
  }
}

/** Changes are archived in pieces of 16 MB, or once a minute; this closes the piece and waits for it. */
async function archiveEverything({ settings }: Fleet): Promise<void> {
  const { ports, variables } = settings;
  const superuser = `postgres://postgres:${variables['SUPERUSER_PASSWORD']}@127.0.0.1:${ports.DATABASE_PORT}/postgres`;
  const client = await connect(superuser, 'admin');
  try {
    const { rows } = await client.query('select pg_walfile_name(pg_switch_wal()) as piece');
    await until(`${rows[0].piece} is archived`, 60_000, async () => {
      const archived = await client.query('select last_archived_wal >= $1 as "isThere" from pg_stat_archiver', [
        rows[0].piece,
      ]);
      return archived.rows[0].isThere === true;
    });
  } finally {
    await client.end();
  }
}

/** What it said; fails with that when it failed. */
function runToEnd(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  account: Account,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const [file = '', ...args] = command;
    const child = spawn(file, args, { env: { ...env }, ...account, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        said += chunk;
      });
    }
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0
        ? resolve(said.trim())
        : reject(new Error(`${command.slice(0, 3).join(' ')} failed (${code}):\n${said}`)),
    );
  });
}
