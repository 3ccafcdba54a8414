import type pg from 'pg';
import type { Role } from '../../domain/audit.ts';
import type { Owner, User } from '../../domain/people.ts';
import type { SecondFactorState } from '../../domain/second-factor.ts';
import type { MemberRight } from '../../domain/team.ts';
import { orUnavailable } from '../database-errors.ts';
import { userSeedContext } from '../sealed-columns.ts';
import type { SettingsTransaction } from './settings-transaction.ts';

export const userColumns = `id, login, name, role, maker_id, merchant_id, totp_seed is not null as has_seed,
  (select count(*)::int4 from passkeys where user_id = users.id) as passkeys, disabled, trusted_since, rights`;

interface UserRow {
  readonly id: number;
  readonly login: string;
  readonly name: string;
  readonly role: Role;
  readonly maker_id: number | null;
  readonly merchant_id: number | null;
  readonly has_seed: boolean;
  readonly passkeys: number;
  readonly disabled: boolean;
  readonly trusted_since: number;
  readonly rights: MemberRight[] | null;
}

export function decodeUser(row: UserRow): User {
  return {
    id: row.id,
    login: row.login,
    name: row.name,
    role: row.role,
    makerId: row.maker_id,
    merchantId: row.merchant_id,
    hasAuthenticator: row.has_seed,
    passkeys: row.passkeys,
    isDisabled: row.disabled,
    trustedSince: row.trusted_since,
    rights: row.rights,
  };
}

export async function lockUser({ client }: SettingsTransaction, userId: number): Promise<User | null> {
  const { rows } = await client.query(`select ${userColumns} from users where id = $1 for no key update`, [userId]);
  return rows[0] === undefined ? null : decodeUser(rows[0]);
}

/** Nobody changes it, so it is the same once the user is locked. */
export async function findLogin({ client }: SettingsTransaction, userId: number): Promise<string | null> {
  const { rows } = await client.query('select login from users where id = $1', [userId]);
  return rows[0]?.login ?? null;
}

export async function isLoginTaken({ client }: SettingsTransaction, login: string): Promise<boolean> {
  const { rows } = await client.query('select 1 from users where login = $1', [login]);
  return rows.length > 0;
}

interface FoundOwner {
  readonly hasMaker: boolean;
  readonly hasMerchant: boolean;
  /** It has a user or a second factor, or money has come to one of its stores: from now on, getting in is worth something. */
  readonly isMerchantInUse: boolean;
  /** It has money or had some, or a deal. */
  readonly isMakerInUse: boolean;
}

/** Whether the maker and the merchant named are there; null names nobody, and nobody is missing. */
export async function findOwner({ client }: SettingsTransaction, { makerId, merchantId }: Owner): Promise<FoundOwner> {
  // Of each account only the first transfer is looked for, by its index: a merchant without any must not cost a look at all.
  const { rows } = await client.query(
    `select $1::int4 is null or exists (select from makers where id = $1) as maker,
       $2::int4 is null or exists (select from merchants where id = $2) as merchant,
       exists (select from users where merchant_id = $2)
         or exists (select from merchants where id = $2 and totp_seed is not null)
         or exists (
           select from stores s join store_accounts a on a.store_id = s.id
             cross join unnest(array[a.available_id, a.frozen_id, a.excess_id]) account_id
             cross join lateral (select from transfers t where t.credit_id = account_id order by t.id limit 1) first
           where s.merchant_id = $2) as merchant_in_use,
       exists (
           select from makers m cross join unnest(array[m.available_id, m.held_id]) account_id
             cross join lateral (select from transfers t where t.credit_id = account_id order by t.id limit 1) first
           where m.id = $1)
         or exists (
           select from makers m join accounts a on a.id in (m.available_id, m.held_id) where m.id = $1 and a.balance <> 0)
         or exists (select from deals where coalesce(maker_id, 0) = $1) as maker_in_use`,
    [makerId, merchantId],
  );
  const [{ maker, merchant, merchant_in_use: isMerchantInUse, maker_in_use: isMakerInUse }] = rows;
  return { hasMaker: maker, hasMerchant: merchant, isMerchantInUse, isMakerInUse };
}

export async function insertUser(
  { client }: SettingsTransaction,
  { user, passwordHash }: { readonly user: User; readonly passwordHash: string },
): Promise<void> {
  await client.query(
    `insert into users (id, login, name, role, maker_id, merchant_id, password_hash, created_at, trusted_since, rights)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)`,
    [
      user.id,
      user.login,
      user.name,
      user.role,
      user.makerId,
      user.merchantId,
      passwordHash,
      new Date(user.trustedSince),
      user.rights,
    ],
  );
}

/** Who is disabled already keeps the time since when. */
export async function updateUser({ client }: SettingsTransaction, user: User, atMs: number): Promise<void> {
  await client.query(
    `update users set name = $2, disabled = $3, disabled_at = case when $3 then coalesce(disabled_at, $4) end,
       trusted_since = $5
     where id = $1`,
    [user.id, user.name, user.isDisabled, new Date(atMs), new Date(user.trustedSince)],
  );
}

export async function updatePassword({ client }: SettingsTransaction, userId: number, hash: string): Promise<void> {
  await client.query('update users set password_hash = $2 where id = $1', [userId, hash]);
}

/** Wrong attempts are forgotten, and a lock that they led to is over. */
export async function clearAttempts({ client }: SettingsTransaction, userId: number): Promise<void> {
  await client.query('update users set failures = 0, locked_until = null where id = $1', [userId]);
}

/** The step is that of the code the seed was confirmed with: it is spent. Null takes the second factor away. */
export async function updateUserSeed(
  { client, secrets }: SettingsTransaction,
  userId: number,
  factor: { readonly seed: string; readonly step: number } | null,
): Promise<void> {
  await client.query('update users set totp_seed = $2, last_used_step = $3 where id = $1', [
    userId,
    factor === null ? null : secrets.seal(factor.seed, userSeedContext(userId)),
    factor?.step ?? null,
  ]);
}

export interface Attempts {
  readonly user: User;
  readonly state: SecondFactorState;
  readonly seed: string | null;
}

/** What the next attempt to sign in is judged by. */
export async function lockAttempts({ client, secrets }: SettingsTransaction, userId: number): Promise<Attempts | null> {
  const { rows } = await client.query(
    `select ${userColumns}, totp_seed, last_used_step, failures, locked_until from users where id = $1
     for no key update`,
    [userId],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    user: decodeUser(row),
    state: {
      lastUsedStep: row.last_used_step === null ? null : Number(row.last_used_step),
      failures: row.failures,
      lockedUntilMs: row.locked_until,
    },
    seed: row.totp_seed === null ? null : secrets.open(row.totp_seed, userSeedContext(userId)),
  };
}

export async function updateAttempts(
  { client }: SettingsTransaction,
  userId: number,
  { lastUsedStep, failures, lockedUntilMs }: SecondFactorState,
): Promise<void> {
  await client.query(
    `update users set last_used_step = $2, failures = $3, locked_until = to_timestamp($4::float8 / 1000)
     where id = $1`,
    [userId, lastUsedStep, failures, lockedUntilMs],
  );
}

/** The code of this step was used: neither it nor an earlier one works again. */
export async function updateUsedStep({ client }: SettingsTransaction, userId: number, step: number): Promise<void> {
  await client.query('update users set last_used_step = $2 where id = $1', [userId, step]);
}

/** As it is now, and until the end of the transaction. */
export async function lockPassword({ client }: SettingsTransaction, userId: number): Promise<string | null> {
  const { rows } = await client.query('select password_hash from users where id = $1 for share', [userId]);
  return rows[0]?.password_hash ?? null;
}

interface Credentials {
  readonly userId: number;
  readonly passwordHash: string;
}

export async function findCredentials(
  pool: pg.Pool,
  by: { readonly login: string } | { readonly userId: number },
): Promise<Credentials | null> {
  const [column, value] = 'login' in by ? ['login', by.login] : ['id', by.userId];
  const { rows } = await orUnavailable(
    pool.query(`select id, password_hash from users where ${column} = $1 and not disabled`, [value]),
  );
  return rows[0] === undefined ? null : { userId: rows[0].id, passwordHash: rows[0].password_hash };
}
