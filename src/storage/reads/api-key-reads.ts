import type pg from 'pg';
import type { KeyLimits } from '../../domain/api-key.ts';
import { orUnavailable } from '../database-errors.ts';

export interface ListedApiKey extends KeyLimits {
  readonly key: string;
  readonly name: string;
  readonly hasOwnSecret: boolean;
  readonly createdAt: number;
  readonly validUntil: number | null;
  readonly revokedAt: number | null;
  readonly usedAt: number | null;
  readonly usedFrom: string | null;
}

/** Far more than any store has; the newest first. */
const keysShownMax = 200;

export async function listApiKeys(pool: pg.Pool, storeId: number): Promise<ListedApiKey[]> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'list-api-keys',
      text: `select k.key, k.name, k.scopes, k.addresses, k.secret is not null as has_secret, k.created_at, k.valid_until,
          k.revoked_at, u.used_at, u.address
        from api_keys k left join api_key_uses u on u.key = k.key where k.store_id = $1
        order by k.created_at desc, k.key limit $2`,
      values: [storeId, keysShownMax],
    }),
  );
  return rows.map((row) => ({
    key: row.key,
    name: row.name,
    scopes: row.scopes,
    addresses: row.addresses,
    hasOwnSecret: row.has_secret,
    createdAt: row.created_at,
    validUntil: row.valid_until,
    revokedAt: row.revoked_at,
    usedAt: row.used_at,
    usedFrom: row.address,
  }));
}
