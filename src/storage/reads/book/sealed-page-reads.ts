import type pg from 'pg';
import type { FoundPage } from '../../../domain/book/page-faults.ts';
import { orUnavailable } from '../../database/database-errors.ts';

/** Headers in their order after a number, or (null) the last one. */
export async function listPages(pool: pg.Pool, after: number | null, countMax: number): Promise<FoundPage[]> {
  const list = 'select number, header as bytes, hash, signature from book_pages';
  const { rows } = await orUnavailable(
    after === null
      ? pool.query({ name: 'last-page', text: `${list} order by number desc limit 1` })
      : pool.query({
          name: 'pages-after',
          text: `${list} where number > $1 order by number limit $2`,
          values: [after, countMax],
        }),
  );
  return rows;
}
