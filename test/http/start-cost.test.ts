import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { startService } from '../../src/service.ts';
import { keepBook } from '../../src/storage/book/keep-book.ts';
import { summarizeTransfers } from '../../src/storage/book/read-unsealed.ts';
import { connect } from '../../src/storage/connection.ts';
import { SecretBox } from '../../src/storage/secret-box.ts';
import { createTestDatabase, demoMasterKey, expectLawsHold, type TestDatabase } from '../support/database.ts';
import { patienceMs } from '../support/limits.ts';
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
  await expect.poll(others, { timeout: patienceMs }).toBe(0);
}

/** Accepts connections and says nothing. The scrubber reads pages from it, which it does all the time and not for a start. */
async function openSilentReplica() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: `postgresql://nobody@127.0.0.1:${port}/quittance`, close };
}

interface StartCost {
  readonly transfers: number;
  readonly pages: number;
  /** How many transfers there are, and how many the index can tell apart from others. */
  readonly there: number;
  readonly perRange: number;
}

async function costOfStart(pages: number): Promise<StartCost> {
  const db = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-data-'));
  const replica = await openSilentReplica();
  try {
    await fillBook(db, pages);
    await sessionsEnded(db);
    const before = await rowsRead(db);
    const config = readConfig({
      ...{ PORT: '0', DATABASE_URL: db.url, DATA_DIR: dataDir, LOG_LEVEL: 'fatal', SANDBOX_FATES: 'off' },
      DATABASE_REPLICA_URL: replica.url,
    });
    const service = await startService(config);
    const shop = new MerchantClient(service.url, 'demo-store-key', 'demo-merchant-secret');
    const { status } = await shop.createPayout();
    replica.close();
    await service.stop();
    expect(status, 'money goes out').toBe(200);
    await sessionsEnded(db);
    const after = await rowsRead(db);
    const { rows } = await db.owner.query(
      `select (select count(*)::int from transfers) as there, (select rounds + page::int from book_scrub) as scrubbed,
         (pg_relation_size('transfers') / current_setting('block_size')::int)::int as blocks`,
    );
    const { there, scrubbed, blocks } = rows[0];
    expect(scrubbed, 'nothing was read again meanwhile').toBe(0);
    await expectLawsHold(db.pool);
    return {
      transfers: after.transfers - before.transfers,
      pages: after.book_pages - before.book_pages,
      there,
      perRange: Math.ceil((there / blocks) * blocksPerRange),
    };
  } finally {
    replica.close();
    await db.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

it('a start reads no more of a long sealed book than of a short one, and money goes out right after it', async () => {
  const short = await costOfStart(5);
  const long = await costOfStart(60);
  // The range of blocks that the newest lie in, and the one before it.
  expect(long.transfers).toBeLessThanOrEqual(short.transfers + 2 * long.perRange);
  expect(long.there).toBeGreaterThan(4 * long.perRange);
  expect(long.pages).toBeLessThanOrEqual(short.pages + 5);
});
