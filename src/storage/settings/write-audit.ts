import type pg from 'pg';
import type { AuditEntry } from '../../domain/people/audit.ts';
import { execute } from '../database/connection.ts';
import { audits } from '../rows/audit-rows.ts';

/** Writes audit entries in the transaction of what they are about. */
export async function writeAudit(client: pg.PoolClient | pg.Client, entries: readonly AuditEntry[]): Promise<void> {
  const [first] = entries;
  if (first === undefined) return;
  const { statement, values } = audits.insert(entries, first.at);
  await execute(client, statement, values);
}
