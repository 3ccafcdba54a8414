import { afterAll, beforeAll, expect, it } from 'vitest';
import { SecretBox } from '../../src/storage/secrets/secret-box.ts';
import { BookKeeper } from '../../src/workers/book/book-keeper.ts';
import { createTestDatabase, demoMasterKey, type TestDatabase } from '../support/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

async function pay(transfers: number): Promise<void> {
  await db.pool.query(
    `insert into transfers (debit_id, credit_id, amount, currency, kind, subject_id, created_at)
     select (select id from accounts where kind = 'external' and currency = m.currency), m.id, 1, m.currency, 'top_up', gen_random_uuid(), now()
     from (select id, currency from accounts where kind = 'maker_available' order by id limit 1) m, generate_series(1, $1)`,
    [transfers],
  );
}

/** Until everything is sealed; how often everything was read. */
async function keep(transfersPerPage: number): Promise<number> {
  let readAll = 0;
  const failures: unknown[] = [];
  const keeper = new BookKeeper({
    connectionString: () => db.url,
    secrets: new SecretBox(demoMasterKey),
    clock: Date.now,
    checkIntervalMs: 600_000,
    transfersPerPage,
    // This is about pages: a machine that stands still would be behind by its clock.
    behindMaxMs: Number.POSITIVE_INFINITY,
    checkAll: async () => {
      readAll += 1;
    },
    checked: () => undefined,
    clockBehind: () => undefined,
    failed: (error) => failures.push(error),
  });
  keeper.start();
  const unsealed = `select count(*)::int as waiting from transfers t
    where not exists (select from book_pages p where p.transfer_ids @> t.id)`;
  // Between two pages it rests for a multiple of the time that one took.
  await expect.poll(async () => (await db.pool.query(unsealed)).rows[0].waiting, { timeout: 160_000 }).toBe(0);
  await keeper.stop();
  expect(failures).toEqual([]);
  return readAll;
}

it('goes on sealing when it is some pages behind, and reads everything only when it is far behind', async () => {
  const { rows } = await db.pool.query('select count(*)::int as there from transfers');
  expect(await keep(rows[0].there)).toBe(0);
  await pay(50);
  expect(await keep(10)).toBe(0);
  await pay(50);
  expect(await keep(4)).toBe(1);
});
