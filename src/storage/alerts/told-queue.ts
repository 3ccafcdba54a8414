import type pg from 'pg';
import {
  type ChannelKind,
  channelKinds,
  type SentKind,
  type ToldLanguage,
  toldLanguages,
} from '../../domain/alerts/told-kinds.ts';
import type { ToldFacts } from '../../domain/alerts/told-text.ts';
import type { NextStep } from '../../domain/notifications/delivery.ts';
import { storable } from '../../domain/text/outside-text.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { execute, read } from '../database/connection.ts';
import { bool, instant, int4, int8, json, oneOf, text } from '../rows/codec.ts';
import { select } from '../rows/shape.ts';
import { rowStatement, type Statement } from '../rows/statement.ts';
import { timestampText } from '../rows/table.ts';
import { channelSecretContext } from '../secrets/sealed-columns.ts';
import type { SecretBox } from '../secrets/secret-box.ts';

/** A message that this process has leased, with the channel as it is now. */
export interface ToldDelivery {
  readonly id: bigint;
  readonly kind: SentKind;
  readonly facts: ToldFacts;
  readonly createdAt: Instant;
  /** 1 for the first. */
  readonly attempt: number;
  /** Whether the person may still hear it: is the same to it, has the channel, and still wants to. */
  readonly isWanted: boolean;
  readonly channel: {
    readonly id: number;
    readonly kind: ChannelKind;
    readonly address: string;
    readonly secret: string | null;
    readonly language: ToldLanguage;
    readonly createdAt: Instant;
  };
}

interface Claim {
  readonly lease: string;
  readonly now: Instant;
  readonly leaseMs: number;
  readonly countMax: number;
}

export async function claimTold(pool: pg.Pool, secrets: SecretBox, claim: Claim): Promise<readonly ToldDelivery[]> {
  const { lease, now, leaseMs, countMax } = claim;
  const found = await read(pool, claimDue, [timestampText(now), countMax, lease, timestampText(now + leaseMs)]);
  return found.map(({ attempts, channel: { secret, ...channel }, kind, ...told }) => ({
    ...told,
    kind: kind as ToldDelivery['kind'],
    attempt: attempts + 1,
    channel: {
      ...channel,
      secret: secret === null ? null : secrets.open(Buffer.from(secret, 'hex'), channelSecretContext(channel.id)),
    },
  }));
}

interface ToldResult {
  readonly id: bigint;
  readonly lease: string;
  readonly next: NextStep | { readonly kind: 'dropped' };
  readonly failure: string | null;
  readonly now: Instant;
}

/** Of a lease that has ended nothing is written: another worker has the message by then. */
export async function settleTold(pool: pg.Pool, { id, lease, next, failure, now }: ToldResult): Promise<void> {
  const state = { done: 'sent', failed: 'failed', dropped: 'dropped', again: 'waiting' }[next.kind];
  const dueAt = timestampText(next.kind === 'again' ? next.at : now);
  const why = failure === null ? null : storable(failure.slice(0, 255));
  await execute(pool, settle, [id, lease, state, dueAt, why, timestampText(now)]);
}

/** A browser that is gone, a chat that has blocked the bot: nobody is there. */
export async function closeChannel(pool: pg.Pool, channelId: number, now: Instant): Promise<void> {
  await execute(pool, close, [channelId, timestampText(now)]);
}

const claimDue = rowStatement(
  'claim-told',
  select('l', {
    id: int8,
    kind: text,
    facts: json<ToldFacts>(),
    createdAt: instant,
    attempts: int4,
    isWanted:
      bool.from(`c.removed_at is null and not u.disabled and case when l.kind = 'code' then c.confirmed_at is null
      else c.confirmed_at is not null
        and l.audience = concat_ws(' ', u.role, coalesce(u.maker_id, u.merchant_id))
        and (l.kind in ('enrolment', 'access', 'requisite')
          or exists (select from told_wishes w where w.user_id = u.id and w.kind = l.kind and w.channel_id = c.id)) end`),
    channel: select('c', {
      id: int4,
      kind: oneOf(channelKinds),
      address: text,
      secret: text.from(`encode(c.secret, 'hex')`).orNull,
      language: oneOf(toldLanguages),
      createdAt: instant,
    }),
  }),
  (list) => `with due as (
      select id from told_messages where state = 'waiting' and due_at <= $1::timestamptz
      order by due_at limit $2::int4 for update skip locked
    ), l as (
      update told_messages m set lease = $3::uuid, due_at = $4::timestamptz from due where m.id = due.id
      returning m.id, m.user_id, m.channel_id, m.kind, m.audience, m.facts, m.created_at, m.attempts
    )
    select ${list} from l join told_channels c on c.id = l.channel_id join users u on u.id = l.user_id order by l.id`,
);

const settle: Statement = {
  name: 'settle-told',
  text: `update told_messages set state = $3::text, due_at = $4::timestamptz, attempts = attempts + 1, lease = null,
      failure = coalesce($5::text, failure), ended_at = case when $3::text = 'waiting' then null else $6::timestamptz end
    where id = $1::int8 and lease = $2::uuid and state = 'waiting'`,
};

const close: Statement = {
  name: 'close-told-channel',
  text: 'update told_channels set removed_at = $2::timestamptz where id = $1::int4 and removed_at is null',
};
