import type { ApiKey, KeyScope } from '../../../domain/merchants/api-key.ts';
import { bool, bytes, instant, int4, text, textList } from '../../rows/codec.ts';
import { apiKeySecretContext } from '../../secrets/sealed-columns.ts';
import { defineRecord, type RowOfRecord } from '../record.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

export const apiKeys = defineRecord({
  table: 'api_keys',
  columns: {
    key: text,
    storeId: int4,
    name: text,
    scopes: textList<KeyScope>(),
    addresses: textList(),
    createdAt: instant,
    validUntil: instant.orNull,
    revokedAt: instant.orNull,
  },
  computed: { hasOwnSecret: bool.from('secret is not null') },
  hidden: { secret: bytes.orNull },
});
type ApiKeyRow = Omit<RowOfRecord<typeof apiKeys>, 'key' | 'createdAt'>;

/** Those of a store that work now. */
export async function countValidKeys({ client }: SettingsTransaction, storeId: number, nowMs: number): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as count from api_keys
     where store_id = $1 and revoked_at is null and (valid_until is null or valid_until > $2)`,
    [storeId, new Date(nowMs)],
  );
  return rows[0].count;
}

/** It ends then by itself; sooner if it was to end sooner. */
export async function endApiKey({ client }: SettingsTransaction, key: string, untilMs: number): Promise<void> {
  await client.query('update api_keys set valid_until = least(valid_until, $2) where key = $1', [
    key,
    new Date(untilMs),
  ]);
}

interface NewApiKey extends Omit<ApiKey, 'validUntil'> {
  readonly key: string;
  readonly name: string;
  readonly createdAt: number;
}

export async function insertApiKey(tx: SettingsTransaction, { secret, ...made }: NewApiKey): Promise<void> {
  const sealed = secret === null ? null : tx.secrets.seal(secret, apiKeySecretContext(made.key));
  await apiKeys.insert(tx, { ...made, secret: sealed });
}

export async function lockApiKey(tx: SettingsTransaction, key: string): Promise<ApiKeyRow | null> {
  return await apiKeys.lock(tx, { key });
}
