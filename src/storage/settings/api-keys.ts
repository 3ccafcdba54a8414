import type { ApiKey, KeyLimits } from '../../domain/api-key.ts';
import { apiKeySecretContext } from '../sealed-columns.ts';
import type { SettingsTransaction } from './settings-transaction.ts';

interface ApiKeyRow extends KeyLimits {
  readonly storeId: number;
  readonly name: string;
  readonly hasOwnSecret: boolean;
  readonly validUntil: number | null;
  readonly revokedAt: number | null;
}

export async function lockApiKey({ client }: SettingsTransaction, key: string): Promise<ApiKeyRow | null> {
  const { rows } = await client.query(
    `select store_id, name, scopes, addresses, secret is not null as has_secret, valid_until, revoked_at
     from api_keys where key = $1 for no key update`,
    [key],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { name, scopes, addresses } = row;
  return {
    storeId: row.store_id,
    name,
    scopes,
    addresses,
    hasOwnSecret: row.has_secret,
    validUntil: row.valid_until,
    revokedAt: row.revoked_at,
  };
}

/** Those of a store that work now. */
export async function countValidKeys({ client }: SettingsTransaction, storeId: number, nowMs: number): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as count from api_keys
     where store_id = $1 and revoked_at is null and (valid_until is null or valid_until > $2)`,
    [storeId, new Date(nowMs)],
  );
  return rows[0].count;
}

interface NewApiKey extends Omit<ApiKey, 'validUntil'> {
  readonly key: string;
  readonly name: string;
  readonly createdAt: number;
}

export async function insertApiKey({ client, secrets }: SettingsTransaction, made: NewApiKey): Promise<void> {
  const { key, storeId, name, scopes, addresses, secret, createdAt } = made;
  await client.query(
    `insert into api_keys (key, store_id, name, scopes, addresses, secret, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      key,
      storeId,
      name,
      scopes,
      addresses,
      secret === null ? null : secrets.seal(secret, apiKeySecretContext(key)),
      new Date(createdAt),
    ],
  );
}

export async function updateApiKey(
  { client }: SettingsTransaction,
  { key, name, scopes, addresses }: KeyLimits & { readonly key: string; readonly name: string },
): Promise<void> {
  await client.query('update api_keys set name = $2, scopes = $3, addresses = $4 where key = $1', [
    key,
    name,
    scopes,
    addresses,
  ]);
}

/** It ends then by itself; sooner if it was to end sooner. */
export async function endApiKey({ client }: SettingsTransaction, key: string, untilMs: number): Promise<void> {
  await client.query('update api_keys set valid_until = least(valid_until, $2) where key = $1', [
    key,
    new Date(untilMs),
  ]);
}

export async function revokeApiKey({ client }: SettingsTransaction, key: string, atMs: number): Promise<void> {
  await client.query('update api_keys set revoked_at = $2 where key = $1', [key, new Date(atMs)]);
}
