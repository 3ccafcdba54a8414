import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { chooseRunAs } from '../../src/storage/embedded/run-as.ts';

/** A real PgBouncer in front of a database. */
interface PgBouncer {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startPgBouncer(url: string, poolMode: 'session' | 'transaction'): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-bouncer-'));
  const { host, port, user, database } = new pg.Client({ connectionString: url });
  const target = `host=${host} port=${port} dbname=${database} user=${user}`;
  const settings = {
    pool_mode: poolMode,
    auth_type: 'any',
    unix_socket_dir: folder,
    listen_port: 6432,
    logfile: join(folder, 'log'),
    // Nothing is left out without a word: what the service sends with its first message has to be fit for a pooler.
    ignore_startup_parameters: '',
    max_client_conn: 100,
    default_pool_size: 50,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, ['[databases]', `${database} = ${target}`, '[pgbouncer]', ...lines, ''].join('\n'));
  await chmod(folder, 0o777);
  const { prefix, user: account } = await chooseRunAs(folder);
  const [program = '', ...options] = [...prefix, 'pgbouncer', '-q', file];
  const child = spawn(program, options, { stdio: 'ignore', ...account });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const bouncer = {
    url: `postgres://${user}@/${database}?host=${encodeURIComponent(folder)}&port=6432&sslmode=disable`,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
  await waitUntilOpen(bouncer.url, () => child.exitCode !== null).catch(async (error) => {
    const log = await readFile(join(folder, 'log'), 'utf8').catch(() => '(no log)');
    await bouncer.stop();
    throw new Error(`PgBouncer does not answer: ${error}\n${log}`);
  });
  return bouncer;
}

async function waitUntilOpen(url: string, isOver: () => boolean): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (isOver()) throw error;
      await delay(20);
    }
  }
}
