/**
 * Starts a PostgreSQL server of our own, so that the service needs no installed database.
 *
 * Files in the data directory: `postgres/` (the cluster), `postgres.log` (bounded), `service.lock` (who uses all this),
 * and on Windows `postgres-password`. Nothing in here changes what a commit means: every way a server is stopped, killed
 * or replaced leaves committed rows in the write-ahead log, and the next start replays them.
 */
import { mkdir, realpath, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { embeddedBinDir, prepareCluster, serverSettings } from './cluster.ts';
import { type Endpoint, openEndpoint } from './listen-address.ts';
import { acquireServiceLock, clusterLockPrefix, type ServiceLock, takeOverCluster } from './ownership.ts';
import { chooseRunAs, type RunAs } from './run-as.ts';
import { type ServerPlan, ServerProcess } from './server.ts';

export interface EmbeddedPostgres {
  /** Of the owner. Understood by `pg` and by libpq programs. Stays the same over restarts, except on Windows. */
  readonly connectionString: string;
  /** Of the role that the service works under. */
  readonly workConnectionString: string;
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly binDir: string;
  /** The server's process; a signal to it reaches the postmaster itself. */
  readonly pid: number;
  /** Resolves when the server ends without `stop`; by then a new start on the same directory is allowed. */
  readonly exited: Promise<number | null>;
  /** Fast shutdown: open transactions are rolled back, committed ones are on disk. Safe to call twice. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly log: (message: string) => void;
  /** Server settings that win over our own. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Programs of another PostgreSQL, used instead of the packaged one. */
  readonly binDir?: string;
}

const roleName = 'quittance';
const workRoleName = 'quittance_work';
const databaseName = 'quittance';

/** How long a server may stay silent. A healthy one answers in well under a second, a loaded machine takes several. */
const readyMaxMs = 60_000;
/** How long it may answer "starting up": replaying up to `max_wal_size` of log after a crash, on a slow disk. */
const recoveryMaxMs = 900_000;
const recoveryReportMs = 10_000;
const readyPollMs = 40;
const connectTimeoutMs = 5_000;
/** A killed server's last processes can hold its memory for a moment; together the tries last at least 30 s. */
const launchAttemptsMax = 120;
const launchRetryMs = 250;
/** SQLSTATE cannot_connect_now: the server is there, but still recovering or already stopping. */
const cannotConnectNow = '57P03';

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const runAs = await chooseRunAs(path.join(options.dataDir, 'postgres'));
  // If another user runs the server, it must be able to pass through this directory, though not to list it.
  await makeFolder(options.dataDir, runAs.user === undefined ? 0o700 : 0o711);
  const dataDir = await realpath(options.dataDir);
  const lock = await acquireServiceLock(dataDir);
  try {
    return await startLocked({ ...options, dataDir }, runAs, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function makeFolder(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode });
  } catch (error) {
    throw new Error(
      `The folder ${folder} of DATA_DIR cannot be made (${(error as NodeJS.ErrnoException).code}). Make it, give it to the ` +
        'user that runs the service, or set DATA_DIR to another one.',
    );
  }
}

async function startLocked(
  options: EmbeddedPostgresOptions,
  runAs: RunAs,
  lock: ServiceLock,
): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  const clusterDir = path.join(dataDir, 'postgres');
  const binDir = options.binDir ?? (await embeddedBinDir());
  await takeOverCluster({ binDir, clusterDir, log });
  await prepareCluster({ binDir, dataDir, clusterDir, runAs, log });
  const endpoint = await openEndpoint(dataDir, runAs);
  const { server, admin } = await launch(endpoint, {
    binDir,
    clusterDir,
    runAs,
    lockPrefix: await clusterLockPrefix(clusterDir),
    settings: { ...serverSettings, ...options.settings, ...endpoint.settings },
    logFile: path.join(dataDir, 'postgres.log'),
    log,
  });
  try {
    await createDatabase(admin, endpoint);
  } catch (error) {
    await server.stop();
    throw error;
  } finally {
    await admin.end().catch(() => undefined);
  }
  return runningServer({ binDir, endpoint, server, lock });
}

async function launch(endpoint: Endpoint, plan: ServerPlan): Promise<{ server: ServerProcess; admin: pg.Client }> {
  for (let attempt = 1; ; attempt++) {
    const server = new ServerProcess(plan);
    const admin = await waitUntilReady(server, endpoint, plan.log).catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
    if (admin !== undefined) return { server, admin };
    if (attempt >= launchAttemptsMax || !(await server.wasBlockedByOldServer())) {
      throw new Error(`PostgreSQL did not start.\n${await server.describeFailure()}`);
    }
    await delay(launchRetryMs);
  }
}

/** The first connection that is accepted, or undefined when the server ended instead. */
async function waitUntilReady(
  server: ServerProcess,
  endpoint: Endpoint,
  log: (message: string) => void,
): Promise<pg.Client | undefined> {
  const startedMs = performance.now();
  let reportedMs = startedMs;
  let lastError = '';
  while (server.running) {
    const answer = await connectAsAdmin(endpoint);
    if (answer instanceof pg.Client) return answer;
    lastError = answer.message;
    const nowMs = performance.now();
    const recovering = 'code' in answer && answer.code === cannotConnectNow;
    // Giving up on a recovering server would only make the next start replay the same log again.
    if (nowMs - startedMs > (recovering ? recoveryMaxMs : readyMaxMs)) {
      const waitedSeconds = Math.round((nowMs - startedMs) / 1000);
      throw new Error(
        `PostgreSQL was not ready after ${waitedSeconds} s (${lastError}).\n${await server.describeFailure()}`,
      );
    }
    if (nowMs - reportedMs > recoveryReportMs) {
      reportedMs = nowMs;
      log(`PostgreSQL is still starting: ${lastError}`);
    }
    await delay(readyPollMs);
  }
  return undefined;
}

async function connectAsAdmin(endpoint: Reachable): Promise<pg.Client | Error> {
  const client = new pg.Client({
    host: endpoint.host,
    port: endpoint.port,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: connectTimeoutMs,
    ...(endpoint.password === undefined ? {} : { password: endpoint.password }),
  });
  // A server that ends while we are connected is noticed through its process; unheard, the event would end ours.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    return error instanceof Error ? error : new Error(String(error));
  }
}

/**
 * The owner makes the schema; the service works as a role that owns nothing. Neither has superuser rights, so their
 * statements cannot read files or run programs. Checked at every start: a crash between the steps of the first one
 * must not leave them undone, and a release before the second role has made only one.
 */
async function createDatabase(admin: pg.Client, { password }: Pick<Endpoint, 'password'>): Promise<void> {
  const { rows } = await admin.query('select rolname from pg_roles where rolname = any($1)', [
    [roleName, workRoleName],
  ]);
  const found = rows.map(({ rolname }) => rolname);
  if (!found.includes(roleName)) {
    // Sent as one string, both run in one transaction. `createdb` is for test databases, the rest for measuring.
    await admin.query(`create role ${roleName} login createdb; grant pg_monitor, pg_checkpoint to ${roleName}`);
  }
  if (!found.includes(workRoleName)) await admin.query(`create role ${workRoleName} login`);
  if (password !== undefined) {
    for (const role of [roleName, workRoleName]) {
      await admin.query(`alter role ${role} password ${pg.escapeLiteral(password)}`);
    }
  }
  const databases = await admin.query('select 1 from pg_database where datname = $1', [databaseName]);
  if (databases.rowCount === 0) await admin.query(`create database ${databaseName} owner ${roleName}`);
}

interface RunningParts {
  readonly binDir: string;
  readonly endpoint: Endpoint;
  readonly server: ServerProcess;
  readonly lock: ServiceLock;
}

function runningServer({ binDir, endpoint, server, lock }: RunningParts): EmbeddedPostgres {
  let stopping: Promise<void> | undefined;
  const released = server.exit.then(async (exitCode) => {
    // Fails when a killed server left its socket behind; the next start clears that.
    if (endpoint.socketDir !== undefined) await rmdir(endpoint.socketDir).catch(() => undefined);
    // A failing disk must not turn the news that the server ended into a crash of the service.
    await lock.release().catch(() => undefined);
    return exitCode;
  });
  return {
    ...connectionStrings(endpoint),
    host: endpoint.host,
    port: endpoint.port,
    user: roleName,
    database: databaseName,
    binDir,
    pid: server.pid,
    exited: new Promise((resolve) => {
      released.then((exitCode) => {
        if (stopping === undefined) resolve(exitCode);
      });
    }),
    stop() {
      stopping ??= server.stop().then(async () => {
        await released;
      });
      return stopping;
    },
  };
}

type Reachable = Omit<Endpoint, 'settings'>;

export function connectionStrings(
  endpoint: Reachable,
): Pick<EmbeddedPostgres, 'connectionString' | 'workConnectionString'> {
  return {
    connectionString: connectionString(endpoint, roleName),
    workConnectionString: connectionString(endpoint, workRoleName),
  };
}

function connectionString(endpoint: Reachable, role: string): string {
  // Without `sslmode`, a PGSSLMODE in somebody's environment would make `pg` ask this server for TLS.
  if (endpoint.socketDir !== undefined) {
    const host = encodeURIComponent(endpoint.socketDir);
    return `postgres://${role}@/${databaseName}?host=${host}&port=${endpoint.port}&sslmode=disable`;
  }
  const credentials = `${role}:${endpoint.password}`;
  return `postgres://${credentials}@${endpoint.host}:${endpoint.port}/${databaseName}?sslmode=disable`;
}

/** Beside a server that an older release has started: its roles may be fewer. */
export async function completeRoles(endpoint: Reachable): Promise<boolean> {
  const admin = await connectAsAdmin(endpoint);
  if (admin instanceof Error) return false;
  await createDatabase(admin, endpoint).finally(() => admin.end());
  return true;
}
