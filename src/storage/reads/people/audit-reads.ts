import type pg from 'pg';
import { type KeptAudit, keptAudits } from '../../rows/audit-rows.ts';
import { int8 } from '../../rows/codec.ts';
import { select } from '../../rows/shape.ts';
import { Conditions, type Page, type PageRequest, type Query, readPage } from '../listing.ts';

/** One entry of the audit log as it is read. */
export interface AuditLine extends KeptAudit {
  readonly id: bigint;
}

/** Of the table `l`. */
export const auditLine = select('l', { id: int8, ...keptAudits.shape });

interface AuditFilter {
  readonly userId: number | null;
  readonly subject: { readonly kind: string; readonly id: string } | null;
}

export async function listAuditLog(pool: pg.Pool, filter: AuditFilter, page: PageRequest): Promise<Page<AuditLine>> {
  return await readPage(pool, auditLogQuery(filter, page), page, ({ id }) => id);
}

export function auditLogQuery(filter: AuditFilter, page: PageRequest): Query<AuditLine> {
  const where = new Conditions()
    .add('l.user_id = ?', filter.userId)
    .add('l.subject_kind = ?', filter.subject?.kind ?? null)
    .add('l.subject_id = ?', filter.subject?.id ?? null)
    .add('l.id < ?::int8', page.after);
  // As the index by user is sorted, and the primary key is not: it would be walked to the end for who did little.
  const order = filter.userId === null ? 'l.id desc' : 'l.id desc nulls last';
  const text = `select ${auditLine.list} from audit_log l where ${where}
    order by ${order} limit ${where.parameter(page.limit + 1)}`;
  return { text, values: where.values, selection: auditLine };
}
