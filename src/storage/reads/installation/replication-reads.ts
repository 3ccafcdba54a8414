import type { ReplicationReport } from '../../../domain/installation/replication.ts';
import type { Queryable } from '../../database/connection.ts';

/**
 * The state of each standby is for roles with pg_monitor alone; that there is one, everybody sees, and also what the server is
 * set to wait for. Copies that are being made (pg_basebackup) count as long as they last.
 */
export async function readReplication(client: Queryable): Promise<ReplicationReport> {
  const { rows } = await client.query({ name: 'replication', text: selectReplication });
  return rows[0];
}

const selectReplication = `select (select count(*)::int4 from pg_stat_get_wal_senders()) as replicas,
  current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') not in ('off', 'local')
    as "isSynchronous"`;
