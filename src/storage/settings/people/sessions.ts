import type pg from 'pg';
import type { SignedIn } from '../../../domain/people/people.ts';
import type { TokenBounds } from '../../../domain/people/token.ts';
import { read } from '../../database/connection.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { instant, int4, text, uuid } from '../../rows/codec.ts';
import { select } from '../../rows/shape.ts';
import { rowStatement } from '../../rows/statement.ts';
import { defineRecord } from '../record.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';
import { accessRules } from './access-rules.ts';
import { tokens } from './tokens.ts';
import { users } from './users.ts';

export interface NewSession {
  readonly tokenHash: string;
  readonly userId: number;
  readonly csrfToken: string;
  readonly userAgent: string;
  readonly address: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

interface SignedInByToken extends SignedIn {
  readonly expiresAt: number;
  readonly bounds: TokenBounds;
}

/** A session, which somebody may have left. */
interface FoundSession extends SignedIn {
  readonly lastSeenAt: number;
}

export const sessions = defineRecord({
  table: 'sessions',
  columns: {
    tokenHash: text,
    id: uuid.usual,
    userId: int4,
    csrfToken: text,
    userAgent: text,
    address: text,
    createdAt: instant,
    lastSeenAt: instant,
    provedAt: instant.orNull.from('code_at'),
    expiresAt: instant,
    deviceId: int4.orNull,
  },
});

/** Who signs in has just shown to be there. */
export async function insertSession(tx: SettingsTransaction, session: NewSession, deviceId: number): Promise<void> {
  const { createdAt } = session;
  await sessions.insert(tx, { ...session, lastSeenAt: createdAt, provedAt: createdAt, deviceId });
}

/** From now on the session has a fresh proof. */
export async function updateProved(tx: SettingsTransaction, tokenHash: string, provedAt: number): Promise<void> {
  await sessions.patch(tx, { tokenHash }, { provedAt });
}

/** What was shown before there was a second factor does not count with it. */
export async function clearOtherProofs(
  { client }: SettingsTransaction,
  userId: number,
  exceptHash: string,
): Promise<void> {
  await client.query('update sessions set code_at = null where user_id = $1 and token_hash <> $2', [
    userId,
    exceptHash,
  ]);
}

/** The person has done something in it. Of several requests at once one writes. */
export async function updateSeen(pool: pg.Pool, tokenHash: string, atMs: number): Promise<void> {
  await orUnavailable(
    pool.query({
      name: 'update-seen',
      text: 'update sessions set last_seen_at = $2 where token_hash = $1 and last_seen_at < $2',
      values: [tokenHash, new Date(atMs)],
    }),
  );
}

export async function deleteSession(pool: pg.Pool, tokenHash: string): Promise<void> {
  await orUnavailable(pool.query('delete from sessions where token_hash = $1', [tokenHash]));
}

export async function lockSessions({ client }: SettingsTransaction, userId: number) {
  return await sessions.find(client, { userId }, 'order by token_hash for update');
}

export async function deleteSessionsBy({ client }: SettingsTransaction, tokenHashes: readonly string[]): Promise<void> {
  await client.query('delete from sessions where token_hash = any($1::text[])', [tokenHashes]);
}

/** All of a user's, but for the one that is named. */
export async function deleteSessions(
  { client }: SettingsTransaction,
  userId: number,
  exceptHash: string | null = null,
): Promise<void> {
  await client.query('delete from sessions where user_id = $1 and ($2::text is null or token_hash <> $2)', [
    userId,
    exceptHash,
  ]);
}

const foundSession = rowStatement(
  'find-session',
  select('s', {
    user: users.row,
    rules: accessRules.row,
    csrfToken: text,
    provedAt: instant.orNull.from('code_at'),
    lastSeenAt: instant,
  }),
  (list) => `select ${list} from sessions s join users on users.id = s.user_id cross join access_rules
    where s.token_hash = $1 and s.expires_at > $2 and not users.disabled`,
);

export async function findSession(pool: pg.Pool, tokenHash: string, nowMs: number): Promise<FoundSession | null> {
  const [found] = await orUnavailable(read(pool, foundSession, [tokenHash, new Date(nowMs)]));
  return found === undefined ? null : { ...found, scopes: null };
}

const foundToken = rowStatement(
  'find-token',
  select('api_tokens', { token: tokens.row, user: users.row, rules: accessRules.row }),
  (list) => `select ${list} from api_tokens join users on users.id = api_tokens.user_id cross join access_rules
    where api_tokens.token_hash = $1 and api_tokens.revoked_at is null and not users.disabled`,
);

/** One that was not revoked; it may have ended. */
export async function findToken(pool: pg.Pool, tokenHash: string): Promise<SignedInByToken | null> {
  const [found] = await orUnavailable(read(pool, foundToken, [tokenHash]));
  if (found === undefined) return null;
  const { user, rules, token: own } = found;
  const { id, scopes, expiresAt, bounds } = own;
  // Also of one that is not bound: what it brings in is stopped when it is revoked.
  const token = { id, day: bounds.day, requisiteIds: bounds.requisiteIds };
  return { user, rules, scopes, csrfToken: null, provedAt: null, token, expiresAt, bounds };
}
