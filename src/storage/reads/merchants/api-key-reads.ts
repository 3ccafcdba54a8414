import type pg from 'pg';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { read } from '../../database/connection.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { instant, text } from '../../rows/codec.ts';
import { select } from '../../rows/shape.ts';
import { rowStatement } from '../../rows/statement.ts';
import { apiKeys } from '../../settings/merchants/api-keys.ts';
import type { RowOfRecord } from '../../settings/record.ts';

const listed = rowStatement(
  'list-api-keys',
  select('u', { key: apiKeys.row, usedAt: instant.orNull, usedFrom: text.orNull.from('address') }),
  (list) => `select ${list} from api_keys left join api_key_uses u on u.key = api_keys.key
    where api_keys.store_id = $1 order by api_keys.created_at desc, api_keys.key limit $2`,
);

export interface ListedApiKey extends RowOfRecord<typeof apiKeys> {
  readonly usedAt: Instant | null;
  readonly usedFrom: string | null;
}

/** Far more than any store has; the newest first. */
const keysShownMax = 200;

export async function listApiKeys(pool: pg.Pool, storeId: number): Promise<ListedApiKey[]> {
  const rows = await orUnavailable(read(pool, listed, [storeId, keysShownMax]));
  return rows.map(({ key, ...use }) => ({ ...key, ...use }));
}
