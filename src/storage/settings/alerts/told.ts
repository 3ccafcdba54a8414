import {
  type AccessNewsKind,
  audienceOf,
  channelKinds,
  type ToldWish,
  toldLanguages,
} from '../../../domain/alerts/told-kinds.ts';
import type { User } from '../../../domain/people/people.ts';
import { formatTimestamp, type Instant } from '../../../domain/text/timestamp.ts';
import { bool, bytes, instant, int4, oneOf, text } from '../../rows/codec.ts';
import { channelSecretContext } from '../../secrets/sealed-columns.ts';
import { defineRecord, type RowOfRecord } from '../record.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

export const toldChannels = defineRecord({
  table: 'told_channels',
  columns: {
    id: int4,
    userId: int4,
    kind: oneOf(channelKinds),
    address: text,
    language: oneOf(toldLanguages),
    createdAt: instant,
    confirmedAt: instant.orNull,
    wrongCodes: int4.usual,
  },
  hidden: { secret: bytes.orNull, removedAt: instant.orNull, isProven: bool.usual },
});
export type ToldChannel = RowOfRecord<typeof toldChannels>;

/** Null also where it was removed. */
export async function lockChannel({ client }: SettingsTransaction, id: number): Promise<ToldChannel | null> {
  return (await toldChannels.find(client, { id, removedAt: null }, 'for update'))[0] ?? null;
}

/** How many somebody has, and how many of any were added since then, the removed ones included. */
export async function countChannels(
  { client }: SettingsTransaction,
  userId: number,
  since: Instant,
): Promise<{ readonly open: number; readonly recent: number }> {
  const { rows } = await client.query(
    `select (count(*) filter (where removed_at is null))::int4 as open,
       (count(*) filter (where created_at > $2))::int4 as recent from told_channels where user_id = $1`,
    [userId, new Date(since)],
  );
  return rows[0];
}

interface NewChannel extends Pick<ToldChannel, 'id' | 'userId' | 'kind' | 'address' | 'language' | 'createdAt'> {
  readonly secret: string | null;
  readonly audience: string;
}

/** A code is on its way to it with the same commit; a chat is not known yet, and gets a link instead. */
export async function insertChannel(tx: SettingsTransaction, made: NewChannel): Promise<void> {
  const { id, userId, kind, createdAt, secret, audience, ...channel } = made;
  const sealed = secret === null ? null : tx.secrets.seal(secret, channelSecretContext(id));
  await toldChannels.insert(tx, { id, userId, kind, createdAt, ...channel, secret: sealed });
  if (kind === 'telegram') return;
  await tx.client.query(
    `insert into told_messages (fact, user_id, channel_id, kind, audience, facts, created_at, due_at)
     values ($1, $2, $3, 'code', $4, '{}', $5, $5)`,
    [`code ${id}`, userId, id, audience, new Date(createdAt)],
  );
}

interface Confirmation {
  readonly id: number;
  readonly address: string;
  readonly at: Instant;
  /** The person had a second factor then. */
  readonly isProven: boolean;
}

/** The message is as old as its code, which is made from both when it is sent. */
export async function insertMailedCode(
  { client }: SettingsTransaction,
  { channel, user, at }: { readonly channel: ToldChannel; readonly user: User; readonly at: Instant },
): Promise<void> {
  await client.query(
    `insert into told_messages (fact, user_id, channel_id, kind, audience, facts, created_at, due_at)
     values ($1, $2, $3, 'enrolment', $4, '{}', $5, $5)`,
    [`enrolment ${at}`, user.id, channel.id, audienceOf(user), new Date(at)],
  );
}

interface AccessNews {
  readonly userId: number;
  readonly what: AccessNewsKind;
  /** The login of who did it. */
  readonly by: string;
  readonly at: Instant;
}

/** Every confirmed address of the person's hears of a new way into the account, whatever else it was to hear. */
export async function tellAccess({ client }: SettingsTransaction, { userId, what, by, at }: AccessNews): Promise<void> {
  await client.query(
    `insert into told_messages (fact, user_id, channel_id, kind, audience, facts, created_at, due_at)
     select 'access ' || gen_random_uuid(), u.id, c.id, 'access', concat_ws(' ', u.role, coalesce(u.maker_id, u.merchant_id)),
       $2::jsonb, $3::timestamptz, $3::timestamptz
     from users u join told_channels c on c.user_id = u.id
     where u.id = $1 and c.confirmed_at is not null and c.removed_at is null`,
    [userId, JSON.stringify({ what, by, at: formatTimestamp(at).slice(0, 16).replace('T', ' ') }), new Date(at)],
  );
}

export async function confirmChannel(
  tx: SettingsTransaction,
  { id, address, at, isProven }: Confirmation,
): Promise<void> {
  await toldChannels.patch(tx, { id }, { confirmedAt: at, address, isProven });
}

export async function countWrongCode({ client }: SettingsTransaction, id: number): Promise<void> {
  await client.query('update told_channels set wrong_codes = wrong_codes + 1 where id = $1', [id]);
}

export async function removeChannel(tx: SettingsTransaction, id: number, at: Instant): Promise<void> {
  await toldChannels.patch(tx, { id }, { removedAt: at });
  await tx.client.query('delete from told_wishes where channel_id = $1', [id]);
}

export async function findConfirmed({ client }: SettingsTransaction, userId: number): Promise<ReadonlySet<number>> {
  const { rows } = await client.query(
    'select id from told_channels where user_id = $1 and confirmed_at is not null and removed_at is null',
    [userId],
  );
  return new Set(rows.map(({ id }) => id));
}

interface Wishes {
  readonly userId: number;
  readonly wishes: readonly ToldWish[];
  readonly below: number | null;
  readonly at: Instant;
}

/** What was wished before keeps the time since when it was. */
export async function replaceWishes(
  { client }: SettingsTransaction,
  { userId, wishes, below, at }: Wishes,
): Promise<void> {
  const pairs = wishes.flatMap(({ kind, channelIds }) => channelIds.map((channelId) => ({ kind, channelId })));
  const lists = [pairs.map(({ kind }) => kind), pairs.map(({ channelId }) => channelId)];
  await client.query(
    `delete from told_wishes w where user_id = $1 and not exists (
       select from unnest($2::text[], $3::int4[]) n(kind, channel_id) where n.kind = w.kind and n.channel_id = w.channel_id)`,
    [userId, ...lists],
  );
  // The sum may have changed: such wishes begin anew, without their time, which low balances do not go by.
  await client.query(`delete from told_wishes where user_id = $1 and kind = 'balance'`, [userId]);
  await client.query(
    `insert into told_wishes (user_id, kind, channel_id, since, below)
     select distinct $1::int4, kind, channel_id, $4::timestamptz, case kind when 'balance' then $5::int8 end
     from unnest($2::text[], $3::int4[]) n(kind, channel_id)
     on conflict (user_id, kind, channel_id) do nothing`,
    [userId, ...lists, new Date(at), below],
  );
}
