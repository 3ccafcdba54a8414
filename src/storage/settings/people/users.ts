import type pg from 'pg';
import { roles } from '../../../domain/people/audit.ts';
import type { MemberRight, Owner, User } from '../../../domain/people/people.ts';
import type { SecondFactorState } from '../../../domain/people/second-factor.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { bool, bytes, instant, int4, oneOf, text, textList } from '../../rows/codec.ts';
import { factorState } from '../../rows/second-factor-rows.ts';
import { select } from '../../rows/shape.ts';
import { userSeedContext } from '../../secrets/sealed-columns.ts';
import { defineRecord, selectRows } from '../record.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

export const users = defineRecord({
  table: 'users',
  columns: {
    id: int4,
    login: text,
    name: text,
    role: oneOf(roles),
    makerId: int4.orNull,
    merchantId: int4.orNull,
    isDisabled: bool.from('disabled').usual,
    /** Since when the account is trusted. */
    trustedSince: instant,
    rights: textList<MemberRight>().orNull,
  },
  computed: {
    hasAuthenticator: bool.from('totp_seed is not null'),
    passkeys: int4.from('(select count(*)::int4 from passkeys where user_id = users.id)'),
  },
  hidden: {
    passwordHash: text,
    totpSeed: bytes.orNull,
    state: factorState,
    createdAt: instant.usual,
  },
});

export async function lockUser(tx: SettingsTransaction, id: number): Promise<User | null> {
  return await users.lock(tx, { id });
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
  tx: SettingsTransaction,
  { user, passwordHash }: { readonly user: User; readonly passwordHash: string },
): Promise<void> {
  await users.insert(tx, { ...user, passwordHash, createdAt: user.trustedSince });
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

/** Wrong attempts are forgotten, and a lock that they led to is over. */
export async function clearAttempts(tx: SettingsTransaction, id: number): Promise<void> {
  await users.patch(tx, { id }, { state: { failures: 0, lockedUntilMs: null } });
}

/** The step is that of the code the seed was confirmed with: it is spent. Null takes the second factor away. */
export async function updateUserSeed(
  tx: SettingsTransaction,
  id: number,
  factor: { readonly seed: string; readonly step: number } | null,
): Promise<void> {
  const totpSeed = factor === null ? null : tx.secrets.seal(factor.seed, userSeedContext(id));
  await users.patch(tx, { id }, { totpSeed, state: { lastUsedStep: factor?.step ?? null } });
}

export interface Attempts {
  readonly user: User;
  readonly state: SecondFactorState;
  readonly seed: string | null;
}

const attempts = select('users', { user: users.row, state: factorState, totpSeed: bytes.orNull });

/** What the next attempt to sign in is judged by. */
export async function lockAttempts({ client, secrets }: SettingsTransaction, id: number): Promise<Attempts | null> {
  const text = (list: string) => `select ${list} from users where id = $1 for no key update`;
  const [row] = await selectRows(client, attempts, text, [id]);
  if (row === undefined) return null;
  const { user, state, totpSeed } = row;
  return { user, state, seed: totpSeed === null ? null : secrets.open(totpSeed, userSeedContext(id)) };
}

export async function updateAttempts(tx: SettingsTransaction, id: number, state: SecondFactorState): Promise<void> {
  await users.patch(tx, { id }, { state });
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
