import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Actor, AuditEntry } from '../../domain/audit.ts';
import {
  confirmEnrolment,
  type Enrolment,
  encodeSeed,
  readTicket,
  seedBytes,
  writeTicket,
} from '../../domain/enrolment.ts';
import type { Scope, User } from '../../domain/people.ts';
import { AppError } from '../../errors.ts';
import type { SecretBox } from '../secret-box.ts';
import { inTransaction } from '../transaction.ts';
import { hashPassword } from './password-hash.ts';
import { decodeUser, seedContext, selectUser, type UserRow } from './people.ts';
import { writeAudit } from './write-audit.ts';

/** Who does it, when and why: what every change of access is written down with. */
export interface ByWhom {
  readonly actor: Actor;
  readonly reason: string;
  readonly at: number;
}

interface UserChange {
  readonly name?: string | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly password?: string | undefined;
}

export interface ApiToken {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

/** Changes of what people may do: users, second factors, tokens. Each is in the audit log, in the same transaction. */
export class Access {
  readonly #pool: pg.Pool;
  readonly #secrets: SecretBox;

  constructor(pool: pg.Pool, secrets: SecretBox) {
    this.#pool = pool;
    this.#secrets = secrets;
  }

  async changeUser(userId: number, change: UserChange, by: ByWhom): Promise<User> {
    const hash = change.password === undefined ? null : await hashPassword(change.password);
    return await inTransaction(this.#pool, async (client) => {
      await lockUser(client, userId);
      const { rows } = await client.query(
        `update users set name = coalesce($2, name), disabled = coalesce($3, disabled),
           password_hash = coalesce($4, password_hash),
           failures = case when $4::text is null then failures else 0 end,
           locked_until = case when $4::text is null then locked_until end
         where id = $1 returning ${userColumns}`,
        [userId, change.name ?? null, change.isDisabled ?? null, hash],
      );
      // Whoever was signed in with the old password, or before being disabled, is not any more.
      if (hash !== null || change.isDisabled === true) {
        await client.query('delete from sessions where user_id = $1', [userId]);
      }
      const details = {
        ...(change.name === undefined ? {} : { name: change.name }),
        ...(change.isDisabled === undefined ? {} : { isDisabled: change.isDisabled }),
        ...(hash === null ? {} : { password: 'changed' }),
      };
      await writeAudit(client, [entry(by, 'change_user', 'user', userId, details)]);
      return decodeUser(rows[0]);
    });
  }

  /** The session that asks stays; all others of the user end. */
  async changeOwnPassword(
    userId: number,
    change: { password: string; sessionToken: string },
    by: ByWhom,
  ): Promise<void> {
    const hash = await hashPassword(change.password);
    await inTransaction(this.#pool, async (client) => {
      await lockUser(client, userId);
      await client.query('update users set password_hash = $2 where id = $1', [userId, hash]);
      await client.query('delete from sessions where user_id = $1 and token_hash <> $2', [
        userId,
        hashOf(change.sessionToken),
      ]);
      await writeAudit(client, [entry(by, 'change_password', 'user', userId)]);
    });
  }

  async closeSessions(userId: number, by: ByWhom): Promise<number> {
    return await inTransaction(this.#pool, async (client) => {
      const { rowCount } = await client.query('delete from sessions where user_id = $1', [userId]);
      await writeAudit(client, [entry(by, 'close_sessions', 'user', userId, { sessions: rowCount ?? 0 })]);
      return rowCount ?? 0;
    });
  }

  /** A new seed, and the ticket that brings it back. What it is for is sealed in: a ticket opens only there. */
  beginEnrolment(subject: string, expiresAtMs: number): { seed: string; ticket: string } {
    const seed = encodeSeed(randomBytes(seedBytes));
    const sealed = this.#secrets.seal(writeTicket({ seed, expiresAtMs }), enrolmentContext(subject));
    return { seed, ticket: sealed.toString('base64url') };
  }

  /** The seed of a ticket whose code is right, with the step that this code has spent. */
  readEnrolment(
    subject: string,
    given: { ticket: string; code: string },
    nowMs: number,
  ): { seed: string; step: number } {
    const enrolment = this.#openTicket(subject, given.ticket);
    const step = enrolment === null ? null : confirmEnrolment(enrolment, given.code, nowMs);
    if (enrolment === null || step === null) throw new AppError('enrolment_failed', { field: 'code' });
    return { seed: enrolment.seed, step };
  }

  async setSecondFactor(userId: number, given: { ticket: string; code: string }, by: ByWhom): Promise<void> {
    const { seed, step } = this.readEnrolment(`user:${userId}`, given, by.at);
    await inTransaction(this.#pool, async (client) => {
      const user = await lockUser(client, userId);
      if (user.totp_seed !== null) throw new AppError('second_factor_present');
      await client.query('update users set totp_seed = $2, last_used_step = $3 where id = $1', [
        userId,
        this.#secrets.seal(seed, seedContext(userId)),
        step,
      ]);
      await writeAudit(client, [entry(by, 'set_second_factor', 'user', userId)]);
    });
  }

  async removeSecondFactor(userId: number, by: ByWhom): Promise<User> {
    return await inTransaction(this.#pool, async (client) => {
      await lockUser(client, userId);
      const { rows } = await client.query(
        `update users set totp_seed = null, last_used_step = null where id = $1 returning ${userColumns}`,
        [userId],
      );
      await client.query('delete from sessions where user_id = $1', [userId]);
      await writeAudit(client, [entry(by, 'remove_second_factor', 'user', userId)]);
      return decodeUser(rows[0]);
    });
  }

  /** The token itself is in this answer and nowhere else. */
  async createToken(
    token: { userId: number; name: string; scopes: readonly Scope[]; expiresAt: number | null },
    by: ByWhom,
  ): Promise<{ id: number; token: string }> {
    const secret = `qt_${randomBytes(32).toString('base64url')}`;
    return await inTransaction(this.#pool, async (client) => {
      const { rows } = await client.query(
        `insert into api_tokens (token_hash, user_id, name, scopes, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6) returning id`,
        [hashOf(secret), token.userId, token.name, token.scopes, new Date(by.at), asDate(token.expiresAt)],
      );
      const details = { name: token.name, scopes: token.scopes.join(' '), userId: token.userId };
      await writeAudit(client, [entry(by, 'create_token', 'token', rows[0].id, details)]);
      return { id: rows[0].id, token: secret };
    });
  }

  /** Another person's token does not exist, unless an operator asks. Revoking twice is revoking once. */
  async revokeToken(tokenId: number, by: ByWhom): Promise<void> {
    await inTransaction(this.#pool, async (client) => {
      const owner = by.actor.role === 'operator' ? null : by.actor.userId;
      const { rows } = await client.query(
        'select revoked_at from api_tokens where id = $1 and ($2::int4 is null or user_id = $2) for no key update',
        [tokenId, owner],
      );
      if (rows[0] === undefined) throw new AppError('not_found');
      if (rows[0].revoked_at !== null) return;
      await client.query('update api_tokens set revoked_at = $2 where id = $1', [tokenId, new Date(by.at)]);
      await writeAudit(client, [entry(by, 'revoke_token', 'token', tokenId)]);
    });
  }

  #openTicket(subject: string, ticket: string): Enrolment | null {
    try {
      return readTicket(this.#secrets.open(Buffer.from(ticket, 'base64url'), enrolmentContext(subject)));
    } catch {
      return null;
    }
  }
}

export function entry(
  by: ByWhom,
  action: string,
  subjectKind: string,
  subjectId: string | number,
  details: AuditEntry['details'] = null,
): AuditEntry {
  return { at: by.at, actor: by.actor, reason: by.reason, action, subjectKind, subjectId: String(subjectId), details };
}

async function lockUser(client: pg.PoolClient, userId: number): Promise<UserRow> {
  const { rows } = await client.query(`${selectUser} where id = $1 for no key update`, [userId]);
  if (rows[0] === undefined) throw new AppError('not_found');
  return rows[0];
}

const userColumns =
  'id, login, name, role, maker_id, merchant_id, totp_seed, last_used_step, failures, locked_until, disabled';

function enrolmentContext(subject: string): string {
  return `enrolment:${subject}`;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function asDate(instant: number | null): Date | null {
  return instant === null ? null : new Date(instant);
}
