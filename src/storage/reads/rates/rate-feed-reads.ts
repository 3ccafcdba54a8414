import type pg from 'pg';
import type { RateFeed } from '../../../domain/rates/rate-feed.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { rateFeeds, withSources } from '../../settings/rates/rate-feeds.ts';

export async function listFeeds(
  pool: pg.Pool,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<RateFeed[]> {
  const feeds = await orUnavailable(rateFeeds.select(pool, 'where id > $1 order by id limit $2', [after, limit]));
  return await orUnavailable(withSources(pool, feeds));
}
