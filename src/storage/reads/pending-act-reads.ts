import type pg from 'pg';
import type { PendingAct, PendingStatus } from '../../domain/second-person.ts';
import { orUnavailable } from '../database-errors.ts';
import { decodePending, pendingColumns } from '../settings/pending-acts.ts';

export interface ListedPendingAct extends PendingAct {
  readonly requestedByLogin: string;
  readonly decidedByLogin: string | null;
}

/** Few: they are decided within days, and of those that are over the newest are enough. */
const shownMax = 200;

export async function listPendingActs(pool: pg.Pool, status: PendingStatus): Promise<ListedPendingAct[]> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'list-pending-acts',
      text: `select p.*, a.login as author, d.login as decider
        from (select ${pendingColumns} from pending_acts where status = $1 order by requested_at desc limit $2) p
        join users a on a.id = p.requested_by left join users d on d.id = p.decided_by
        order by p.requested_at desc`,
      values: [status, shownMax],
    }),
  );
  return rows.map((row) => ({ ...decodePending(row), requestedByLogin: row.author, decidedByLogin: row.decider }));
}
