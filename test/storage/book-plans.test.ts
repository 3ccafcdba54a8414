import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepBook } from '../../src/storage/book/keep-book.ts';
import { readContent } from '../../src/storage/book/read-content.ts';
import { readHorizon } from '../../src/storage/book/read-unsealed.ts';
import { WholeScrub } from '../../src/storage/book/scrub-end.ts';
import { connect } from '../../src/storage/database/connection.ts';
import { SecretBox } from '../../src/storage/secrets/secret-box.ts';
import { createTestDatabase, demoMasterKey, type TestDatabase } from '../support/database.ts';

const secrets = new SecretBox(demoMasterKey);
const transfers = 60_000;
const pages = 5_000;
/** Numbers that no transfer has come to, of pages that are there for their number alone. */
const farNumber = 1_000_000;
let db: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  db = await createTestDatabase();
  client = await connect(db.url, 'admin');
  await pay(10);
  const step = { secrets, at: Date.now(), transfersMax: 1_000, from: null, isCheckDue: false };
  expect(await keepBook(client, step)).toMatchObject({ isComplete: true });
  await pay(transfers);
  await client.query('select summarize_transfers()');
  await db.owner.query('analyze transfers');
});

async function pay(count: number): Promise<void> {
  await client.query(
    `insert into transfers (debit_id, credit_id, amount, currency, kind, subject_id, created_at)
     select (select id from accounts where kind = 'external' and currency = m.currency), m.id, 1, m.currency, 'top_up', gen_random_uuid(), now()
     from (select id, currency from accounts where kind = 'maker_available' order by id limit 1) m, generate_series(1, $1)`,
    [count],
  );
}

afterAll(async () => {
  await client.end();
  await db.drop();
});

it('the end of a round reads every transfer about once, and not the rest of them in each part', async () => {
  const whole = new WholeScrub(secrets, { transfers: 5_000, accounts: 50 });
  const asked = await statementsOf(async () => {
    while (!whole.isDone) await whole.readOn(client);
  });
  expect(whole.faults).toEqual([]);
  const parts = await readIn('transfers', asked);
  expect(parts.length).toBeGreaterThanOrEqual(transfers / 5_000);
  expect(parts.filter(({ index }) => index === null)).toEqual([]);
  expect(sumOf(parts)).toBeGreaterThanOrEqual(transfers);
  expect(sumOf(parts)).toBeLessThan(3 * transfers);
});

it('a past that does not fit into one page is gone through without reading all pages for each piece', async () => {
  await db.owner.query(
    `insert into book_pages (number, header, hash, signature, parts, is_complete, transfers, transfer_ids, cluster, snapshot, sealed_at)
     select $1 + n, '', sha256(n::text::bytea), substring(p.signature from 1), p.parts, false, 10,
       int8multirange(int8range($1 + 10 * n, $1 + 10 * n + 10)), p.cluster, p.snapshot, p.sealed_at
     from book_pages p, generate_series(1, $2) n where p.number = 1`,
    [farNumber, pages],
  );
  await db.owner.query('analyze book_pages');
  const now = await readHorizon(client);
  const asked = await statementsOf(async () => {
    const content = await readContent(client, { base: null, now, ids: [1n, 1_000n], rowsMax: 1_000 });
    expect(content.count).toBeGreaterThan(900);
  });
  const looks = await readIn('book_pages', asked);
  expect(looks.length).toBeGreaterThan(0);
  expect(sumOf(looks)).toBeLessThan(pages / 10);
});

interface Asked {
  readonly text: string;
  readonly values?: unknown[];
}

/** The statements that the server gets during the work. */
async function statementsOf(work: () => Promise<void>): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  const { query } = client;
  client.query = ((one: string | Asked, values?: unknown[]) => {
    asked.push(typeof one === 'string' ? { text: one, ...(values && { values }) } : one);
    return Reflect.apply(query, client, [one, values]);
  }) as typeof client.query;
  try {
    await work();
  } finally {
    client.query = query;
  }
  return asked;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Loops': number;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Each look at a table, with the rows that it read and the index that led to them. */
async function readIn(table: string, asked: readonly Asked[]) {
  const looks: { readonly rows: number; readonly index: string | null }[] = [];
  for (const { text, values } of asked) {
    const { rows } = await client.query(`explain (analyze, format json) ${text}`, values);
    for (const node of nodesOf(rows[0]['QUERY PLAN'][0].Plan)) {
      if (node['Relation Name'] !== table) continue;
      const index = [node, ...(node.Plans ?? [])].map((one) => one['Index Name']).find((name) => name !== undefined);
      const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
      looks.push({ rows: node['Actual Loops'] * (node['Actual Rows'] + removed), index: index ?? null });
    }
  }
  return looks;
}

const sumOf = (looks: readonly { readonly rows: number }[]) => looks.reduce((sum, { rows }) => sum + rows, 0);

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
