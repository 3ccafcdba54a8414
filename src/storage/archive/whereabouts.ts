import { AppError } from '../../errors.ts';
import { type Queryable, read } from '../connection.ts';
import { text, uuid } from '../rows/codec.ts';
import { select } from '../rows/shape.ts';
import { rowStatement } from '../rows/statement.ts';
import { plainArray } from '../rows/table.ts';

/** Where invoices are that are not among the living: in a table of the archive, or in a file. Those that are nowhere are left out. */
const findAway = rowStatement(
  'archive-whereabouts',
  select('t', { id: uuid, month: text.orNull }),
  (list) => `select ${list} from (
      select i.id, null::text as month from invoices i where i.id = any($1::uuid[])
      union all
      select d.id, to_char(d.month, 'YYYY-MM') from detached_ids d where d.id = any($1::uuid[])
    ) t`,
);

/** Which of these can be brought back. One whose month lies in a file is refused. */
export async function findArchived(client: Queryable, ids: readonly string[]): Promise<readonly string[]> {
  const found = await read(client, findAway, [plainArray(ids)]);
  for (const { month } of found) if (month !== null) throw new AppError('invoice_detached', { month });
  return found.map(({ id }) => id);
}

/** An invoice, or a deal, that was looked for and not found: if it lies in a file, that is said. */
export async function refuseDetached(client: Queryable, id: string): Promise<void> {
  await findArchived(client, [id]);
}
