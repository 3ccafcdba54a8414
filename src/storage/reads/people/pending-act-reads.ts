import type pg from 'pg';
import type { PendingAct, PendingStatus } from '../../../domain/authority/second-person.ts';
import { read } from '../../database/connection.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { text } from '../../rows/codec.ts';
import { select } from '../../rows/shape.ts';
import { rowStatement } from '../../rows/statement.ts';
import { pendingActs } from '../../settings/people/pending-acts.ts';

export interface ListedPendingAct extends PendingAct {
  readonly requestedByLogin: string;
  readonly decidedByLogin: string | null;
}

/** Few: they are decided within days, and of those that are over the newest are enough. */
const shownMax = 200;

export async function listPendingActs(pool: pg.Pool, status: PendingStatus): Promise<ListedPendingAct[]> {
  const rows = await orUnavailable(read(pool, listed, [status, shownMax]));
  return rows.map(({ act, ...logins }) => ({ ...act, ...logins }));
}

const listed = rowStatement(
  'list-pending-acts',
  select('', {
    act: pendingActs.row,
    requestedByLogin: text.from('a.login'),
    decidedByLogin: text.orNull.from('d.login'),
  }),
  (list) => `select ${list}
    from (select * from pending_acts where status = $1 order by requested_at desc limit $2) pending_acts
    join users a on a.id = pending_acts.requested_by left join users d on d.id = pending_acts.decided_by
    order by pending_acts.requested_at desc`,
);
