import type pg from 'pg';
import type { SavedView } from '../../../domain/people/saved-view.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { savedViews } from '../../settings/people/views.ts';

/** All of a person's, by page and name: there are few of them. */
export async function listViews(pool: pg.Pool, userId: number): Promise<SavedView[]> {
  return await orUnavailable(savedViews.find(pool, { userId }, 'order by page, name'));
}
