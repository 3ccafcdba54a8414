import type { AuditEntry } from '../../domain/people/audit.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { instant, int4, json, text } from './codec.ts';
import { addedAs, defineRow } from './row-kind.ts';

/** What is kept of an entry: of who did it, the user and the name. */
export interface KeptAudit extends Omit<AuditEntry, 'actor'> {
  readonly at: Instant;
  readonly userId: number | null;
  readonly actor: string;
}

export const keptAudits = defineRow<KeptAudit>({
  table: 'audit_log',
  columns: {
    subjectId: text,
    subjectKind: text,
    at: instant,
    userId: int4.orNull,
    actor: text,
    action: text,
    reason: text,
    details: json<NonNullable<AuditEntry['details']>>().orNull,
  },
  unique: {},
});

/** Written by batches and by changes of settings alike. */
export const audits = addedAs<AuditEntry, KeptAudit>(keptAudits, (entry) => ({
  ...entry,
  userId: entry.actor.userId,
  actor: entry.actor.name,
}));
