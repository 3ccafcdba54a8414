import type { AuditEntry } from '../../domain/audit.ts';
import { Table } from './table.ts';

/** Written by batches and by changes of settings alike. */
export const auditTable = new Table<AuditEntry>('audit_log', [
  { name: 'subject_id', type: 'text', value: (row) => row.subjectId },
  { name: 'subject_kind', type: 'text', value: (row) => row.subjectKind },
  { name: 'at', type: 'timestamptz', value: (row) => row.at },
  { name: 'user_id', type: 'int4', value: (row) => row.actor.userId },
  { name: 'actor', type: 'text', value: (row) => row.actor.name },
  { name: 'action', type: 'text', value: (row) => row.action },
  { name: 'reason', type: 'text', value: (row) => row.reason },
  { name: 'details', type: 'jsonb', value: (row) => row.details },
]);
