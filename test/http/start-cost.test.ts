import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { startService } from '../../src/service.ts';
import { keepBook } from '../../src/storage/book/keep-book.ts';
import { summarizeTransfers } from '../../src/storage/book/read-unsealed.ts';
import { connect } from '../../src/storage/database/connection.ts';
import { SecretBox } from '../../src/storage/secrets/secret-box.ts';
import { createTestDatabase, demoMasterKey, expectLawsHold, type TestDatabase } from '../support/database.ts';
import { MerchantClient } from '../support/merchant-client.ts';

/** Counted by the server, not by the clock: what a start reads of what is sealed is the same for a short book and for a long one. */
const secrets = new SecretBox(demoMasterKey);
const transfersPerPage = 200;
/** What the index of transfers tells apart: `pages_per_range` of transfers_in_order. */
const blocksPerRange = 32;

/** Top-ups of the demo makers, sealed page by page, and some that came after the last page. */
async function fillBook({ url, owner }: TestDatabase, pages: number): Promise<void> {
  const client = await connect(url, 'admin');
  const topUps = (count: number) =>
    client.query(
      `insert into transfers (debit_id, credit_id, amount, currency, kind, subject_id, created_at)
       select e.id, m.id, 1, m.currency, 'top_up', gen_random_uuid(), now() from generate_series(1, $1) n
       join accounts m on m.kind = 'maker_available' and m.owner_id = 1
       join accounts e on e.kind = 'external' and e.currency = m.currency`,
      [count],
    );
  const step = { secrets, transfersMax: 10_000, from: null, isCheckDue: false } as const;
  for (let page = 1; page <= pages; page += 1) {
    await topUps(transfersPerPage);
    const kept = await keepBook(client, { ...step, at: Date.now(), isCheckDue: page === pages });
    expect(kept.isComplete).toBe(true);
  }
  await summarizeTransfers(client);
  await topUps(3);
  await client.end();
  await owner.query('analyze');
  // A small table is read whole, whatever indexes it has; a large one is what this is about.
  const { rows } = await owner.query('select current_database() as name');
  await owner.query(`alter database ${rows[0].name} set enable_seqscan = off`);
}

/** Rows that were read of each, by index or one after the other. */
async function rowsRead({ owner }: TestDatabase): Promise<Readonly<Record<'transfers' | 'book_pages', number>>> {
  const { rows } = await owner.query(
    `select relname, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as read from pg_stat_user_tables
     where relname in ('transfers', 'book_pages')`,
  );
  return Object.fromEntries(rows.map(({ relname, read }) => [relname, Number(read)])) as never;
}

/** A session tells the server what it has read when it ends, at the latest. Only those that ask here are left. */
async function sessionsEnded({ owner }: TestDatabase): Promise<void> {
  const others = async () => {
    const { rows } = await owner.query(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend'`,
    );
    return rows[0].count - owner.totalCount;
  };
  await expect.poll(others).toBe(0);
}

interface StartCost {
  readonly transfers: number;
  readonly pages: number;
  /** How many transfers there are, and how many the index can tell apart from others. */
  readonly there: number;
  readonly perRange: number;
  /** How often the keeper can have looked at the book while the service ran: every second. */
  readonly steps: number;
}

async function costOfStart(pages: number): Promise<StartCost> {
  const db = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-data-'));
  try {
    await fillBook(db, pages);
    // The scrubber does not know where to go on. It reads pages all the time, and not for a start.
    await db.owner.query('delete from book_scrub');
    await sessionsEnded(db);
    const before = await rowsRead(db);
    const env = {
      PORT: '0',
      QUITTANCE_MODE: 'sandbox',
      DATABASE_URL: db.url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'fatal',
      SANDBOX_FATES: 'off',
    };
    const startedMs = performance.now();
    const service = await startService(readConfig(env));
    const shop = new MerchantClient(service.url, 'demo-store-key', 'demo-merchant-secret');
    // A start does not wait for the first look at the books for longer than two seconds.
    const payoutStatus = async () => (await shop.createPayout()).status;
    await expect
      .poll(payoutStatus, { message: 'money goes out' })
      .toBe(200)
      .finally(() => service.stop());
    const steps = 1 + Math.ceil((performance.now() - startedMs) / 1_000);
    await sessionsEnded(db);
    const after = await rowsRead(db);
    const { rows } = await db.owner.query(
      `select (select count(*)::int from transfers) as there,
         (pg_relation_size('transfers') / current_setting('block_size')::int)::int as blocks`,
    );
    const { there, blocks } = rows[0];
    await expectLawsHold(db.pool);
    return {
      transfers: after.transfers - before.transfers,
      pages: after.book_pages - before.book_pages,
      there,
      perRange: Math.ceil((there / blocks) * blocksPerRange),
      steps,
    };
  } finally {
    await db.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

it('a start reads no more of a long sealed book than of a short one, and money goes out right after it', async () => {
  const short = await costOfStart(5);
  const long = await costOfStart(60);
  // Each look may read the range of blocks that the newest lie in, and the last pages.
  expect(long.transfers).toBeLessThanOrEqual(short.transfers + long.perRange * long.steps);
  expect(long.there).toBeGreaterThan(4 * long.perRange);
  expect(long.pages).toBeLessThanOrEqual(short.pages + 10 * long.steps);
});
