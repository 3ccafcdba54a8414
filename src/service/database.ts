import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { settingWarnings, warningsOf } from '../domain/authority/setting-warnings.ts';
import { type RoleReport, roleWarning } from '../domain/installation/database-role.ts';
import { refuseDemoTraces } from '../domain/installation/demo-secrets.ts';
import { replicationState, replicationWarning } from '../domain/installation/replication.ts';
import { type Metrics, readTogether } from '../http/metrics.ts';
import { createPool } from '../storage/database/connection.ts';
import { addressesOf, type Database, openDatabase } from '../storage/database/database.ts';
import { Replica } from '../storage/database/replica.ts';
import { keepCell } from '../storage/installation/cell.ts';
import { prepareSchema } from '../storage/installation/migrate.ts';
import { keepMode } from '../storage/installation/mode.ts';
import { readBackupTimes } from '../storage/reads/installation/backup-reads.ts';
import { readReplication } from '../storage/reads/installation/replication-reads.ts';
import { readRoleReport } from '../storage/roles/role-faults.ts';
import { createDemoWorld, findDemoTraces } from '../storage/settings/sandbox/demo-world.ts';
import type { Capability } from './capability.ts';
import type { Core, Foundation } from './core.ts';

export async function openMigrated(
  { database: { url, ownerUrl }, dataDir }: Config,
  { log, binDir }: { readonly log: Logger; readonly binDir: string | undefined },
): Promise<Database> {
  const database = await openDatabase({
    url,
    ownerUrl,
    dataDir,
    log: (message) => log.warn(message),
    ...(binDir === undefined ? {} : { binDir }),
  });
  try {
    await prepareSchema(addressesOf(database));
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/**
 * Before anything else: on a sandbox's database the secrets do not even open with another master key, and a production one must not get
 * a demo world.
 */
export async function takeDatabase(
  { mode, cell }: Config,
  { pool, secrets, connectionString }: Pick<Foundation, 'pool' | 'secrets' | 'connectionString'>,
): Promise<void> {
  if (mode === 'production') refuseDemoTraces(await findDemoTraces(pool));
  await keepMode(pool, mode);
  await keepCell(pool, cell);
  if (mode === 'sandbox') await createDemoWorld(connectionString(), secrets, { hasRewards: true });
}

/**
 * Says at the start what is unsafe: a role that could rewrite the books, a failover that would lose commits, settings hardly meant.
 * The gauges of the pool come before all that ask the database: these would be counted as waiting.
 */
export async function watchServer(
  config: Config,
  { pool, metrics, log }: Pick<Foundation, 'pool' | 'metrics' | 'log'>,
): Promise<RoleReport> {
  metrics.gauge('pool_connections', 'Open connections of the read pool', () => pool.totalCount);
  metrics.gauge('pool_waiting', 'Reads waiting for a connection', () => pool.waitingCount);
  const role = await readRoleReport(pool);
  const warnings = [
    roleWarning(role),
    ...warningsOf(config).map((name) => settingWarnings[name]),
    replicationWarning(await readReplication(pool)),
  ];
  for (const warning of warnings) if (config.mode === 'production' && warning !== null) log.warn(warning);
  metrics.gauge(
    'database_role_faults',
    'Ways to rewrite the books that the database role has',
    () => role.faults.length,
  );
  metrics.gauge('replication_asynchronous', '1 while there are standbys and none of them is synchronous', async () =>
    replicationState(await readReplication(pool)) === 'asynchronous' ? 1 : 0,
  );
  watchBackups(metrics, pool);
  return role;
}

/** What remains if the worst happens. By the machine's clock, as the command line writes backups down. */
function watchBackups(metrics: Metrics, pool: pg.Pool): void {
  const times = readTogether(() => readBackupTimes(pool));
  metrics.gauge('backup_age_seconds', 'Since the last good backup was written', async () => {
    const { goodAt } = await times();
    return goodAt === null ? Number.NaN : (Date.now() - goodAt) / 1000;
  });
  metrics.gauge('backup_failed', '1 when the last backup was no good', async () => {
    const { goodAt, failedAt } = await times();
    return (failedAt ?? 0) > (goodAt ?? 0) ? 1 : 0;
  });
}

/** Where lists and reports are read. A replica that cannot be reached keeps nobody from starting: the primary has all of it. */
export function openReplica({ config, pool, metrics, clock, warns }: Core): Capability<{ readonly replica: Replica }> {
  const { replicaUrl, replicaLagMaxMs, poolMax } = config.database;
  const own = replicaUrl === null ? null : createPool(replicaUrl, poolMax);
  const replica = new Replica({
    primary: pool,
    replica: own,
    lagMaxMs: replicaLagMaxMs,
    // That of the audit log, which it is compared with.
    clock,
    failed: warns('the replica cannot be read; lists and reports are read from the primary'),
  });
  metrics.gauge('replica_behind_seconds', 'How far the replica is behind; NaN while that is not known', async () => {
    return (await replica.behindMs()) / 1000;
  });
  return { api: { replica }, loops: [{ start: () => undefined, stop: async () => await own?.end() }] };
}
