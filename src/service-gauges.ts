import type pg from 'pg';
import type { RoleReport } from './domain/database-role.ts';
import type { Engine } from './engine/engine.ts';
import { type Metrics, readTogether } from './http/metrics.ts';
import { readBackupTimes } from './storage/reads/backup-reads.ts';
import { findOldestDue } from './storage/reads/invoice-reads.ts';
import { countOverdue } from './storage/reads/work-reads.ts';

interface Watched {
  readonly engine: Engine;
  readonly pool: pg.Pool;
  readonly clock: () => number;
}

/** Before all other gauges: those ask the database when they are asked, and would be counted as waiting themselves. */
export function watchPool(metrics: Metrics, pool: pg.Pool): Metrics {
  metrics.gauge('pool_connections', 'Open connections of the read pool', () => pool.totalCount);
  metrics.gauge('pool_waiting', 'Reads waiting for a connection', () => pool.waitingCount);
  return metrics;
}

/** What waits: for a lane, for a worker, for a person. */
export function watchEngine(metrics: Metrics, { engine, pool, clock }: Watched): void {
  metrics.gauge('queue_length', 'Commands waiting for a lane', () => engine.queueLength);
  metrics.gauge('oldest_unexpired_seconds', 'How far the expiry worker is behind; 0 when it is not', async () => {
    const oldest = await findOldestDue(pool).catch(() => Number.NaN);
    return oldest === null ? 0 : Math.max(0, (clock() - oldest) / 1000);
  });
  metrics.gauge('transfers_overdue', 'Confirmed transfers past their deadline; a thousand may be more', () =>
    countOverdue(pool, clock()).catch(() => Number.NaN),
  );
}

/** What remains if the worst happens. Backups by the machine's clock, as the command line writes them down. */
export function watchEvidence(metrics: Metrics, pool: pg.Pool, role: RoleReport): void {
  metrics.gauge(
    'database_role_faults',
    'Ways to rewrite the books that the database role has',
    () => role.faults.length,
  );
  const times = readTogether(() => readBackupTimes(pool));
  const read = (value: (read: Awaited<ReturnType<typeof times>>) => number) => () =>
    times().then(value, () => Number.NaN);
  metrics.gauge(
    'backup_age_seconds',
    'Since the last good backup was written',
    read(({ goodAt }) => (goodAt === null ? Number.NaN : (Date.now() - goodAt) / 1000)),
  );
  metrics.gauge(
    'backup_failed',
    '1 when the last backup was no good',
    read(({ goodAt, failedAt }) => ((failedAt ?? 0) > (goodAt ?? 0) ? 1 : 0)),
  );
}
