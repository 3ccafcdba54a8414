import type pg from 'pg';
import type { AccessNewsKind } from '../../../domain/alerts/told-kinds.ts';
import type { AccessRules } from '../../../domain/people/access-rules.ts';
import type { Role } from '../../../domain/people/audit.ts';
import { maskedMail } from '../../../domain/people/enrolment.ts';
import type { ApiToken, User } from '../../../domain/people/people.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { accessRules } from '../../settings/people/access-rules.ts';
import { provenMail } from '../../settings/people/enrolment-codes.ts';
import { sessions } from '../../settings/people/sessions.ts';
import { tokens } from '../../settings/people/tokens.ts';
import { users } from '../../settings/people/users.ts';
import { sure } from '../../settings/record.ts';

/** What lists of people are made from. Pages go by ID: what comes after the last one seen. */
export interface Page {
  readonly after: number;
  readonly limit: number;
}

export async function listUsers(pool: pg.Pool, { after, limit }: Page): Promise<User[]> {
  return await orUnavailable(users.select(pool, 'where id > $1 order by id limit $2', [after, limit]));
}

export async function findLogin(pool: pg.Pool, login: string): Promise<User | null> {
  return await orUnavailable(users.findOne(pool, { login }));
}

/** What those with these logins are. A login belongs to one person for ever, and so does a role. */
export async function findRoles(pool: pg.Pool, logins: readonly string[]): Promise<ReadonlyMap<string, Role>> {
  if (logins.length === 0) return new Map();
  const { rows } = await orUnavailable(
    pool.query({ name: 'find-roles', text: 'select login, role from users where login = any($1)', values: [logins] }),
  );
  return new Map(rows.map(({ login, role }) => [login, role]));
}

const sessionsShownMax = 100;

export async function listSessions(pool: pg.Pool, userId: number, nowMs: number) {
  return await orUnavailable(
    sessions.select(pool, 'where user_id = $1 and expires_at > $2 order by created_at desc limit $3', [
      userId,
      new Date(nowMs),
      sessionsShownMax,
    ]),
  );
}

/** A device that somebody has signed in on for the first time. */
interface NewDevice {
  readonly userAgent: string;
  readonly address: string;
  readonly at: number;
}

const newDevicesShownMax = 5;

/** Those of the user that the device of this session has not been told of yet, the newest first. */
export async function listNewDevices(pool: pg.Pool, sessionHash: string): Promise<NewDevice[]> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'list-new-devices',
      text: `select d.user_agent, d.address, d.first_at
        from sessions s join devices own on own.id = s.device_id join devices d on d.user_id = s.user_id
        where s.token_hash = $1 and d.is_news and d.first_at > own.told_until
        order by d.first_at desc, d.id desc limit $2`,
      values: [sessionHash, newDevicesShownMax],
    }),
  );
  return rows.map((row) => ({ userAgent: row.user_agent, address: row.address, at: row.first_at }));
}

export async function listTokens(pool: pg.Pool, userId: number, { after, limit }: Page): Promise<ApiToken[]> {
  const rest = 'where user_id = $1 and id > $2 order by id limit $3';
  return await orUnavailable(tokens.select(pool, rest, [userId, after, limit]));
}

/** Those that still work and end within the time. */
export async function countEndingTokens(
  pool: pg.Pool,
  userId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'count-ending-tokens',
      text: `select count(*)::int4 as tokens from api_tokens
        where user_id = $1 and revoked_at is null and expires_at > $2 and expires_at <= $3`,
      values: [userId, new Date(from), new Date(to)],
    }),
  );
  return rows[0].tokens;
}

export async function findAccessRules(pool: pg.Pool): Promise<AccessRules> {
  return sure(await orUnavailable(accessRules.findOne(pool, { id: true })));
}

interface AccessNews {
  readonly what: AccessNewsKind;
  readonly by: string;
  readonly at: number;
}

/**
 * What the device of this session has not been told of yet: what others did to the way in, and what the person did before the session
 * began, elsewhere perhaps. The audit log knows; of passkeys their own rows do.
 */
export async function listAccessNews(pool: pg.Pool, sessionHash: string): Promise<AccessNews[]> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'list-access-news',
      text: `select n.what, n.by, n.at
        from sessions s join devices own on own.id = s.device_id join users u on u.id = s.user_id
        cross join lateral (
          select case l.action when 'set-second-factor' then 'factor' when 'remove-second-factor' then 'factorRemoved'
              when 'create-enrolment-code' then 'enrolmentCode' else 'password' end as what, l.actor as by, l.at, l.user_id
          from audit_log l
          where l.subject_kind = 'user' and l.subject_id = u.id::text and (l.action in ('change-password',
              'set-second-factor', 'remove-second-factor', 'create-enrolment-code')
            or l.action = 'change-user' and l.details->>'password' = 'changed')
          union all
          select 'factor', u.login, p.created_at, u.id from passkeys p where p.user_id = u.id
        ) n
        where s.token_hash = $1 and n.at > own.told_until and (n.user_id is distinct from u.id or n.at < s.created_at)
        order by n.at desc limit $2`,
      values: [sessionHash, newDevicesShownMax],
    }),
  );
  return rows;
}

/** Where an enrolment code would go, in part; null: nowhere. */
export async function findEnrolmentMail(pool: pg.Pool, userId: number): Promise<string | null> {
  const { rows } = await orUnavailable(
    pool.query(`select address from told_channels where ${provenMail} order by id limit 1`, [userId]),
  );
  return rows[0] === undefined ? null : maskedMail(rows[0].address);
}
