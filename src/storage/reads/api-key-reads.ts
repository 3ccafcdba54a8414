import type pg from 'pg';
import { orUnavailable } from '../database-errors.ts';

interface ApiKey {
  readonly key: string;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

/** Far more than any store has; the newest first. */
const keysShownMax = 200;

export async function listApiKeys(pool: pg.Pool, storeId: number): Promise<ApiKey[]> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'list-api-keys',
      text: `select key, created_at, revoked_at from api_keys where store_id = $1
        order by created_at desc, key limit $2`,
      values: [storeId, keysShownMax],
    }),
  );
  return rows.map((row) => ({ key: row.key, createdAt: row.created_at, revokedAt: row.revoked_at }));
}
