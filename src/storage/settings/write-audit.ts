import type pg from 'pg';
import type { AuditEntry } from '../../domain/audit.ts';
import { auditTable } from '../rows/audit-rows.ts';

/** Writes audit entries in the transaction of what they are about. */
export async function writeAudit(client: pg.PoolClient | pg.Client, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const { statement, values } = auditTable.insert(entries);
  await client.query({ name: statement.name, text: statement.text, values });
}
