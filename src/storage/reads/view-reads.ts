import type pg from 'pg';
import type { SavedView } from '../../domain/saved-view.ts';
import { orUnavailable } from '../database-errors.ts';
import { decodeView, viewColumns } from '../settings/views.ts';

/** All of a person's, by page and name: there are few of them. */
export async function listViews(pool: pg.Pool, userId: number): Promise<SavedView[]> {
  const text = `select ${viewColumns} from saved_views where user_id = $1 order by page, name`;
  const { rows } = await orUnavailable(pool.query({ name: 'list-views', text, values: [userId] }));
  return rows.map(decodeView);
}
