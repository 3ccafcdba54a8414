import type { ApiToken } from '../../domain/people.ts';
import type { TokenBounds } from '../../domain/token-bounds.ts';
import type { SettingsTransaction } from './settings-transaction.ts';

/** Of `api_tokens t`. */
export const boundColumns = 't.addresses, t.day_max, t.day_currency, t.requisite_ids';

// biome-ignore lint/suspicious/noExplicitAny: a row of the select list above.
export function decodeBounds(row: any): TokenBounds {
  const { addresses, day_max: max, day_currency: currency, requisite_ids: requisiteIds } = row;
  return { addresses: addresses ?? [], day: max === null ? null : { max: BigInt(max), currency }, requisiteIds };
}

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
  const { id, userId, name, scopes, createdAt, expiresAt, bounds } = token;
  await client.query(
    `insert into api_tokens (id, token_hash, user_id, name, scopes, created_at, expires_at, addresses, day_max, day_currency, requisite_ids)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      id,
      tokenHash,
      userId,
      name,
      scopes,
      new Date(createdAt),
      new Date(expiresAt),
      bounds.addresses,
      bounds.day?.max ?? null,
      bounds.day?.currency ?? null,
      bounds.requisiteIds,
    ],
  );
  if (bounds.day !== null) {
    await client.query('insert into token_days (token_id, day, day_sum) values ($1, 0, 0)', [id]);
  }
}

/** All of a user's that still work. */
export async function revokeTokensOf(tx: SettingsTransaction, userId: number, atMs: number): Promise<void> {
  const { rows } = await tx.client.query(
    'update api_tokens set revoked_at = $2 where user_id = $1 and revoked_at is null returning id',
    [userId, new Date(atMs)],
  );
  await stopImportsBy(
    tx,
    rows.map(({ id }) => id),
  );
}

export async function revokeToken(tx: SettingsTransaction, tokenId: number, atMs: number): Promise<void> {
  await tx.client.query('update api_tokens set revoked_at = $2 where id = $1', [tokenId, new Date(atMs)]);
  await stopImportsBy(tx, [tokenId]);
}

/** What a token has brought in and is not read yet is as doubtful as the token. */
async function stopImportsBy({ client }: SettingsTransaction, tokenIds: readonly number[]): Promise<void> {
  if (tokenIds.length === 0) return;
  await client.query(
    `update statement_imports set is_stopped = true
     where token_id = any($1::int4[]) and state in ('receiving', 'waiting', 'reading') and not is_stopped`,
    [tokenIds],
  );
}
