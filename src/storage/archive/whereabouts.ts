import { AppError } from '../../errors/app-error.ts';
import { type Queryable, read } from '../database/connection.ts';
import { int4, text, uuid } from '../rows/codec.ts';
import { select } from '../rows/shape.ts';
import { rowStatement } from '../rows/statement.ts';
import { plainArray } from '../rows/table.ts';

/** Whose invoices somebody may hear of: those of these stores; null, an operator: of all. A payer and a maker: of none. */
export type StoresHeardOf = readonly number[] | null;

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

/** Which of these can be brought back. One whose month lies in a file is refused: the caller knows already that it exists. */
export async function findArchived(client: Queryable, ids: readonly string[]): Promise<readonly string[]> {
  const found = await read(client, findAway, [plainArray(ids)]);
  for (const { month } of found) if (month !== null) throw new AppError('invoice_detached', { month });
  return found.map(({ id }) => id);
}

/** Nothing where nothing was ever moved. */
const findDetached = rowStatement(
  'archive-detached',
  select('d', { storeId: int4.orNull, month: text.from(`to_char(d.month, 'YYYY-MM')`).orNull }),
  (list) => `select ${list} from (select where exists (select from archive_months)) archive
    left join detached_ids d on d.id = $1::uuid`,
);

/**
 * An invoice or deal was not found. If it lies in a file, its store and operators are told so; for all others it does not exist.
 * `again` looks for it once more: its month may have come back since.
 */
export async function refuseDetached<Found>(
  client: Queryable,
  { id, stores }: { readonly id: string; readonly stores: StoresHeardOf },
  again: () => Promise<Found | null>,
): Promise<Found | null> {
  if (stores?.length === 0) return null;
  const [away] = await read(client, findDetached, [id]);
  if (away === undefined) return null;
  const { month, storeId } = away;
  if (month === null) return await again();
  if (stores !== null && !stores.some((one) => one === storeId)) return null;
  throw new AppError('invoice_detached', { month });
}

const detachedOf = rowStatement(
  'archive-detached-of',
  select('d', { id: uuid }),
  (list) => `select ${list} from detached_ids d where d.id = any($1::uuid[])`,
);

/** Those that lie in a file. */
export async function filterDetached(client: Queryable, ids: readonly string[]): Promise<readonly string[]> {
  return (await read(client, detachedOf, [plainArray(ids)])).map(({ id }) => id);
}
