import type pg from 'pg';
import type { BalanceChain, Link, Mark } from '../../domain/phones/balance-chain.ts';
import type { EarlierMessage, MessageOutcome, StoredMessage } from '../../domain/phones/judge-message.ts';
import { messageDigest, type PostedMessage } from '../../domain/phones/posted-messages.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { orUnavailable } from '../database/database-errors.ts';

/** What one phone posts; none is a sign of life. */
export interface Posting {
  readonly phoneId: number;
  /** Hash of the token that it came with. */
  readonly tokenHash: string;
  readonly messages: readonly PostedMessage[];
  readonly cameAt: Instant;
}

/**
 * Keeps what phones post, of many at once, in one statement. The rows of the phones are locked first, in order: so the IDs of a
 * phone's messages are in the order of their commits, and a worker that has read up to one has missed none before it. Answers
 * with the token that each phone has: what comes with another one is not kept, also when this process does not know yet that
 * the phone was revoked or paired anew.
 */
export async function storePostings(pool: pg.Pool, postings: readonly Posting[]): Promise<ReadonlyMap<number, string>> {
  const all = postings.flatMap(({ phoneId, tokenHash, messages, cameAt }) =>
    messages.map((message) => ({ ...message, phoneId, tokenHash, cameAt })),
  );
  const column = <Value>(read: (one: (typeof all)[number]) => Value) => all.map(read);
  const { rows } = await orUnavailable(
    pool.query({
      name: 'store-postings',
      text: `with beats as (
          select b.phone_id, b.token_hash, max(b.at) as at
          from unnest($1::int4[], $2::timestamptz[], $12::text[]) b(phone_id, at, token_hash) group by b.phone_id, b.token_hash
        ), locked as materialized (
          select s.phone_id, p.token_hash from phone_states s join phones p on p.id = s.phone_id
          where s.phone_id = any($1::int4[]) and p.token_hash is not null
          order by s.phone_id for no key update of s
        ), kept as (
          insert into phone_messages (phone_id, sender, title, text, told_id, received_at, sent_at, came_at, digest)
          select m.phone_id, m.sender, m.title, m.text, m.told_id, m.received_at, m.sent_at, m.came_at, m.digest
          from unnest($3::int4[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::timestamptz[],
            $10::timestamptz[], $11::bytea[], $13::text[]) with ordinality
            as m(phone_id, sender, title, text, told_id, received_at, sent_at, came_at, digest, token_hash, place)
          join locked l on l.phone_id = m.phone_id and l.token_hash = m.token_hash order by m.place
          returning id, phone_id
        ), newest as (select phone_id, max(id) as id from kept group by phone_id)
        update phone_states s set last_seen_at = greatest(s.last_seen_at, b.at),
          last_message_id = coalesce((select n.id from newest n where n.phone_id = s.phone_id), s.last_message_id)
        from locked l join beats b on b.phone_id = l.phone_id and b.token_hash = l.token_hash where s.phone_id = l.phone_id
        returning s.phone_id, l.token_hash`,
      values: [
        postings.map(({ phoneId }) => phoneId),
        postings.map(({ cameAt }) => timeOf(cameAt)),
        all.map(({ phoneId }) => phoneId),
        all.map(({ sender }) => sender),
        all.map(({ title }) => title),
        all.map(({ text }) => text),
        all.map(({ toldId }) => toldId),
        column(({ receivedAt }) => timeOf(receivedAt)),
        column(({ sentAt }) => timeOf(sentAt)),
        column(({ cameAt }) => timeOf(cameAt)),
        column((message) => messageDigest(message)),
        postings.map(({ tokenHash }) => tokenHash),
        all.map(({ tokenHash }) => tokenHash),
      ],
    }),
  );
  return new Map(rows.map(({ phone_id, token_hash }) => [phone_id, token_hash]));
}

/** A phone whose messages this worker alone reads until the lease ends. */
export interface LeasedPhone {
  readonly phoneId: number;
  readonly makerId: number;
  readonly isRevoked: boolean;
  readonly readTo: bigint;
}

interface Lease {
  readonly id: string;
  readonly now: Instant;
  readonly until: Instant;
  readonly phonesMax: number;
}

/** Of a row of `phone_states`. */
export const hasUnread = 'last_message_id > read_to';

/** Phones with messages that nobody has read, those that wait longest first. */
export async function leasePhones(pool: pg.Pool, lease: Lease): Promise<readonly LeasedPhone[]> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'lease-phones',
      text: `with due as (
          select phone_id from phone_states
          where ${hasUnread} and (leased_until is null or leased_until <= $2::timestamptz)
          order by read_to limit $4 for update skip locked
        )
        update phone_states s set lease = $1::uuid, leased_until = $3::timestamptz
        from due join phones p on p.id = due.phone_id where s.phone_id = due.phone_id
        returning s.phone_id, s.read_to, p.maker_id, p.revoked_at is not null as is_revoked`,
      values: [lease.id, timeOf(lease.now), timeOf(lease.until), lease.phonesMax],
    }),
  );
  return rows.map((row) => ({
    phoneId: row.phone_id,
    makerId: row.maker_id,
    isRevoked: row.is_revoked,
    readTo: row.read_to,
  }));
}

/** A message to read, with the newest equal one of the phone before it that was read as a transfer. */
export interface UnreadMessage {
  readonly message: StoredMessage;
  readonly earlier: EarlierMessage | null;
}

export async function findUnread(
  pool: pg.Pool,
  phones: readonly LeasedPhone[],
  messagesMax: number,
): Promise<readonly UnreadMessage[]> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'unread-messages',
      text: `select m.*, e.id as e_id, e.told_id as e_told_id, e.received_at as e_received_at, e.came_at as e_came_at
        from unnest($1::int4[], $2::int8[]) k(phone_id, read_to)
        cross join lateral (
          select * from phone_messages where phone_id = k.phone_id and id > k.read_to order by id limit $3
        ) m
        left join lateral (
          select q.id, q.told_id, q.received_at, q.came_at from phone_messages q
          join message_outcomes o on o.message_id = q.id
          where q.digest = m.digest and q.phone_id = k.phone_id and q.id <= k.read_to
            and o.outcome in ('settled', 'held', 'replay')
          order by q.id desc limit 1
        ) e on true
        order by m.id`,
      values: [phones.map(({ phoneId }) => phoneId), phones.map(({ readTo }) => readTo), messagesMax],
    }),
  );
  return rows.map((row) => ({
    message: decodeMessage(row),
    earlier:
      row.e_id === null
        ? null
        : { id: row.e_id, toldId: row.e_told_id, receivedAt: row.e_received_at, cameAt: row.e_came_at },
  }));
}

// biome-ignore lint/suspicious/noExplicitAny: rows of the driver.
export function decodeMessage(row: any): StoredMessage {
  return {
    id: row.id,
    phoneId: row.phone_id,
    sender: row.sender,
    title: row.title,
    text: row.text,
    toldId: row.told_id,
    receivedAt: row.received_at,
    sentAt: row.sent_at,
    cameAt: row.came_at,
    digest: row.digest,
  };
}

/** Where the balances of an account stand. */
export interface KeptChain {
  readonly phoneId: number;
  readonly accountId: number;
  readonly chain: BalanceChain;
}

export async function findChains(pool: pg.Pool, phoneIds: readonly number[]): Promise<readonly KeptChain[]> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'balance-chains',
      text: 'select phone_id, requisite_id, heads from balance_chains where phone_id = any($1::int4[])',
      values: [phoneIds],
    }),
  );
  return rows.map((row) => ({ phoneId: row.phone_id, accountId: row.requisite_id, chain: decodeChain(row.heads) }));
}

/** Requisites on which a deal over this sum runs or rests. */
export async function findOccupied(pool: pg.Pool, ids: readonly number[], amount: bigint): Promise<readonly number[]> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'occupied-requisites',
      text: `select r.id from unnest($1::int4[]) r(id) where exists (
          select from only deals d where d.requisite_id = r.id and d.amount = $2::int8 and d.occupies)`,
      values: [ids, amount],
    }),
  );
  return rows.map(({ id }) => id);
}

/**
 * The arrival that a bank's statement has told of before, and no message yet: over this sum, on the account of this requisite. Money
 * that came after the file was brought in is not in it. A line with its time is that near; one with its day alone may be
 * booked some days later.
 */
export async function findToldByBank(
  pool: pg.Pool,
  {
    requisiteId,
    amount,
    arrivedAt,
  }: { readonly requisiteId: number; readonly amount: bigint; readonly arrivedAt: Instant },
): Promise<string | null> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'told-by-bank',
      text: `select a.id from (
          select $1::int4 as id union
          select r.requisite_id from bank_account_requisites o
          join bank_account_requisites r on r.account_id = o.account_id where o.requisite_id = $1
        ) r join arrivals a on a.requisite_id = r.id and a.amount = $2::int8
        join bank_lines l on l.arrival_id = a.id
        where l.is_recorded and $3::timestamptz <= a.created_at + interval '2 minutes'
          and case when l.at is null then $3::timestamptz between l.booked_on - interval '5 days' and l.booked_on + interval '2 days'
            else $3::timestamptz between l.at - interval '1 hour' and l.at + interval '1 hour' end
          and not exists (select from message_outcomes m where m.arrival_id = a.id)
        order by a.id limit 1`,
      values: [requisiteId, amount, timeOf(arrivedAt)],
    }),
  );
  return rows[0]?.id ?? null;
}

/** The message that an arrival came with, if its outcome was written down. */
export async function findMessageOfArrival(pool: pg.Pool, arrivalId: string): Promise<bigint | null> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'message-of-arrival',
      text: 'select message_id from message_outcomes where arrival_id = $1 order by message_id limit 1',
      values: [arrivalId],
    }),
  );
  return rows[0]?.message_id ?? null;
}

/** What became of a phone's messages, up to the last of them. */
export interface ReadPhone {
  readonly phoneId: number;
  readonly makerId: number;
  readonly readTo: bigint;
  readonly outcomes: readonly (MessageOutcome & { readonly messageId: bigint })[];
  readonly chains: readonly KeptChain[];
}

/**
 * Writes down what was read, and gives the lease back. Of a lease that has ended nothing is written: somebody else reads the same
 * messages by then, and comes to the same arrivals.
 */
export async function storeOutcomes(
  pool: pg.Pool,
  read: readonly ReadPhone[],
  { lease, now }: { readonly lease: string; readonly now: Instant },
): Promise<void> {
  const all = read.flatMap(({ phoneId, makerId, outcomes }) => outcomes.map((one) => ({ ...one, phoneId, makerId })));
  const chains = read.flatMap((one) => one.chains);
  await orUnavailable(
    pool.query({
      name: 'store-outcomes',
      text: `with mine as (
          update phone_states s set read_to = g.read_to, lease = null, leased_until = null
          from unnest($1::int4[], $2::int8[]) g(phone_id, read_to)
          where s.phone_id = g.phone_id and s.lease = $3::uuid returning s.phone_id
        ), chained as (
          insert into balance_chains as c (phone_id, requisite_id, heads)
          select g.phone_id, g.requisite_id, g.heads from unnest($4::int4[], $5::int4[], $6::jsonb[]) g(phone_id, requisite_id, heads)
          join mine on mine.phone_id = g.phone_id
          on conflict (phone_id, requisite_id) do update set heads = excluded.heads
        )
        insert into message_outcomes (message_id, phone_id, maker_id, outcome, reason, template_id, template_version,
          requisite_id, amount, currency, balance, chain, arrival_id, read_at)
        select o.message_id, o.phone_id, o.maker_id, o.outcome, o.reason, o.template_id, o.template_version,
          o.requisite_id, o.amount, o.currency, o.balance, o.chain, o.arrival_id, $7::timestamptz
        from unnest($8::int8[], $9::int4[], $10::int4[], $11::text[], $12::text[], $13::int4[], $14::int4[], $15::int4[],
          $16::int8[], $17::text[], $18::int8[], $19::text[], $20::uuid[])
          as o(message_id, phone_id, maker_id, outcome, reason, template_id, template_version, requisite_id, amount,
            currency, balance, chain, arrival_id)
        join mine on mine.phone_id = o.phone_id`,
      values: [
        read.map(({ phoneId }) => phoneId),
        read.map(({ readTo }) => readTo),
        lease,
        chains.map(({ phoneId }) => phoneId),
        chains.map(({ accountId }) => accountId),
        chains.map(({ chain }) => encodeChain(chain)),
        timeOf(now),
        all.map(({ messageId }) => messageId),
        all.map(({ phoneId }) => phoneId),
        all.map(({ makerId }) => makerId),
        ...outcomeColumns(all),
      ],
    }),
  );
}

/** The columns of what became of each, from `outcome` to `arrival_id`. */
export function outcomeColumns(outcomes: readonly MessageOutcome[]): unknown[][] {
  return [
    outcomes.map(({ outcome }) => outcome),
    outcomes.map(({ reason }) => reason),
    outcomes.map(({ template }) => template?.id ?? null),
    outcomes.map(({ template }) => template?.version ?? null),
    outcomes.map(({ requisiteId }) => requisiteId),
    outcomes.map(({ amount }) => amount),
    outcomes.map(({ currency }) => currency),
    outcomes.map(({ balance }) => balance),
    outcomes.map(({ link }): Link | null => link),
    outcomes.map(({ arrivalId }) => arrivalId),
  ];
}

/** Lets others read what could not be read now. */
export async function releasePhones(pool: pg.Pool, lease: string): Promise<void> {
  await pool.query('update phone_states set lease = null, leased_until = null where lease = $1', [lease]);
}

function timeOf(instant: Instant | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

type Marks = readonly (readonly [balance: string, at: number, isGuessed?: true])[];

/** Balances as text: JSON has no large whole numbers. */
export function encodeChain({ heads, gaps }: BalanceChain): string {
  const marks = (all: BalanceChain['heads']): Marks =>
    all.map(({ balance, at, isGuessed }) => (isGuessed === true ? [String(balance), at, true] : [String(balance), at]));
  return JSON.stringify({ heads: marks(heads), gaps: marks(gaps) });
}

function decodeChain(stored: { readonly heads: Marks; readonly gaps: Marks }): BalanceChain {
  const marks = (all: Marks) =>
    all.map(
      ([balance, at, isGuessed]): Mark => ({
        balance: BigInt(balance),
        at,
        ...(isGuessed === true ? { isGuessed } : {}),
      }),
    );
  return { heads: marks(stored.heads), gaps: marks(stored.gaps) };
}
