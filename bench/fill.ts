import type pg from 'pg';
import { appendLinks } from '../src/storage/chain/append-links.ts';
import { auditChain } from '../src/storage/chain/chain.ts';
import { connect, createPool } from '../src/storage/database/connection.ts';
import { rollTrade, settledMs } from '../src/storage/rollups/roll-trade.ts';
import { amountCount, amountMin, amountStep } from './amounts.ts';
import { sealAll } from './seal-all.ts';
import type { BenchDatabase } from './world.ts';

/** Big enough that a chunk's own cost does not matter, small enough to show progress and to keep in memory. */
const chunkSize = 50_000;

/**
 * `books`: no more than what creating and reading invoices meets; notifications are short. `all`: as the service would have left
 * it, whole snapshots, arrivals and the audit log, sealed and chained, which is three times as much.
 */
type PastKept = 'books' | 'all';

/**
 * Fills a database with the past: invoices that were paid, expired or canceled in the last ninety days, each with its
 * deal, transfers and notification. The laws of the books hold afterwards.
 */
export async function fillWithPast(
  database: BenchDatabase,
  { count, kept }: { readonly count: number; readonly kept: PastKept },
  progress: (stored: number) => void,
): Promise<void> {
  const { url } = database;
  const client = await connect(url, 'admin');
  const second = await connect(url, 'admin');
  try {
    for (let first = 0; first < count; first += 2 * chunkSize) {
      const middle = Math.min(first + chunkSize, count);
      const end = Math.min(middle + chunkSize, count);
      await Promise.all([
        fillChunk(client, { first, last: middle - 1, count, kept }),
        middle < end && fillChunk(second, { first: middle, last: end - 1, count, kept }),
        // What is there already, as the service would have done it.
        kept === 'all' && sealPast(database),
      ]);
      progress(end);
    }
    // As autovacuum would have done long ago: statistics for the planner, and no first reader who cleans up after us.
    await client.query('vacuum (analyze) invoices, deals, transfers, notifications, accounts, arrivals, audit_log');
    await countPast(url, client);
    if (kept === 'all') await sealPast(database);
  } finally {
    await Promise.all([client.end(), second.end()]);
  }
}

/** What the workers do within seconds of each act: left to a service that has just started, it would take from what is measured. */
async function sealPast(database: BenchDatabase): Promise<void> {
  await sealAll(database);
  const pool = createPool(database.workUrl, 1);
  try {
    while (await appendLinks(pool, auditChain, chunkSize));
  } finally {
    await pool.end();
  }
}

/** The figures of the overview, as the worker would have counted them long ago. */
async function countPast(url: string, client: pg.Client): Promise<void> {
  const pool = createPool(url, 1);
  // The worker leaves what is young alone, as somebody might not have committed yet. Here everybody has.
  const settledAt = Date.now() + settledMs;
  try {
    // The first look sets the mark up to which transfers are counted; the second counts them, once the mark is old.
    for (let look = 0; look < 2; look++) {
      while (await rollTrade(pool, settledAt));
      await client.query(`update rollup_state set marked_at = '-infinity'`);
    }
    while (await rollTrade(pool, settledAt));
    await client.query('vacuum (analyze) trade_rollups, fee_rollups');
  } finally {
    await pool.end();
  }
}

/** What a service would have counted and sealed by now, had it not been stopped right after a load. */
export async function catchUp(database: BenchDatabase): Promise<void> {
  const client = await connect(database.url, 'admin');
  try {
    await countPast(database.url, client);
    await sealPast(database);
  } finally {
    await client.end();
  }
}

/** Of the store that reads them: `growth` and `archive` leave some of the other one behind. */
export async function someInvoiceIds({ url }: BenchDatabase, countMax: number): Promise<string[]> {
  const client = await connect(url, 'admin');
  const { rows } = await client.query('select id from invoices where store_id = 1 order by random() limit $1', [
    countMax,
  ]);
  await client.end();
  return rows.map((row) => row.id);
}

async function fillChunk(
  client: pg.Client,
  chunk: { readonly first: number; readonly last: number; readonly count: number; readonly kept: PastKept },
): Promise<void> {
  await client.query('begin');
  await client.query(pastDeals, [chunk.first, chunk.last, chunk.count]);
  for (const statement of pastStatements[chunk.kept]) await client.query(statement);
  await client.query('commit');
}

/** Of ten invoices six were paid, three expired and one was canceled. Rate and fee are those of the demo world. */
const pastDeals = `create temporary table past on commit drop as
  select
    uuidv7(created_at - clock_timestamp()) as id, serial, created_at, amount, maker_sum, requisite_id,
    (maker_sum * 250 + 9999) / 10000 as fee_sum,
    created_at + case status when 'expired' then interval '15 minutes' else interval '5 minutes' end as ended_at,
    status, case status when 'paid' then 'completed' else status end as deal_status
  from (
    select
      serial, amount, amount * 10000000 / 955 as maker_sum, serial % 160 + 1 as requisite_id,
      now() - interval '1 day' - interval '90 days' * (1 - serial::float8 / $3) as created_at,
      case when serial % 10 < 6 then 'paid' when serial % 10 < 9 then 'expired' else 'canceled' end as status
    from (
      select serial, ${amountMin} + (serial * ${amountStep}) % ${amountCount} as amount
      from generate_series($1::int8, $2::int8) serial
    ) s
  ) t`;

const insertInvoices = `insert into invoices
  (id, store_id, internal_id, user_id, type, status, payment_option, payment_method, amount, asked_amount, currency,
    received_from_taker, received_from_maker, service_fee, payout_sum, notification_url, notification_token,
    created_at, expire_at, updated_at, sequence, deal_count)
  select p.id, 1, 'order-' || p.serial, 'user-' || p.serial % 100000, 'in', p.status, r.option, r.bank, p.amount, p.amount, 'RUB',
    case status when 'paid' then p.amount end, case status when 'paid' then p.maker_sum end,
    case status when 'paid' then p.fee_sum end, case status when 'paid' then p.maker_sum - p.fee_sum end,
    'https://shop.example/notify', 'token-of-the-shop', p.created_at, p.created_at + interval '1 hour', p.ended_at, 1, 1
  from past p join requisites r on r.id = p.requisite_id order by p.id`;

/** Ended deals keep their pair of requisite and amount until another deal takes it over. */
const insertDeals = `insert into deals
  (id, invoice_id, ordinal, type, status, payment_option, payment_method, requisite_id, maker_id, number, holder, amount,
    currency, rate_e8, maker_sum, fee_sum, started_at, deadline_at, confirmed_at, ended_at, occupies, rests_until)
  select p.id, p.id, 1, 'in', p.deal_status, r.option, r.bank, r.id, r.maker_id, r.number, r.holder, p.amount,
    'RUB', 9550000000, p.maker_sum, p.fee_sum, p.created_at, p.created_at + interval '15 minutes',
    case status when 'paid' then p.ended_at end, p.ended_at, true, p.ended_at + interval '1 minute'
  from past p join requisites r on r.id = p.requisite_id order by p.id`;

/** Account 2 takes the fees, account 11 is what the store has available. */
const insertTransfers = `insert into transfers (subject_id, kind, debit_id, credit_id, amount, currency, created_at)
  select p.id, k.kind, k.debit_id, k.credit_id, k.amount, 'USDT', k.created_at
  from past p join requisites r on r.id = p.requisite_id join makers m on m.id = r.maker_id
  cross join lateral (values
    ('payin_hold', m.available_id, m.held_id, p.maker_sum, p.created_at),
    (case when p.status <> 'paid' then 'payin_release' end, m.held_id, m.available_id, p.maker_sum, p.ended_at),
    (case when p.status = 'paid' then 'payin_settle' end, m.held_id, 11, p.maker_sum - p.fee_sum, p.ended_at),
    (case when p.status = 'paid' then 'payin_fee' end, m.held_id, 2, p.fee_sum, p.ended_at)
  ) k(kind, debit_id, credit_id, amount, created_at)
  where k.kind is not null order by p.id`;

const ms = (time: string) => `(extract(epoch from ${time}) * 1000)::int8`;

/** The invoice and the deal as they were then, in the form in which the service stores them. */
const snapshot = `jsonb_build_object(
  'invoice', jsonb_build_object('id', i.id, 'storeId', i.store_id, 'internalId', i.internal_id, 'userId', i.user_id,
    'type', i.type, 'status', i.status, 'paymentOption', i.payment_option, 'paymentMethod', i.payment_method,
    'namedOption', null, 'namedMethod', null, 'requisites', null, 'amount', i.amount::text,
    'askedAmount', i.asked_amount::text, 'currency', i.currency, 'holdsName', i.holds_name,
    'receivedFromTaker', i.received_from_taker::text, 'receivedFromMaker', i.received_from_maker::text,
    'serviceFee', i.service_fee::text, 'payoutSum', i.payout_sum::text, 'notificationUrl', i.notification_url,
    'notificationToken', i.notification_token, 'successUrl', null, 'cancelUrl', null, 'isSumChanged', false,
    'createdAt', ${ms('i.created_at')}, 'expireAt', ${ms('i.expire_at')}, 'updatedAt', ${ms('i.updated_at')},
    'sequence', 1, 'dealCount', 1, 'disputedFrom', null),
  'deal', jsonb_build_object('id', d.id, 'invoiceId', i.id, 'ordinal', 1, 'type', d.type, 'status', d.status,
    'paymentOption', d.payment_option, 'paymentMethod', d.payment_method, 'requisiteId', d.requisite_id, 'makerId', d.maker_id,
    'number', d.number, 'holder', d.holder, 'amount', d.amount::text, 'currency', d.currency, 'rate', d.rate_e8::text,
    'receivedAmount', null, 'makerSum', d.maker_sum::text, 'feeSum', d.fee_sum::text, 'rewardBps', 0, 'rewardSum', '0', 'startedAt', ${ms('d.started_at')},
    'deadlineAt', ${ms('d.deadline_at')}, 'confirmedAt', ${ms('d.confirmed_at')}, 'endedAt', ${ms('d.ended_at')},
    'occupies', true, 'restsUntil', ${ms('d.rests_until')}, 'attachments', '[]'::jsonb, 'dispute', null))`;

/** Before anything is locked that the other connection needs as well: it is most of the work. */
const writeSnapshots = (content: string) => `create temporary table snapshots on commit drop as
  select p.id, p.ended_at, ${content} as snapshot
  from past p join invoices i on i.id = p.id join deals d on d.id = p.id`;

const insertNotifications = `with counted as (
    insert into notification_feeds as f (store_id, last_sequence) select 1, count(*) from snapshots
    on conflict (store_id) do update set last_sequence = f.last_sequence + excluded.last_sequence
    returning last_sequence
  )
  insert into notifications (invoice_id, sequence, store_id, snapshot, created_at, feed_sequence)
  select s.id, 1, 1, s.snapshot, s.ended_at, c.last_sequence - row_number() over (order by s.id desc) + 1
  from snapshots s, counted c order by s.id`;

/** The bank's word of each payment, and who entered it. */
const insertArrivals = `insert into arrivals
  (id, requisite_id, amount, currency, arrived_at, reference, status, deal_id, entered_by, created_at)
  select id, requisite_id, amount, 'RUB', ended_at, 'bank-' || serial, 'matched', id, 'operator', ended_at
  from past where status = 'paid' order by id`;

const insertAuditLog = `insert into audit_log (at, user_id, actor, action, subject_kind, subject_id)
  select ended_at, (select min(id) from users), 'operator', 'record-arrival', 'arrival', id::text
  from past where status = 'paid' order by id`;

/** The last two lock what everybody needs, until the end of their transaction: accounts, and the feed of the store. */
const pastStatements: Readonly<Record<PastKept, readonly string[]>> = {
  books: [insertInvoices, insertDeals, writeSnapshots(`'{}'::jsonb`), insertTransfers, insertNotifications],
  all: [
    ...[insertInvoices, insertDeals, writeSnapshots(snapshot), insertArrivals, insertAuditLog],
    ...[insertTransfers, insertNotifications],
  ],
};
