import type pg from 'pg';
import type { Instant } from '../../domain/timestamp.ts';
import type { Cells } from '../connection.ts';
import { Conditions, type Page, type PageRequest, type Query, readPage } from './listing.ts';

/** One line of the audit log as it is read. */
export interface AuditLine {
  readonly id: bigint;
  readonly at: Instant;
  readonly userId: number | null;
  readonly actor: string;
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly reason: string;
  readonly details: object | null;
}

interface AuditFilter {
  readonly userId: number | null;
  readonly subject: { readonly kind: string; readonly id: string } | null;
}

export async function listAuditLog(pool: pg.Pool, filter: AuditFilter, page: PageRequest): Promise<Page<AuditLine>> {
  return await readPage(pool, auditLogQuery(filter, page), page, decodeAuditLine);
}

export const auditColumns =
  'l.id, l.at, l.user_id, l.actor, l.action, l.subject_kind, l.subject_id, l.reason, l.details';

export function auditLogQuery(filter: AuditFilter, page: PageRequest): Query {
  const where = new Conditions()
    .add('l.user_id = ?', filter.userId)
    .add('l.subject_kind = ?', filter.subject?.kind ?? null)
    .add('l.subject_id = ?', filter.subject?.id ?? null)
    .add('l.id < ?::int8', page.after);
  // As the index by user is sorted, and the primary key is not: it would be walked to the end for who did little.
  const order = filter.userId === null ? 'l.id desc' : 'l.id desc nulls last';
  const text = `select ${auditColumns} from audit_log l where ${where}
    order by ${order} limit ${where.parameter(page.limit + 1)}`;
  return { text, values: where.values };
}

export function decodeAuditLine(cells: Cells): AuditLine {
  return {
    id: cells[0],
    at: cells[1],
    userId: cells[2],
    actor: cells[3],
    action: cells[4],
    subjectKind: cells[5],
    subjectId: cells[6],
    reason: cells[7],
    details: cells[8],
  };
}
