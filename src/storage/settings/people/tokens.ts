import type { ApiToken, Scope } from '../../../domain/people/people.ts';
import { instant, int4, int4List, int8, text, textList, textsOrNone } from '../../rows/codec.ts';
import { group } from '../../rows/shape.ts';
import { defineRecord } from '../record.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

export const tokens = defineRecord({
  table: 'api_tokens',
  columns: {
    id: int4,
    userId: int4,
    name: text,
    scopes: textList<Scope>(),
    bounds: group({
      addresses: textsOrNone,
      day: group({ max: int8.from('day_max'), currency: text.from('day_currency') }).orNull,
      requisiteIds: int4List.orNull,
    }),
    createdAt: instant,
    expiresAt: instant,
    revokedAt: instant.orNull,
  },
  hidden: { tokenHash: text },
});

export async function insertToken(
  tx: SettingsTransaction,
  { token, tokenHash }: { readonly token: ApiToken; readonly tokenHash: string },
): Promise<void> {
  await tokens.insert(tx, { ...token, tokenHash });
  if (token.bounds.day === null) return;
  await tx.client.query('insert into token_days (token_id, day, day_sum) values ($1, 0, 0)', [token.id]);
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

export async function revokeToken(tx: SettingsTransaction, id: number, revokedAt: number): Promise<void> {
  await tokens.patch(tx, { id }, { revokedAt });
  await stopImportsBy(tx, [id]);
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
