import type pg from 'pg';
import type { EarlierMessage, StoredMessage } from '../../domain/phones/judge-message.ts';
import { momentOf } from '../../domain/phones/repeated-message.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { orUnavailable } from '../database/database-errors.ts';
import { versionText } from '../rows/catalogue-version.ts';
import type { SettingsTransaction } from '../settings/settings-transaction.ts';
import { decodeMessage, encodeChain, type LeasedPhone, outcomeColumns, type ReadPhone } from './phone-messages.ts';

/** Messages of this many days, and at most so many, the newest, are read again when a template is switched on. */
const againLimits = { days: 3, messages: 1_000 } as const;

/** What nobody could read and nobody has decided about; in the transaction that switches the template on. */
export async function markToReadAgain({ client }: SettingsTransaction, now: Instant): Promise<void> {
  await client.query(
    // The first list of outcomes is that of the index of open messages, word for word; the second leaves out what is held.
    `update message_outcomes set waits_again = true where message_id in (
       select o.message_id from message_outcomes o join phones p on p.id = o.phone_id
       where o.verdict is null and o.arrival_id is null and o.outcome in ('held', 'unread', 'ambiguous')
         and o.outcome in ('unread', 'ambiguous') and o.entering_amount is null and p.revoked_at is null and o.read_at >= $1
       order by o.message_id desc limit $2)`,
    [new Date(now - againLimits.days * 86_400_000), againLimits.messages],
  );
}

interface AgainLease {
  readonly id: string;
  readonly now: Instant;
  readonly until: Instant;
  readonly phonesMax: number;
  /** Of the templates that this process reads with: an older one would not read what the newest does. */
  readonly catalogueVersion: string;
}

/** Phones with messages that are to be read again. */
export async function leaseAgain(pool: pg.Pool, lease: AgainLease): Promise<readonly LeasedPhone[]> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'lease-again',
      text: `with due as (
          select phone_id from phone_states
          where phone_id in (select phone_id from message_outcomes where waits_again)
            and (leased_until is null or leased_until <= $2::timestamptz)
            and (select ${versionText} from catalogue_version v) = $5
          order by phone_id limit $4 for update skip locked
        )
        update phone_states s set lease = $1::uuid, leased_until = $3::timestamptz
        from due join phones p on p.id = due.phone_id where s.phone_id = due.phone_id
        returning s.phone_id as "phoneId", s.read_to as "readTo", p.maker_id as "makerId", p.revoked_at is not null as "isRevoked"`,
      values: [lease.id, new Date(lease.now), new Date(lease.until), lease.phonesMax, lease.catalogueVersion],
    }),
  );
  return rows;
}

/** A message to be read again, with the equal one of the phone, nearest to it in time, that was read as a transfer. */
interface MessageAgain {
  readonly message: StoredMessage;
  readonly earlier: EarlierMessage | null;
}

/** Takes them from people for the moment, but for those that a person has begun to enter or has decided about. */
export async function takeAgain(
  pool: pg.Pool,
  phoneIds: readonly number[],
  messagesMax: number,
): Promise<readonly MessageAgain[]> {
  const equal = (side: string) => `left join lateral (
      select q.id, q.told_id, q.received_at, q.came_at from phone_messages q join message_outcomes o on o.message_id = q.id
      where q.digest = m.digest and q.phone_id = m.phone_id and ${side === 'before' ? 'q.id < m.id' : 'q.id > m.id'}
        and o.outcome in ('settled', 'held', 'replay') order by q.id ${side === 'before' ? 'desc' : ''} limit 1
    ) ${side} on true`;
  const { rows } = await orUnavailable(
    pool.query({
      name: 'take-again',
      text: `with chosen as (
          select o.message_id from unnest($1::int4[]) k(phone_id) cross join lateral (
            select message_id from message_outcomes where phone_id = k.phone_id and waits_again order by message_id limit $2
          ) o
        ), taken as (
          update message_outcomes o set
            is_read_again = (o.verdict is null and o.arrival_id is null and o.entering_amount is null),
            waits_again = (o.verdict is null and o.arrival_id is null and o.entering_amount is null)
          from chosen c where o.message_id = c.message_id returning o.message_id, o.is_read_again
        )
        select m.*, before.id as b_id, before.told_id as b_told_id, before.received_at as b_received_at,
          before.came_at as b_came_at, behind.id as a_id, behind.told_id as a_told_id,
          behind.received_at as a_received_at, behind.came_at as a_came_at
        from taken t join phone_messages m on m.id = t.message_id ${equal('before')} ${equal('behind')}
        where t.is_read_again order by m.id`,
      values: [phoneIds, messagesMax],
    }),
  );
  return rows.map((row) => {
    const message = decodeMessage(row);
    return { message, earlier: nearest(message, decodeEqual(row, 'b'), decodeEqual(row, 'a')) };
  });
}

// biome-ignore lint/suspicious/noExplicitAny: rows of the driver.
function decodeEqual(row: any, side: 'b' | 'a'): EarlierMessage | null {
  const id = row[`${side}_id`];
  if (id === null) return null;
  return {
    id,
    toldId: row[`${side}_told_id`],
    receivedAt: row[`${side}_received_at`],
    cameAt: row[`${side}_came_at`],
  };
}

function nearest(
  message: StoredMessage,
  before: EarlierMessage | null,
  behind: EarlierMessage | null,
): EarlierMessage | null {
  if (before === null || behind === null) return before ?? behind;
  const apart = (one: EarlierMessage) => Math.abs(momentOf(one) - momentOf(message));
  return apart(behind) < apart(before) ? behind : before;
}

type ReadAgain = Omit<ReadPhone, 'readTo'>;

/** What became of them after all, and the lease is given back. What still nobody can read stays as it was. */
export async function storeAgain(
  pool: pg.Pool,
  read: readonly ReadAgain[],
  { lease, now }: { readonly lease: string; readonly now: Instant },
): Promise<void> {
  const all = read.flatMap(({ phoneId, outcomes }) => outcomes.map((one) => ({ ...one, phoneId })));
  const chains = read.flatMap((one) => one.chains);
  await orUnavailable(
    pool.query({
      name: 'store-again',
      text: `with mine as (
          update phone_states s set lease = null, leased_until = null
          where s.phone_id = any($1::int4[]) and s.lease = $2::uuid returning s.phone_id
        ), chained as (
          insert into balance_chains as c (phone_id, requisite_id, heads)
          select g.phone_id, g.requisite_id, g.heads from unnest($3::int4[], $4::int4[], $5::jsonb[]) g(phone_id, requisite_id, heads)
          join mine on mine.phone_id = g.phone_id
          on conflict (phone_id, requisite_id) do update set heads = excluded.heads
        )
        update message_outcomes o set waits_again = false, is_read_again = false, outcome = r.outcome, reason = r.reason,
          template_id = r.template_id, template_version = r.template_version, requisite_id = r.requisite_id,
          amount = r.amount, currency = r.currency, balance = r.balance, chain = r.chain, arrival_id = r.arrival_id,
          read_late_at = case when r.outcome in ('unread', 'ambiguous') then null else $6::timestamptz end
        from unnest($7::int8[], $8::int4[], $9::text[], $10::text[], $11::int4[], $12::int4[], $13::int4[], $14::int8[],
          $15::text[], $16::int8[], $17::text[], $18::uuid[])
          as r(message_id, phone_id, outcome, reason, template_id, template_version, requisite_id, amount, currency, balance,
            chain, arrival_id)
        join mine on mine.phone_id = r.phone_id
        where o.message_id = r.message_id and o.is_read_again`,
      values: [
        read.map(({ phoneId }) => phoneId),
        lease,
        chains.map(({ phoneId }) => phoneId),
        chains.map(({ accountId }) => accountId),
        chains.map(({ chain }) => encodeChain(chain)),
        new Date(now),
        all.map(({ messageId }) => messageId),
        all.map(({ phoneId }) => phoneId),
        ...outcomeColumns(all),
      ],
    }),
  );
}

/** Of phones that were revoked since: unread messages stay unread. */
export async function dropAgain(pool: pg.Pool, phoneIds: readonly number[]): Promise<void> {
  await orUnavailable(
    pool.query(
      'update message_outcomes set waits_again = false, is_read_again = false where phone_id = any($1::int4[]) and waits_again',
      [phoneIds],
    ),
  );
}
