import type pg from 'pg';
import type { Scope, SignedIn } from '../../domain/people.ts';
import type { TokenBounds } from '../../domain/token-bounds.ts';
import { orUnavailable } from '../database-errors.ts';
import { decodeRules, ruleColumns } from './access-rules.ts';
import type { SettingsTransaction } from './settings-transaction.ts';
import { boundColumns, decodeBounds } from './tokens.ts';
import { decodeUser, userColumns } from './users.ts';

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

/** Who signs in has just shown to be there. */
export async function insertSession(
  { client }: SettingsTransaction,
  session: NewSession,
  deviceId: number,
): Promise<void> {
  await client.query(
    `insert into sessions
       (token_hash, user_id, csrf_token, user_agent, address, created_at, last_seen_at, code_at, expires_at, device_id)
     values ($1, $2, $3, $4, $5, $6, $6, $6, $7, $8)`,
    [
      session.tokenHash,
      session.userId,
      session.csrfToken,
      session.userAgent,
      session.address,
      new Date(session.createdAt),
      new Date(session.expiresAt),
      deviceId,
    ],
  );
}

/** From now on the session has a fresh proof. */
export async function updateProved({ client }: SettingsTransaction, tokenHash: string, atMs: number): Promise<void> {
  await client.query('update sessions set code_at = $2 where token_hash = $1', [tokenHash, new Date(atMs)]);
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

interface OwnSession {
  readonly id: string;
  readonly tokenHash: string;
}

export async function lockSessions({ client }: SettingsTransaction, userId: number): Promise<OwnSession[]> {
  const { rows } = await client.query(
    'select id, token_hash from sessions where user_id = $1 order by token_hash for update',
    [userId],
  );
  return rows.map((row) => ({ id: row.id, tokenHash: row.token_hash }));
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

export async function findSession(pool: pg.Pool, tokenHash: string, nowMs: number): Promise<FoundSession | null> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'find-session',
      text: `select s.csrf_token, s.code_at, s.last_seen_at, u.*, r.*
        from sessions s join (select ${userColumns} from users) u on u.id = s.user_id
        cross join (select ${ruleColumns} from access_rules) r
        where s.token_hash = $1 and s.expires_at > $2 and not u.disabled`,
      values: [tokenHash, new Date(nowMs)],
    }),
  );
  const row = rows[0];
  if (row === undefined) return null;
  return {
    user: decodeUser(row),
    rules: decodeRules(row),
    scopes: null,
    csrfToken: row.csrf_token,
    provedAt: row.code_at,
    lastSeenAt: row.last_seen_at,
  };
}

/** One that was not revoked; it may have ended. */
export async function findToken(pool: pg.Pool, tokenHash: string): Promise<SignedInByToken | null> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'find-token',
      text: `select t.id as token_id, t.scopes, t.expires_at, ${boundColumns}, u.*, r.*
        from api_tokens t join (select ${userColumns} from users) u on u.id = t.user_id
        cross join (select ${ruleColumns} from access_rules) r
        where t.token_hash = $1 and t.revoked_at is null and not u.disabled`,
      values: [tokenHash],
    }),
  );
  const row = rows[0];
  if (row === undefined) return null;
  const scopes = row.scopes as Scope[];
  const { expires_at: expiresAt } = row;
  const bounds = decodeBounds(row);
  const { day, requisiteIds } = bounds;
  // Also of one that is not bound: what it brings in is stopped when it is revoked.
  const token = { id: row.token_id, day, requisiteIds };
  const signedIn = { user: decodeUser(row), rules: decodeRules(row), scopes, csrfToken: null, provedAt: null };
  return { ...signedIn, token, expiresAt, bounds };
}
