import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fiat } from '../../src/domain/money/money.ts';
import { firstIdAt } from '../../src/domain/text/uuid.ts';
import { lockAndLoad } from '../../src/storage/batch/batch-load.ts';
import { noKeys } from '../../src/storage/batch/load-steps.ts';
import { dealsOfDecisions } from '../../src/storage/book/check-touched.ts';
import { connect, createPool } from '../../src/storage/database/connection.ts';
import { noOrdinaryHold, touchedLaws } from '../../src/storage/ledger/law-texts.ts';
import { availabilityOfRequisites } from '../../src/storage/reads/invoices/availability-reads.ts';
import { listInvoices } from '../../src/storage/reads/invoices/invoice-list-reads.ts';
import { findMakerActivity } from '../../src/storage/reads/invoices/load-reads.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** IDs begin with their time: number n is of the n-th second. */
const idOfSecond = `(lpad(to_hex(n), 8, '0') || substr(md5(n::text), 9))::uuid`;

/** Books of some age: thousands of invoices that have ended, none that is open, and a planner that knows it. */
let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.pool.query(`insert into invoices (id, store_id, internal_id, type, status, amount, asked_amount, currency, notification_url,
      notification_token, created_at, expire_at, updated_at, sequence)
    select ${idOfSecond}, 1, 'old-' || n, 'in', 'expired', 10000 + n, 10000 + n, 'RUB', '', '', now(), now(), now(), 1
    from generate_series(1, 5000) n`);
  await db.owner.query('analyze invoices');
});
afterAll(() => db.drop());

it('looks an earlier payin up by its internal ID, not through the small index of open invoices', async () => {
  const client = await connect(db.url, 'engine');
  const earlierPayins = [{ storeId: 1, internalId: 'new-1', amount: fiat(10_000n), currency: 'RUB' }];
  for (let batch = 0; batch < 3; batch++) {
    await lockAndLoad(client, { ...noKeys(), earlierPayins });
    await client.query('rollback');
  }
  const uses = await usesOfIndexes('invoices', client);
  expect(uses.get('invoices_expiring')).toBe(0);
  expect(uses.get('invoices_one_payin')).toBe(3);
  expect(uses.get('invoices_internal_id')).toBe(3);
});

it('looks an earlier arrival up by its reference, also when it was planned before there was any', async () => {
  const client = await connect(db.url, 'engine');
  const earlierArrivals = [{ requisiteId: 1, reference: 'bank-1' }];
  for (let batch = 0; batch < 3; batch++) {
    await lockAndLoad(client, { ...noKeys(), earlierArrivals });
    await client.query('rollback');
  }
  const uses = await usesOfIndexes('arrivals', client);
  expect(uses.get('arrivals_one_per_reference')).toBe(3);
  expect([...uses.values()].reduce((sum, count) => sum + count, 0)).toBe(3);
});

it('finds an order by its number, and does not walk all invoices of the time that could be meant', async () => {
  const pool = createPool(db.url, 1);
  const asked = { storeIds: [1], status: null, type: null, from: null, to: null, id: null, sum: null, requisite: null };
  const found = await listInvoices(pool, { ...asked, internalId: 'old-77' }, { after: null, limit: 50 }, [1, 2]);
  expect(found.items.map(({ invoice }) => invoice.internalId)).toEqual(['old-77']);
  await endCounted(pool);
  const { rows } = await db.pool.query(
    `select idx_tup_read::int4 as rows from pg_stat_user_indexes where indexrelname = 'invoices_pkey'`,
  );
  expect(rows[0].rows).toBeLessThan(10);
});

it('counts what makers did by the index of their deals, and does not walk a day for each of them', async () => {
  await db.pool.query(`insert into deals (id, invoice_id, ordinal, type, status, payment_option, payment_method, requisite_id,
      maker_id, number, holder, amount, currency, rate_e8, maker_sum, fee_sum, started_at, deadline_at, occupies)
    select ${idOfSecond}, gen_random_uuid(), 1, 'in', case n % 2 when 0 then 'expired' else 'completed' end, 'SBP', 'vtb',
      1 + n % 3, 1 + n % 2, '', '', 10000 + n, 'RUB', 1, 0, 0, now(), now(), false
    from generate_series(1, 20000) n`);
  await db.owner.query('analyze deals');
  const pool = createPool(db.url, 1);
  const before = await usesOfIndexes('deals', createPool(db.url, 1));
  const activity = await findMakerActivity(pool, [1, 2, 3], 0);
  expect([1, 2, 3].map((makerId) => activity.get(makerId)?.completed)).toEqual([0, 1_000, 0]);
  const after = await usesOfIndexes('deals', pool);
  expect(after.get('deals_pkey')).toBe(before.get('deals_pkey'));
  expect(after.get('deals_of_kind')).toBeGreaterThan(before.get('deals_of_kind') ?? 0);
});

it('looks for the deals that ran when money came by the indexes of its requisite', async () => {
  const client = await connect(db.url, 'engine');
  const came = { requisiteId: 1, amount: fiat(7n), arrivedAt: Date.now(), cameBy: Date.now(), oldest: firstIdAt(0) };
  const scans = `select seq_scan::int4 as scans from pg_stat_user_tables where relname = 'deals'`;
  const before = await db.pool.query(scans);
  // Often enough that the planner may take one plan for all.
  for (let batch = 0; batch < 7; batch++) {
    const { ran } = await lockAndLoad(client, { ...noKeys(), ran: [came], handSettled: [came] });
    expect(ran).toEqual([]);
    await client.query('rollback');
  }
  const uses = await usesOfIndexes('deals', client);
  expect(uses.get('deals_of_requisite')).toBeGreaterThanOrEqual(14);
  expect((await db.pool.query(scans)).rows).toEqual(before.rows);
});

/** The server counts the use of indexes when a connection tells it to, or after a while. */
async function endCounted(client: pg.Client | pg.Pool): Promise<void> {
  await client.query('select pg_stat_force_next_flush()');
  await client.end();
}

async function usesOfIndexes(table: string, client: pg.Client | pg.Pool): Promise<Map<string, number>> {
  await endCounted(client);
  const { rows } = await db.pool.query(
    'select indexrelname as name, idx_scan as uses from pg_stat_user_indexes where relname = $1',
    [table],
  );
  return new Map(rows.map(({ name, uses }) => [name, Number(uses)]));
}

it('looks up what is free by the keys of each requisite, however many deals there were', async () => {
  await db.pool.query(`insert into deals (id, invoice_id, ordinal, type, status, payment_option, payment_method, requisite_id,
      maker_id, number, holder, amount, currency, rate_e8, maker_sum, fee_sum, started_at, deadline_at, occupies)
    select gen_random_uuid(), gen_random_uuid(), 1, 'in', 'expired', 'SBP', 'vtb', 1 + n % 3, 1, '', '', 10000 + n, 'RUB', 1,
      0, 0, now(), now(), false
    from generate_series(1, 5000) n`);
  await db.owner.query('analyze deals');
  const client = await connect(db.url, 'read');
  await client.query(`prepare what_is_free (int4[], int8) as ${availabilityOfRequisites.text}`);
  const { rows } = await client.query(`explain execute what_is_free ('{1,2,3}', 100000)`);
  await client.end();
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('deals_one_per_pair');
  expect(plan).toContain('requisite_loads_pkey');
  expect(plan).not.toMatch(/Seq Scan on (deals|requisite_loads)/);
});

it('asks each law of the subjects of a page once, and not for each thing that is open since the planner last looked', async () => {
  await db.owner.query(
    'alter table invoices set (autovacuum_enabled = false); alter table deals set (autovacuum_enabled = false)',
  );
  const { rows } =
    await db.pool.query(`insert into invoices (id, store_id, type, status, amount, asked_amount, currency,
      notification_url, notification_token, created_at, expire_at, updated_at, sequence)
    select gen_random_uuid(), 1, 'in', 'new', 10000, 10000, 'RUB', '', '', now(), now(), now(), 1
    from generate_series(1, 1000) returning id`);
  const ids = rows.map(({ id }) => id);
  await db.pool.query(
    `insert into deals (id, invoice_id, ordinal, type, status, payment_option, payment_method, requisite_id, maker_id, number,
       holder, amount, currency, rate_e8, maker_sum, fee_sum, started_at, deadline_at, occupies)
     select id, id, 1, 'in', 'transfer_waiting', 'SBP', 'vtb', 1, 1, '', '', 10000, 'RUB', 1, 0, 0, now(), now(), false
     from unnest($1::uuid[]) id`,
    [ids],
  );
  const client = await connect(db.url, 'admin');
  for (const [law, { query }] of Object.entries(touchedLaws)) {
    const { rows: plans } = await client.query(`explain (analyze, format json) ${query}`, [ids]);
    expect(timesTheListIsRead(plans[0]['QUERY PLAN'][0].Plan), law).toBe(1);
  }
  await client.end();
});

it('finds the claim behind a correction by its decision, not among all that was said about disputes', async () => {
  await db.pool.query(`insert into dispute_facts (deal_id, at, actor, kind, decision_id)
    select ${idOfSecond}, now(), 'anna', case n % 4 when 0 then 'accepted' else 'opened' end,
      case n % 4 when 0 then ${idOfSecond} end
    from generate_series(1, 5000) n`);
  await db.owner.query('analyze dispute_facts');
  const { rows } = await db.pool.query(
    `select decision_id as id from dispute_facts where decision_id is not null limit 3`,
  );
  const { rows: plans } = await db.pool.query(`explain (format json) ${dealsOfDecisions}`, [rows.map(({ id }) => id)]);
  const indexes = nodesOf(plans[0]['QUERY PLAN'][0].Plan).map((node) => node['Index Name']);
  expect(indexes).toContain('dispute_facts_of_decision');
});

it('finds the ordinary holds of a page by the keys of their deals, and each of them once', async () => {
  await db.pool.query(`update deals set maker_sum = 5 where status = 'transfer_waiting'`);
  await db.pool.query(
    `insert into transfers (subject_id, kind, debit_id, credit_id, amount, currency, created_at)
     select d.id, 'payin_hold', m.available_id, m.held_id, 5, 'USDT', now()
     from deals d join makers m on m.id = d.maker_id where d.status = 'transfer_waiting'`,
  );
  const client = await connect(db.url, 'admin');
  const { rows } = await client.query(`explain (analyze, format json)
    with t as materialized (select subject_id, kind, amount, debit_id, credit_id from transfers)
    select from t where ${noOrdinaryHold}`);
  await client.end();
  const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan);
  const deals = nodes.filter((node) => node['Relation Name'] === 'deals');
  expect(deals.map((node) => [node['Index Name'], node['Actual Loops'], node['Actual Rows']])).toEqual([
    ['deals_pkey', 1, 1000],
  ]);
  // With their makers alone, who are few.
  expect(nodes.filter((node) => 'Join Type' in node).length).toBe(1);
});

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

interface PlanNode {
  readonly 'Actual Loops': number;
  readonly 'Actual Rows': number;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** How often the part of the plan is run that compares with the thousand IDs; the most, where there are several. */
function timesTheListIsRead(node: PlanNode): number {
  const below = (node.Plans ?? []).map(timesTheListIsRead);
  const isHere = Object.values(node).some((text) => typeof text === 'string' && /ANY \('\{[^']{1000}/.test(text));
  return Math.max(isHere ? node['Actual Loops'] : 0, ...below);
}
