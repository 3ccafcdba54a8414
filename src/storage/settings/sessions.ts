import type pg from 'pg';
import type { Scope, SignedIn } from '../../domain/people.ts';
import { orUnavailable } from '../database-errors.ts';
import type { SettingsTransaction } from './settings-transaction.ts';
import { decodeUser, userColumns } from './users.ts';

interface NewSession {
  readonly tokenHash: string;
  readonly userId: number;
  readonly csrfToken: string;
  readonly userAgent: string;
  readonly address: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** When a code was given, if one was. */
  readonly codeAt: number | null;
}

interface SignedInByToken extends SignedIn {
  readonly expiresAt: number;
}

export async function insertSession(pool: pg.Pool, session: NewSession): Promise<void> {
  await orUnavailable(
    pool.query(
      `insert into sessions (token_hash, user_id, csrf_token, user_agent, address, created_at, last_seen_at, expires_at, code_at)
       values ($1, $2, $3, $4, $5, $6, $6, $7, $8)`,
      [
        session.tokenHash,
        session.userId,
        session.csrfToken,
        session.userAgent,
        session.address,
        new Date(session.createdAt),
        new Date(session.expiresAt),
        session.codeAt === null ? null : new Date(session.codeAt),
      ],
    ),
  );
}

/** From now on the session has a fresh code. */
export async function updateCodeGiven({ client }: SettingsTransaction, tokenHash: string, atMs: number): Promise<void> {
  await client.query('update sessions set code_at = $2 where token_hash = $1', [tokenHash, new Date(atMs)]);
}

export async function deleteSession(pool: pg.Pool, tokenHash: string): Promise<void> {
  await orUnavailable(pool.query('delete from sessions where token_hash = $1', [tokenHash]));
}

export async function lockSessions({ client }: SettingsTransaction, userId: number): Promise<string[]> {
  const { rows } = await client.query(
    'select token_hash from sessions where user_id = $1 order by token_hash for update',
    [userId],
  );
  return rows.map((row) => row.token_hash);
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

export async function findSession(pool: pg.Pool, tokenHash: string, nowMs: number): Promise<SignedIn | null> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'find-session',
      text: `select s.csrf_token, s.code_at, u.* from sessions s join (select ${userColumns} from users) u on u.id = s.user_id
        where s.token_hash = $1 and s.expires_at > $2 and not u.disabled`,
      values: [tokenHash, new Date(nowMs)],
    }),
  );
  const row = rows[0];
  return row === undefined
    ? null
    : { user: decodeUser(row), scopes: null, csrfToken: row.csrf_token, codeAt: row.code_at };
}

/** One that was not revoked; it may have ended. */
export async function findToken(pool: pg.Pool, tokenHash: string): Promise<SignedInByToken | null> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'find-token',
      text: `select t.scopes, t.expires_at, u.* from api_tokens t join (select ${userColumns} from users) u on u.id = t.user_id
        where t.token_hash = $1 and t.revoked_at is null and not u.disabled`,
      values: [tokenHash],
    }),
  );
  const row = rows[0];
  if (row === undefined) return null;
  const scopes = row.scopes as Scope[];
  return { user: decodeUser(row), scopes, csrfToken: null, codeAt: null, expiresAt: row.expires_at };
}
