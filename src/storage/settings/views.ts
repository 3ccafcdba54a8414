import type { SavedView } from '../../domain/saved-view.ts';
import type { SettingsTransaction } from './settings-transaction.ts';

export const viewColumns = 'id, user_id, page, name, query, created_at';

// biome-ignore lint/suspicious/noExplicitAny: a row of the select list above.
export function decodeView(row: any): SavedView {
  const { id, user_id: userId, page, name, query, created_at: createdAt } = row;
  return { id, userId, page, name, query, createdAt };
}

export async function findNamedView(
  { client }: SettingsTransaction,
  { userId, page, name }: Pick<SavedView, 'userId' | 'page' | 'name'>,
): Promise<number | null> {
  const { rows } = await client.query('select id from saved_views where user_id = $1 and page = $2 and name = $3', [
    userId,
    page,
    name,
  ]);
  return rows[0]?.id ?? null;
}

export async function countViews({ client }: SettingsTransaction, userId: number): Promise<number> {
  const { rows } = await client.query('select count(*)::int4 as count from saved_views where user_id = $1', [userId]);
  return rows[0].count;
}

export async function lockView({ client }: SettingsTransaction, viewId: number): Promise<SavedView | null> {
  const { rows } = await client.query(`select ${viewColumns} from saved_views where id = $1 for update`, [viewId]);
  return rows[0] === undefined ? null : decodeView(rows[0]);
}

/** One of the same page and name is written over. */
export async function putView({ client }: SettingsTransaction, view: SavedView): Promise<void> {
  await client.query(
    `insert into saved_views (${viewColumns}) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do update set query = excluded.query, created_at = excluded.created_at`,
    [view.id, view.userId, view.page, view.name, view.query, new Date(view.createdAt)],
  );
}

export async function deleteView({ client }: SettingsTransaction, viewId: number): Promise<void> {
  await client.query('delete from saved_views where id = $1', [viewId]);
}
