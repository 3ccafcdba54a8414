import type pg from 'pg';
import { type Outcomes, type TroubledBank, troubleKey } from '../../../domain/payins/routing.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { orUnavailable } from '../../database/database-errors.ts';

/** What became of the deals of invoices that were made since then, of every requisite. */
export async function readOutcomes(client: pg.Pool | pg.ClientBase, since: Instant): Promise<Outcomes[]> {
  const { rows } = await client.query({
    name: 'read-outcomes',
    text: `select r.id, r.maker_id, r.bank, r.currency, coalesce(f.ended, 0) as ended, coalesce(f.paid, 0) as paid,
        coalesce(f.waited, 0) as waited, coalesce(f.prompt, 0) as prompt
      from requisites r
      left join (
        select requisite_id, sum(ended)::int4 as ended, sum(paid)::int4 as paid, sum(waited)::int4 as waited,
          sum(prompt)::int4 as prompt
        from requisite_rollups where at >= $1 group by requisite_id
      ) f on f.requisite_id = r.id`,
    values: [new Date(since)],
  });
  return rows.map(({ id, maker_id: makerId, ...counts }) => ({ requisiteId: id, makerId, ...counts }));
}

export interface RecentDeals {
  readonly ended: number;
  readonly paid: number;
}

/** What became of the deals of these requisites since then. */
export async function findRecentDeals(
  pool: pg.Pool,
  requisiteIds: readonly number[],
  since: Instant,
): Promise<ReadonlyMap<number, RecentDeals>> {
  const query = pool.query({
    name: 'find-recent-deals',
    text: `select requisite_id, sum(ended)::int4 as ended, sum(paid)::int4 as paid from requisite_rollups
      where at >= $1 and requisite_id = any($2::int4[]) group by requisite_id`,
    values: [new Date(since), requisiteIds],
  });
  const { rows } = await orUnavailable(query);
  return new Map(rows.map(({ requisite_id: id, ended, paid }) => [id, { ended, paid }]));
}

export async function readWeights(client: pg.ClientBase): Promise<ReadonlyMap<number, number>> {
  const { rows } = await client.query('select requisite_id, weight from requisite_weights');
  return new Map(rows.map(({ requisite_id: id, weight }) => [id, weight]));
}

export async function readTroubledBanks(client: pg.ClientBase): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<TroubledBank>('select currency, bank from troubled_banks');
  return new Set(rows.map(troubleKey));
}
