import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { AuditEntry, Role } from '../../domain/audit.ts';
import type { Scope, SignedIn, User } from '../../domain/people.ts';
import { type SecondFactorState, verifySecondFactor } from '../../domain/second-factor.ts';
import { AppError } from '../../errors.ts';
import { orUnavailable } from '../database-errors.ts';
import type { SecretBox } from '../secret-box.ts';
import { inTransaction } from '../transaction.ts';
import { hashPassword, nobodysHash, passwordMatches } from './password-hash.ts';
import { writeAudit } from './write-audit.ts';

/** Users, their sessions and tokens. Secrets are stored as hashes; what a person holds is shown once. */
export class People {
  readonly #pool: pg.Pool;
  readonly #secrets: SecretBox;

  constructor(pool: pg.Pool, secrets: SecretBox) {
    this.#pool = pool;
    this.#secrets = secrets;
  }

  /**
   * Checks login, password and, where set up, the second factor. Wrong ones are counted: five in a row lock for 15 minutes.
   * Which of the three was wrong is not said.
   */
  async signIn(attempt: SignInAttempt, nowMs: number): Promise<User> {
    const { rows } = await orUnavailable(
      this.#pool.query(`${selectUser} where login = $1 and not disabled`, [attempt.login]),
    );
    const row = rows[0];
    const isPassword = await passwordMatches(attempt.password, row?.password_hash ?? nobodysHash);
    if (row === undefined) throw new AppError('sign_in_failed');
    return await inTransaction(this.#pool, async (client) => {
      const { rows: locked } = await client.query(`${selectUser} where id = $1 for no key update`, [row.id]);
      const { outcome, state } = this.#judge(locked[0], isPassword, attempt.code, nowMs);
      await client.query(
        'update users set last_used_step = $2, failures = $3, locked_until = to_timestamp($4::float8 / 1000) where id = $1',
        [row.id, state.lastUsedStep, state.failures, state.lockedUntilMs],
      );
      return { outcome, user: decodeUser(locked[0]) };
    }).then(({ outcome, user }) => {
      if (outcome === 'locked') throw new AppError('sign_in_locked');
      if (outcome === 'wrong') throw new AppError('sign_in_failed');
      return user;
    });
  }

  #judge(row: UserRow, isPassword: boolean, code: string, nowMs: number) {
    const state: SecondFactorState = {
      lastUsedStep: row.last_used_step === null ? null : Number(row.last_used_step),
      failures: row.failures,
      lockedUntilMs: row.locked_until,
    };
    // Without a second factor the password alone decides; a code that cannot match counts a wrong password all the same.
    const seed = row.totp_seed === null ? null : this.#secrets.open(row.totp_seed, seedContext(row.id));
    if (seed === null && isPassword && (state.lockedUntilMs === null || state.lockedUntilMs <= nowMs)) {
      return { outcome: 'accepted', state: { ...state, failures: 0, lockedUntilMs: null } } as const;
    }
    return verifySecondFactor(state, isPassword && seed !== null ? code : '', seed ?? emptySeed, nowMs);
  }

  async openSession(userId: number, from: { userAgent: string; address: string }, nowMs: number): Promise<Session> {
    const token = randomBytes(32).toString('base64url');
    const csrfToken = randomBytes(24).toString('base64url');
    await orUnavailable(
      this.#pool.query(
        `insert into sessions (token_hash, user_id, csrf_token, user_agent, address, created_at, last_seen_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $6, $7)`,
        [
          hashOf(token),
          userId,
          csrfToken,
          from.userAgent.slice(0, 300),
          from.address,
          new Date(nowMs),
          new Date(nowMs + sessionLifetimeMs),
        ],
      ),
    );
    return { token, csrfToken, expiresAtMs: nowMs + sessionLifetimeMs };
  }

  async findSession(token: string, nowMs: number): Promise<SignedIn | null> {
    const { rows } = await orUnavailable(
      this.#pool.query({
        name: 'find-session',
        text: `select s.csrf_token, u.* from sessions s join (${selectUser}) u on u.id = s.user_id
        where s.token_hash = $1 and s.expires_at > $2 and not u.disabled`,
        values: [hashOf(token), new Date(nowMs)],
      }),
    );
    const row = rows[0];
    return row === undefined ? null : { user: decodeUser(row), scopes: null, csrfToken: row.csrf_token };
  }

  async findToken(token: string, nowMs: number): Promise<SignedIn | null> {
    const { rows } = await orUnavailable(
      this.#pool.query({
        name: 'find-token',
        text: `select t.scopes, u.* from api_tokens t join (${selectUser}) u on u.id = t.user_id
        where t.token_hash = $1 and t.revoked_at is null and (t.expires_at is null or t.expires_at > $2) and not u.disabled`,
        values: [hashOf(token), new Date(nowMs)],
      }),
    );
    const row = rows[0];
    return row === undefined ? null : { user: decodeUser(row), scopes: row.scopes as Scope[], csrfToken: null };
  }

  async closeSession(token: string): Promise<void> {
    await orUnavailable(this.#pool.query('delete from sessions where token_hash = $1', [hashOf(token)]));
  }

  /** Whether somebody signed in knows the password. Wrong ones count and lock as when signing in. */
  async checkPassword(userId: number, password: string, nowMs: number): Promise<void> {
    const { rows } = await orUnavailable(this.#pool.query(`${selectUser} where id = $1`, [userId]));
    const isPassword = await passwordMatches(password, rows[0]?.password_hash ?? nobodysHash);
    const outcome = await inTransaction(this.#pool, async (client) => {
      const { rows: locked } = await client.query(`${selectUser} where id = $1 for no key update`, [userId]);
      if (locked[0] === undefined) return 'wrong';
      const judged = this.#judge({ ...locked[0], totp_seed: null }, isPassword, '', nowMs);
      await client.query(
        'update users set failures = $2, locked_until = to_timestamp($3::float8 / 1000) where id = $1',
        [userId, judged.state.failures, judged.state.lockedUntilMs],
      );
      return judged.outcome;
    });
    if (outcome === 'locked') throw new AppError('sign_in_locked');
    if (outcome === 'wrong') throw new AppError('password_wrong', { field: 'currentPassword' });
  }

  async createUser(user: NewUser, entry: (userId: number) => AuditEntry): Promise<User> {
    const hash = await hashPassword(user.password);
    return await inTransaction(this.#pool, async (client) => {
      await requireOwner(client, user);
      const { rows } = await client.query(
        `insert into users (login, name, role, maker_id, merchant_id, password_hash) values ($1, $2, $3, $4, $5, $6)
         on conflict (login) do nothing returning id`,
        [user.login, user.name, user.role, user.makerId, user.merchantId, hash],
      );
      if (rows[0] === undefined) throw new AppError('login_taken', { field: 'login' });
      await writeAudit(client, [entry(rows[0].id)]);
      const { rows: made } = await client.query(`${selectUser} where id = $1`, [rows[0].id]);
      return decodeUser(made[0]);
    });
  }
}

interface SignInAttempt {
  readonly login: string;
  readonly password: string;
  readonly code: string;
}

interface NewUser {
  readonly login: string;
  readonly name: string;
  readonly role: Role;
  readonly makerId: number | null;
  readonly merchantId: number | null;
  readonly password: string;
}

interface Session {
  /** Goes into the cookie, and is not stored. */
  readonly token: string;
  readonly csrfToken: string;
  readonly expiresAtMs: number;
}

/** A working day. */
const sessionLifetimeMs = 12 * 3_600_000;
/** A seed that is nobody's, to count a wrong password by the same rule as a wrong code. */
const emptySeed = 'AAAAAAAAAAAAAAAA';

export const selectUser = `select id, login, name, role, maker_id, merchant_id, password_hash, totp_seed, last_used_step, failures,
  locked_until, disabled from users`;

export interface UserRow {
  readonly id: number;
  readonly login: string;
  readonly name: string;
  readonly role: Role;
  readonly maker_id: number | null;
  readonly merchant_id: number | null;
  readonly totp_seed: Buffer | null;
  readonly last_used_step: bigint | null;
  readonly failures: number;
  readonly locked_until: number | null;
  readonly disabled: boolean;
}

export function decodeUser(row: UserRow): User {
  return {
    id: row.id,
    login: row.login,
    name: row.name,
    role: row.role,
    makerId: row.maker_id,
    merchantId: row.merchant_id,
    hasSecondFactor: row.totp_seed !== null,
    isDisabled: row.disabled,
  };
}

async function requireOwner(client: pg.PoolClient, { makerId, merchantId }: NewUser): Promise<void> {
  const { rows } = await client.query(
    `select $1::int4 is null or exists (select from makers where id = $1) as maker,
       $2::int4 is null or exists (select from merchants where id = $2) as merchant`,
    [makerId, merchantId],
  );
  if (!rows[0].maker) throw new AppError('not_found', { field: 'makerId' });
  if (!rows[0].merchant) throw new AppError('not_found', { field: 'merchantId' });
}

/** What a sealed seed belongs to, so that it cannot be moved to another user's row. */
export function seedContext(userId: number): string {
  return `user:${userId}:totp_seed`;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
