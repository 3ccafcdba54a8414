import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import type { Metrics } from './http/metrics.ts';
import { createPool } from './storage/connection.ts';
import { Replica } from './storage/replica.ts';

interface ReplicaParts {
  readonly pool: pg.Pool;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** That of the audit log, which it is compared with. */
  readonly clock: () => number;
}

/** Where lists and reports are read. A replica that cannot be reached keeps nobody from starting: the primary has all of it. */
export function openReplica({ database }: Config, { pool, metrics, log, clock }: ReplicaParts) {
  const { replicaUrl, replicaLagMaxMs, poolMax } = database;
  const own = replicaUrl === null ? null : createPool(replicaUrl, poolMax);
  const replica = new Replica({
    primary: pool,
    replica: own,
    lagMaxMs: replicaLagMaxMs,
    clock,
    failed: (err) => log.warn({ err }, 'the replica cannot be read; lists and reports are read from the primary'),
  });
  metrics.gauge('replica_behind_seconds', 'How far the replica is behind; NaN while that is not known', async () => {
    return (await replica.behindMs().catch(() => Number.NaN)) / 1000;
  });
  return { replica, stop: async () => await own?.end() };
}
