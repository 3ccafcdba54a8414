import type pg from 'pg';
import type { LostCommit, Witnessed } from '../../domain/state/lost-commits.ts';
import { run } from '../database/connection.ts';
import type { Statement } from '../rows/statement.ts';

/** Which of these acknowledged things are not in the database. A standby is not asked: it may only be late. */
export async function findLost(client: pg.Client, { invoices, transfers }: Witnessed): Promise<readonly LostCommit[]> {
  const lost: LostCommit[] = [];
  const add = ([subjectId, what]: string[]) => lost.push({ subjectId: subjectId ?? '', what: what ?? '' });
  const values = [invoices.map(({ id }) => id), invoices.map(({ sequence }) => sequence)];
  if (invoices.length > 0) (await run(client, lostInvoices, values)).forEach(add);
  const posted = [transfers.map(({ subjectId }) => subjectId), transfers.map(({ kind }) => kind)];
  if (transfers.length > 0) (await run(client, lostTransfers, posted)).forEach(add);
  return lost;
}

/** An invoice whose month lies in a file is not lost. Transfers never leave. */
const lostInvoices: Statement = {
  name: 'lost-invoices',
  text: `select k.id::text, case when i.id is null then 'invoice' else 'status' end
    from unnest($1::uuid[], $2::int4[]) k(id, sequence) left join invoices i on i.id = k.id
    where (i.id is null or i.sequence < k.sequence) and not exists (select from detached_ids x where x.id = k.id)
      and not pg_is_in_recovery()`,
};

const lostTransfers: Statement = {
  name: 'lost-transfers',
  text: `select k.subject_id::text, k.kind
    from unnest($1::uuid[], $2::text[]) k(subject_id, kind)
    where not exists (select from transfers t where t.subject_id = k.subject_id and t.kind = k.kind)
      and not pg_is_in_recovery()`,
};
