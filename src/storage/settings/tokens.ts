import type { ApiToken } from '../../domain/people.ts';
import type { SettingsTransaction } from './settings-transaction.ts';

export async function lockToken(
  { client }: SettingsTransaction,
  tokenId: number,
): Promise<Pick<ApiToken, 'userId' | 'revokedAt'> | null> {
  const { rows } = await client.query('select user_id, revoked_at from api_tokens where id = $1 for no key update', [
    tokenId,
  ]);
  return rows[0] === undefined ? null : { userId: rows[0].user_id, revokedAt: rows[0].revoked_at };
}

export async function insertToken(
  { client }: SettingsTransaction,
  { token, tokenHash }: { readonly token: ApiToken; readonly tokenHash: string },
): Promise<void> {
  const { id, userId, name, scopes, createdAt, expiresAt } = token;
  await client.query(
    `insert into api_tokens (id, token_hash, user_id, name, scopes, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, tokenHash, userId, name, scopes, new Date(createdAt), new Date(expiresAt)],
  );
}

/** All of a user's that still work. */
export async function revokeTokensOf({ client }: SettingsTransaction, userId: number, atMs: number): Promise<void> {
  await client.query('update api_tokens set revoked_at = $2 where user_id = $1 and revoked_at is null', [
    userId,
    new Date(atMs),
  ]);
}

export async function revokeToken({ client }: SettingsTransaction, tokenId: number, atMs: number): Promise<void> {
  await client.query('update api_tokens set revoked_at = $2 where id = $1', [tokenId, new Date(atMs)]);
}
