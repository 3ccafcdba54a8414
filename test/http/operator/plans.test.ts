import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arrivalExceptions, arrivalStatuses } from '../../../src/domain/arrivals/arrival.ts';
import { dealStatuses } from '../../../src/domain/invoices/deal.ts';
import { invoiceStatuses } from '../../../src/domain/invoices/invoice.ts';
import { directions } from '../../../src/domain/money/payment.ts';
import { outcomes } from '../../../src/domain/phones/judge-message.ts';
import { firstIdAt } from '../../../src/domain/text/uuid.ts';
import { connect, type Statement, withoutSorting } from '../../../src/storage/database/connection.ts';
import {
  type ArrivalFilter,
  arrivalsOfReference,
  arrivalsQuery,
} from '../../../src/storage/reads/arrivals/arrival-reads.ts';
import { type DealFilter, dealsQuery, openPayoutsQuery } from '../../../src/storage/reads/invoices/deal-list-reads.ts';
import {
  type InvoiceFilter,
  invoiceIdsQuery,
  invoicesOfIdPrefixQuery,
  invoicesOfPrefixQuery,
} from '../../../src/storage/reads/invoices/invoice-list-reads.ts';
import { makerActivity, makerActivityValues } from '../../../src/storage/reads/invoices/load-reads.ts';
import { timelineStatements } from '../../../src/storage/reads/invoices/timeline-reads.ts';
import { balanceHistory } from '../../../src/storage/reads/ledger/balance-history-reads.ts';
import type { Query as ReadQuery } from '../../../src/storage/reads/listing.ts';
import { salesQuery } from '../../../src/storage/reads/merchants/sales-reads.ts';
import { messagesQuery } from '../../../src/storage/reads/messages/message-reads.ts';
import { notificationsQuery } from '../../../src/storage/reads/notifications/notification-reads.ts';
import { feesQuery, overviewQuery, paceQuery } from '../../../src/storage/reads/overview/overview-reads.ts';
import { auditLogQuery } from '../../../src/storage/reads/people/audit-reads.ts';
import { withdrawalsOfTransaction, withdrawalsQuery } from '../../../src/storage/reads/withdrawals/withdrawal-reads.ts';
import { caseStatements } from '../../../src/storage/reads/workqueue/case-reads.ts';
import { workQuery } from '../../../src/storage/reads/workqueue/work-reads.ts';
import { rollTrade } from '../../../src/storage/rollups/roll-trade.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

/** How lists are found when there is much to look through: never by reading a whole table, and never by reading most of it. */
let db: TestDatabase;
let sample: { id: string; internal_id: string; requisite_id: number; maker_id: number };

const dayMs = 86_400_000;
const rowCount = 40_000;
/** Pages of 8 kB that one list may touch: its rows, a few more to pass over, and the way down the indexes. */
const blocksMax = 1500;

const ofAll: InvoiceFilter = {
  storeIds: null,
  status: null,
  type: null,
  from: null,
  to: null,
  internalId: null,
  id: null,
  sum: null,
  requisite: null,
};
const page = { after: null, limit: 50 };
const now = Date.now();

beforeAll(async () => {
  db = await createTestDatabase();
  // Without the time limit of those who read.
  const client = await connect(db.ownerUrl, 'admin');
  await fill(client).finally(() => client.end());
  // The worker has counted the past; the last minute is read from the rows.
  while (await rollTrade(db.pool, now));
  await db.owner.query(`update rollup_state set marked_at = '-infinity'`);
  while (await rollTrade(db.pool, now));
  await db.owner.query('analyze trade_rollups, fee_rollups');
  // As the keeper of the book does with every page.
  await db.pool.query('select summarize_transfers()');
  const { rows } = await db.pool.query(
    'select i.id, i.internal_id, d.requisite_id, d.maker_id from invoices i join deals d on d.invoice_id = i.id where d.type = $1 order by i.id offset 20000 limit 1',
    ['in'],
  );
  sample = rows[0];
});
afterAll(async () => {
  await db.drop();
});

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Node[];
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** A statement with a name is planned once, for whatever its values will be; a question of its own for those it has. */
type Query = Pick<ReadQuery, 'text' | 'values'> & { readonly name?: string; readonly setting?: Statement };

const explaining = 'explain (analyze, buffers, timing off, format json)';

async function explain(query: Query): Promise<Node> {
  if (query.name !== undefined) return await explainPrepared(query);
  const { rows } = await db.pool.query(`${explaining} ${query.text}`, query.values);
  return rows[0]['QUERY PLAN'][0].Plan;
}

async function explainPrepared({ text, values, setting }: Query): Promise<Node> {
  const client = await connect(db.url, 'read');
  await client.query('begin');
  if (setting !== undefined) await client.query(setting.text);
  await client.query(`prepare asked as ${text}`);
  const { rows } = await client.query(`${explaining} execute asked (${values.map(literal).join(', ')})`);
  await client.end();
  return rows[0]['QUERY PLAN'][0].Plan;
}

function literal(value: unknown): string {
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value));
}

function scans(node: Node): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scans)];
}

async function expectLed(query: Query): Promise<void> {
  const plan = await explain(query);
  const hot = [
    ...['invoices', 'deals', 'transfers', 'arrivals', 'audit_log', 'notifications'],
    ...['phone_messages', 'message_outcomes'],
  ];
  expect(scans(plan).filter((table) => hot.includes(table))).toEqual([]);
  expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(blocksMax);
}

const work = {
  after: { isUrgent: false, since: now - 20_000_000, id: firstIdAt(now - 20_000_000) },
  limit: 50,
  now,
};
const statement = ({ name, text }: Statement, values: unknown[]): Query => ({ name, text, values });
const activityOf = (makerIds: readonly number[], since: number): Query => ({
  ...statement(makerActivity, makerActivityValues(makerIds, since)),
  setting: withoutSorting,
});

const invoices = (change: Partial<InvoiceFilter>, after: string | null = null) =>
  invoiceIdsQuery({ ...ofAll, ...change }, { after, limit: 50 }, [1, 2]);
const deals = (change: Partial<DealFilter>, after: string | null = null) =>
  dealsQuery({ makerId: null, status: null, type: null, ...change }, { after, limit: 50 }, [1, 2, 3, 4, 5, 6, 7, 8]);
const arrivals = (change: Partial<ArrivalFilter>, after: string | null = null) =>
  arrivalsQuery({ requisiteIds: null, status: null, exception: null, ...change }, { after, limit: 50 });

const messages = (change: Partial<Parameters<typeof messagesQuery>[0]>, after: bigint | null = null) =>
  messagesQuery({ makerId: null, phoneId: null, outcome: null, isOpen: false, ...change }, { after, limit: 50 });

const notifications = (afterId: { invoiceId: string; sequence: number } | null) =>
  notificationsQuery({ storeId: null, invoiceId: null, state: null }, { after: null, afterId, limit: 50 });

describe('an index leads', () => {
  it.each<[string, () => Query]>([
    ['all invoices', () => invoices({})],
    ['a page in the middle of all invoices', () => invoices({}, sample.id)],
    ['invoices of stores', () => invoices({ storeIds: [1, 2] }, sample.id)],
    ['invoices of a store that are paid', () => invoices({ storeIds: [1], status: 'paid' })],
    ['invoices that are new', () => invoices({ status: 'new' })],
    ['payouts', () => invoices({ type: 'out' })],
    ['invoices in dispute', () => invoices({ status: 'dispute' })],
    ['invoices of a time', () => invoices({ from: now - 30_000_000, to: now - 29_000_000 })],
    ['an internal ID in all stores', () => invoices({ internalId: sample.internal_id })],
    ['an internal ID in one store', () => invoices({ internalId: sample.internal_id, storeIds: [1] })],
    ['orders that begin alike', () => invoicesOfPrefixQuery('order-12', [1, 2], 8)],
    ['an order that nobody has', () => invoicesOfPrefixQuery('zzz', [1, 2], 8)],
    [
      'IDs that begin alike',
      () => invoicesOfIdPrefixQuery({ from: sample.id, to: `${sample.id.slice(0, 13)}-ffff-ffff-ffffffffffff` }, 8),
    ],
    ['an invoice or deal ID', () => invoices({ id: sample.id })],
    ['an amount', () => invoices({ sum: { amount: 123_400n, currency: 'RUB' } })],
    ['an amount in one store', () => invoices({ sum: { amount: 123_400n, currency: 'RUB' }, storeIds: [2] })],
    [
      'a requisite',
      () =>
        invoices({
          requisite: { tail: '0007', requisiteIds: [sample.requisite_id] },
        }),
    ],
    ['the number of a payout', () => invoices({ requisite: { tail: '1230', requisiteIds: [] } })],
    ['all deals', () => deals({})],
    ['deals of a maker', () => deals({ makerId: 3, status: 'completed', type: 'in' }, sample.id)],
    ['what runs at a maker', () => deals({ makerId: 3, status: 'running' })],
    ['sales of an hour', () => salesQuery(1, { fromMs: now - 7_200_000, toMs: now - 3_600_000, spanMs: 3_600_000 })],
    [
      'sales of a store that had none, while others had many',
      () => salesQuery(3, { fromMs: now - 40_000_000, toMs: now, spanMs: 3_600_000 }),
    ],
    ['the overview of a month', () => overviewQuery({ fromMs: now - 30 * dayMs, step: 'day', zone: 'Asia/Almaty' })],
    ['the overview of an hour', () => overviewQuery({ fromMs: now - 3_600_000, step: 'hour', zone: 'UTC' })],
    ['the fees of a month', () => feesQuery(now - 30 * dayMs)],
    ['the pace of makers', () => paceQuery(now - dayMs)],
    ['payouts that wait', () => openPayoutsQuery([1, 2], now, page)],
    ['arrivals', () => arrivals({})],
    ['arrivals nobody decided about', () => arrivals({ status: 'held' })],
    ['arrivals of requisites', () => arrivals({ requisiteIds: [1, 9, 17] })],
    ['withdrawals that wait', () => withdrawalsQuery({ storeIds: null, status: 'open' }, page)],
    ['withdrawals of a store', () => withdrawalsQuery({ storeIds: [1], status: null }, page)],
    ['what waits', () => workQuery('confirmed', work)],
    ['payouts that were objected to', () => workQuery('objected', { ...work, after: null })],
    ['what is overdue', () => workQuery('overdue', { ...work, after: null })],
    ['disputes that wait', () => workQuery('dispute', work)],
    ['arrivals that wait', () => workQuery('arrival', work)],
    ['payouts that wait for anybody', () => workQuery('payout', work)],
    ['withdrawals that wait for approval', () => workQuery('withdrawal', work)],
    ['messages that wait', () => workQuery('message', work)],
    ['lines that wait', () => workQuery('line', work)],
    ['arrivals by the number of the bank', () => statement(arrivalsOfReference, [sample.id, 8])],
    ['withdrawals by their transaction', () => statement(withdrawalsOfTransaction, [['none', 'other'], 8])],
    ['what makers did of late', () => activityOf([1, 2, 3], now - 3_600_000)],
    ['what one maker did today', () => activityOf([1], now - 40_000_000)],
    ['a case', () => statement(caseStatements.caseDeal, [sample.id])],
    ['deals on a requisite', () => statement(caseStatements.dealsOfRequisite, [sample.requisite_id, 8])],
    ['what a payer did before', () => statement(caseStatements.invoicesOfPayer, [1, 'payer-7', 51])],
    ['a payer who never came', () => statement(caseStatements.invoicesOfPayer, [1, 'payer-0', 51])],
    ['attempts to pay an order', () => statement(caseStatements.invoicesOfOrder, [1, sample.internal_id, 9])],
    ['comments on a case', () => statement(caseStatements.commentsOfCase, [sample.id])],
    ['what was said to somebody', () => statement(caseStatements.mentionsOfUser, [1])],
    ['messages of phones', () => messages({})],
    ['a page in the middle of them', () => messages({}, 20_000n)],
    ['messages of a maker', () => messages({ makerId: 3 })],
    ['messages that wait for a person', () => messages({ isOpen: true })],
    ['everybody’s notifications', () => notifications(null)],
    ['a page in the middle of them', () => notifications({ invoiceId: sample.id, sequence: 1 })],
    ['the audit log', () => auditLogQuery({ userId: null, subject: null }, page)],
    ['the audit log of a user', () => auditLogQuery({ userId: 1, subject: null }, page)],
    [
      'the audit log of a subject',
      () => auditLogQuery({ userId: null, subject: { kind: 'invoice', id: sample.id } }, page),
    ],
  ])('%s', async (_, query) => {
    await expectLed(query());
  });

  /** A plan that walks the past to fill a page walks all of it for these. */
  it.each<[string, () => Query]>([
    ...[[1], [3], null].flatMap((storeIds) =>
      [...Object.values(invoiceStatuses), null].flatMap((status) =>
        [...Object.values(directions), null].map((type): [string, () => Query] => [
          `invoices of stores ${storeIds}, ${status}, ${type}`,
          () => invoices({ storeIds, status, type }),
        ]),
      ),
    ),
    ...[3, 9, null].flatMap((makerId) =>
      [...Object.values(dealStatuses), 'running' as const, null].flatMap((status) =>
        [...Object.values(directions), null].map((type): [string, () => Query] => [
          `deals of maker ${makerId}, ${status}, ${type}`,
          () => deals({ makerId, status, type }),
        ]),
      ),
    ),
    ...[[1, 9, 17], [160], null].flatMap((requisiteIds) =>
      [...Object.values(arrivalStatuses), null].flatMap((status) =>
        [...Object.values(arrivalExceptions), null].map((exception): [string, () => Query] => [
          `arrivals of requisites ${requisiteIds}, ${status}, ${exception}`,
          () => arrivals({ requisiteIds, status, exception }),
        ]),
      ),
    ),
    ...[1, 3, 8, null].flatMap((makerId) =>
      [3, null].flatMap((phoneId) =>
        [...Object.values(outcomes), null].flatMap((outcome) =>
          [false, true].map((isOpen): [string, () => Query] => [
            `messages of maker ${makerId}, phone ${phoneId}, ${outcome}, ${isOpen ? 'open' : 'all'}`,
            () => messages({ makerId, phoneId, outcome, isOpen }),
          ]),
        ),
      ),
    ),
    ['a requisite nobody ever paid to', () => invoices({ requisite: { tail: '9999', requisiteIds: [161] } })],
    ['a price of another store', () => invoices({ sum: { amount: 123_400n, currency: 'RUB' }, storeIds: [3] })],
    ['a price in dispute', () => invoices({ sum: { amount: 100_000n, currency: 'RUB' }, status: 'dispute' })],
    ['what somebody did who never did anything', () => auditLogQuery({ userId: 9, subject: null }, page)],
  ])('an index also leads to what is rare or missing: %s', async (_, query) => {
    await expectLed(query());
  });

  it('all that belongs to one invoice', async () => {
    for (const asked of timelineStatements) {
      await expectLed(statement(asked, [asked.text.includes('any($1') ? [sample.id] : sample.id]));
    }
  });
});

it('follows a balance back through the newest transfers only', async () => {
  const values = [102, new Date(now - 86_400_000).toISOString(), '360000 milliseconds', 1_000];
  const plan = await explain(statement(balanceHistory, values));
  expect(scans(plan)).toEqual([]);
  expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(blocksMax);
});

it('pages through everything without a gap or a repeat', async () => {
  const seen = new Set<string>();
  let after: string | null = null;
  for (let pages = 0; pages < 20; pages++) {
    const { text, values } = invoiceIdsQuery({ ...ofAll, storeIds: [1, 2] }, { after, limit: 199 }, [1, 2]);
    const { rows }: { rows: { id: string }[] } = await db.pool.query(text, values);
    for (const { id } of rows.slice(0, 199)) seen.add(id);
    after = rows.at(198)?.id ?? null;
  }
  const { rows } = await db.pool.query('select id from invoices order by id desc limit $1', [20 * 199]);
  expect([...seen]).toEqual(rows.map(({ id }) => id));
});

/** Rows as the service would have left them, over half a day, with an ID from each second. */
async function fill(client: pg.Client): Promise<void> {
  const id = `(select (substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-7' || substr(m, 1, 3) || '-8' || substr(m, 4, 3)
    || '-' || substr(m, 7, 12))::uuid from (select lpad(to_hex($1::int8 - n * 1000), 12, '0') as h, md5(n::text) as m) x)`;
  const at = `to_timestamp(($1::int8 - n * 1000) / 1000.0)`;
  await client.query(
    `insert into invoices (id, store_id, internal_id, user_id, type, status, amount, asked_amount, currency, notification_url,
       notification_token, created_at, expire_at, updated_at, deal_count)
     select ${id}, 1 + n % 2, 'order-' || n, 'payer-' || n % 97, case when n % 20 = 0 then 'out' else 'in' end,
       case when n < 200 then 'new' when n % 1000 = 1 then 'dispute' when n % 3 = 0 then 'paid' else 'expired' end,
       100000 + n % 500 * 100, 100000 + n % 500 * 100, 'RUB', '', '', ${at}, ${at} + interval '1 hour', ${at}, 1
     from generate_series(1, ${rowCount}) n`,
    [now],
  );
  await client.query(
    `insert into deals (id, invoice_id, ordinal, type, status, payment_option, payment_method, requisite_id, maker_id, number,
       holder, amount, currency, rate_e8, maker_sum, fee_sum, started_at, deadline_at, occupies, confirmed_at, dispute)
     select i.id, i.id, 1, i.type,
       case when n < 200 and n % 20 = 0 then 'new' when n < 100 then 'transfer_confirmed' when n < 200 then 'transfer_waiting' when n % 1000 = 1 then 'dispute'
         when n % 3 = 0 then 'completed' else 'expired' end,
       'TO_CARD', 'sberbank', case when n % 20 = 0 then null else 1 + n % 160 end,
       case when n % 20 = 0 then null else 1 + n % 8 end, '22000000' || lpad(n::text, 8, '0'), '', i.amount, 'RUB',
       9550000000, 1000000, 25000, i.created_at, i.created_at + interval '1 day', false, i.created_at,
       case when n % 1000 = 1 then jsonb_build_object('openedAt', $1::int8 - n * 1000) end
     from invoices i cross join lateral (select substr(i.internal_id, 7)::int as n) x`,
    [now],
  );
  await client.query(
    `insert into transfers (debit_id, credit_id, amount, currency, kind, subject_id, created_at)
     select debit_id, credit_id, 1000000, 'USDT', kind, d.id, d.started_at
     from deals d, (values (102, 103, 'payin_hold'), (103, 102, 'payin_release')) t(debit_id, credit_id, kind)`,
  );
  await client.query(
    `insert into arrivals (id, requisite_id, amount, currency, arrived_at, reference, status, exception, deal_id, entered_by,
       created_at)
     select id, requisite_id, amount, 'RUB', started_at, id::text, case when status = 'completed' then 'matched' else 'held' end,
       case when status = 'completed' then null else 'late' end, id, 'bank', started_at
     from deals where requisite_id is not null`,
  );
  await client.query(
    `insert into withdrawals (id, store_id, account_id, status, sum, fee, currency, address, created_at, updated_at)
     select id, store_id, '0193f000-0000-7000-8000-000000000001', case when status = 'new' then 2 else 5 end, 1, 0, 'USDT', 'T',
       created_at, created_at from invoices where store_id = 1`,
  );
  await client.query(
    `insert into audit_log (at, user_id, actor, action, subject_kind, subject_id)
     select created_at, 1 + (amount % 3)::int, 'operator', 'settle-deal', 'invoice', id::text from invoices`,
  );
  await client.query(
    `insert into notifications (invoice_id, sequence, store_id, snapshot, created_at, feed_sequence)
     select id, 1, store_id, '{}', updated_at, row_number() over () from invoices`,
  );
  await client.query(
    `insert into users (login, role, password_hash, trusted_since)
     select 'user-' || n, 'operator', '', now() from generate_series(1, 20) n`,
  );
  await client.query(
    `insert into case_comments (case_id, user_id, at, text) select id, (select min(u.id) from users u), created_at, 'x' from invoices`,
  );
  await client.query(
    `insert into case_mentions (user_id, comment_id) select u.id, c.id from case_comments c join users u on u.id % 20 = c.id % 20`,
  );
  // One phone has nearly all messages, one a few of long ago, one none.
  await client.query(
    `insert into phones (id, maker_id, name, created_at) select n, n, 'phone', now() from generate_series(1, 4) n`,
  );
  await client.query(
    `insert into phone_messages (phone_id, sender, text, came_at, digest)
     select case when n <= 20 then 3 else 1 + n % 2 end, '900', 'text ' || n, now(), sha256(n::text::bytea)
     from generate_series(1, ${rowCount}) n`,
  );
  await client.query(
    `insert into message_outcomes (message_id, phone_id, maker_id, outcome, read_at, verdict, decided_at)
     select id, phone_id, phone_id, case when id % 20 = 0 then 'unread' when id % 3 = 0 then 'held' else 'stopped' end, now(),
       case when id % 400 = 0 then null else 'dismissed' end, case when id % 400 = 0 then null else now() end
     from phone_messages`,
  );
  await client.query('analyze');
}
