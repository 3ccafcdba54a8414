import type pg from 'pg';
import { sandboxActor } from '../../domain/people/audit.ts';
import { type LostCommit, lostWhat } from '../../domain/state/lost-commits.ts';
import { orUnavailable } from '../database/database-errors.ts';

/** Rows of the audit log in one question: an old installation has many millions, and no question may take long. */
const rowsPerStep = 500_000n;

/**
 * What a sandbox has done to these data since the last look, by invoice; by arrival where money came for none. Every act of a fate is in
 * the audit log, and the actor has no login, so that nobody else can have the name.
 */
export async function findFateTraces(
  pool: pg.Pool,
): Promise<{ readonly traces: readonly LostCommit[]; readonly soughtTo: bigint }> {
  const { rows } = await orUnavailable(
    pool.query('select fates_sought_to as "from", (select coalesce(max(id), 0) from audit_log) as "to" from cell'),
  );
  const { from, to: soughtTo } = rows[0] as { readonly from: bigint; readonly to: bigint };
  const found = new Map<string, LostCommit>();
  for (let after = from; after < soughtTo; after += rowsPerStep) {
    const step = await orUnavailable(pool.query(tracesBetween, [after, after + rowsPerStep, sandboxActor.name]));
    for (const { subjectId, isInvoice } of step.rows) {
      found.set(subjectId, { subjectId, what: isInvoice ? lostWhat.fate : lostWhat.fateArrival });
    }
  }
  return { traces: [...found.values()], soughtTo };
}

const tracesBetween = `
  select distinct coalesce(d.invoice_id::text, l.subject_id) as "subjectId",
    l.subject_kind = 'invoice' or d.invoice_id is not null as "isInvoice"
  from audit_log l
  left join arrivals a on a.id = case when l.subject_kind = 'arrival' then l.subject_id::uuid end
  left join deals d on d.id = a.deal_id
  where l.id > $1 and l.id <= $2 and l.actor = $3 and l.user_id is null`;

/** What was found is written down by now; the next look begins behind it, so that it is not raised again when it was lifted. */
export async function noteFatesSought(pool: pg.Pool, soughtTo: bigint): Promise<void> {
  await orUnavailable(pool.query('update cell set fates_sought_to = $1 where fates_sought_to < $1', [soughtTo]));
}
