import type { SettingsTransaction } from './settings-transaction.ts';

export async function lockApiKey(
  { client }: SettingsTransaction,
  key: string,
): Promise<{ readonly storeId: number; readonly revokedAt: number | null } | null> {
  const { rows } = await client.query('select store_id, revoked_at from api_keys where key = $1 for no key update', [
    key,
  ]);
  return rows[0] === undefined ? null : { storeId: rows[0].store_id, revokedAt: rows[0].revoked_at };
}

export async function insertApiKey(
  { client }: SettingsTransaction,
  { key, storeId, createdAt }: { readonly key: string; readonly storeId: number; readonly createdAt: number },
): Promise<void> {
  await client.query('insert into api_keys (key, store_id, created_at) values ($1, $2, $3)', [
    key,
    storeId,
    new Date(createdAt),
  ]);
}

export async function revokeApiKey({ client }: SettingsTransaction, key: string, atMs: number): Promise<void> {
  await client.query('update api_keys set revoked_at = $2 where key = $1', [key, new Date(atMs)]);
}
