import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepBook } from '../../src/storage/book/keep-book.ts';
import { connect } from '../../src/storage/database/connection.ts';
import { balanceBefore, countTransfers, type Period } from '../../src/storage/reads/book/book-reads.ts';
import { readBalanceHistory } from '../../src/storage/reads/ledger/balance-history-reads.ts';
import { SecretBox } from '../../src/storage/secrets/secret-box.ts';
import { createTestDatabase, demoMasterKey, type TestDatabase } from '../support/database.ts';

const secrets = new SecretBox(demoMasterKey);
const [hourMs, dayMs] = [3_600_000, 86_400_000];
const beginMs = Date.parse('2030-03-01T12:00:00Z');
let db: TestDatabase;
let client: pg.Client;
let external: number;
let makers: number[];
let currency: string;
let clock = beginMs;

beforeAll(async () => {
  db = await createTestDatabase();
  client = await connect(db.url, 'admin');
  const { rows } = await db.pool.query(
    `select e.id as external, e.currency, (array_agg(m.id order by m.id))[1:3] as makers
     from accounts e join accounts m on m.kind = 'maker_available' and m.currency = e.currency
     where e.kind = 'external' group by e.id having count(*) > 2 limit 1`,
  );
  ({ external, makers, currency } = rows[0]);
});
afterAll(async () => {
  await client.end();
  await db.drop();
});

const keep = (transfersMax = 1_000, from: bigint | null = null) =>
  keepBook(client, { secrets, at: clock, transfersMax, from, isCheckDue: false });

async function pay(on: pg.Pool | pg.PoolClient, maker: number, amount: number, at: number): Promise<void> {
  await on.query(
    `insert into transfers (debit_id, credit_id, amount, currency, kind, subject_id, created_at)
     values ($1, $2, $3, $4, 'top_up', $5, $6)`,
    [external, makers[maker], amount, currency, randomUUID(), new Date(at)],
  );
}

/** From the beginning, as it is defined. */
async function addedUp(ids: readonly number[], at: number): Promise<bigint> {
  const { rows } = await db.pool.query(
    `select coalesce(sum(case when credit_id = any($1) then amount else 0 end)
       - sum(case when debit_id = any($1) then amount else 0 end), 0)::int8 as balance from transfers where created_at < $2`,
    [ids, new Date(at)],
  );
  return rows[0].balance;
}

async function counted(ids: readonly number[], { fromMs, toMs }: Period): Promise<number> {
  const { rows } = await db.pool.query(
    `select count(*)::int as count from transfers t, unnest(array[t.debit_id, t.credit_id]) side
     where side = any($1) and created_at >= $2 and created_at < $3`,
    [ids, new Date(fromMs), new Date(toMs)],
  );
  return rows[0].count;
}

async function expectSame(): Promise<void> {
  const today = Math.floor(clock / dayMs) * dayMs;
  const ends = Array.from({ length: 7 }, (_, index) => today + (1 - index) * dayMs);
  const instants = ends.flatMap((end) => [end, end + 1, end - 7 * hourMs]);
  for (const ids of [[external], makers, makers.slice(0, 1)]) {
    for (const at of [0, ...instants]) {
      expect({ ids, at, balance: await balanceBefore(db.pool, ids, at) }).toEqual({
        ids,
        at,
        balance: await addedUp(ids, at),
      });
      const period = { fromMs: at, toMs: at + 30 * hourMs };
      expect(await countTransfers(db.pool, ids, period)).toBe(await counted(ids, period));
    }
  }
}

const count = async (table: string) =>
  (await db.pool.query(`select count(*)::int as count from ${table}`)).rows[0].count;

describe('closing balances', () => {
  it('are not needed: a book without them adds up from the beginning', async () => {
    await pay(db.pool, 0, 10, clock - 3 * dayMs);
    await pay(db.pool, 1, 20, clock - hourMs);
    expect(await count('book_days')).toBe(0);
    await expectSame();
  });

  it('begin with the first page of a whole state, of the day before it', async () => {
    await keep();
    const { rows } = await db.pool.query('select day::text as day from book_days');
    expect(rows).toEqual([{ day: '2030-02-28' }]);
    await expectSame();
    clock += dayMs;
    await pay(db.pool, 2, 30, clock);
    await keep();
    expect(await count('(select distinct day from book_days) d')).toBe(2);
    await expectSame();
  });

  it('take up what is sealed after the end of the day that it is dated', async () => {
    const before = await count('book_closings');
    await pay(db.pool, 0, 7, clock - 2 * dayMs);
    await keep();
    expect(await count('book_closings')).toBeGreaterThan(before);
    await expectSame();
  });

  it('miss nothing of a transaction whose numbers are older than what was closed before it ended', async () => {
    const slow = await db.owner.connect();
    await slow.query('begin');
    await slow.query(`select nextval(pg_get_serial_sequence('transfers', 'id'))`);
    const { rows } = await slow.query(`select currval(pg_get_serial_sequence('transfers', 'id')) as id`);
    clock += dayMs;
    await pay(db.pool, 1, 11, clock);
    await keep();
    await slow.query(
      `insert into transfers (id, debit_id, credit_id, amount, currency, kind, subject_id, created_at)
       overriding system value values ($1, $2, $3, 13, $4, 'top_up', $5, $6)`,
      [rows[0].id, external, makers[2], currency, randomUUID(), new Date(clock)],
    );
    await slow.query('commit');
    slow.release();
    await keep();
    await expectSame();
  });

  it('know on its day what was sealed before the day had begun', async () => {
    await pay(db.pool, 2, 17, clock + dayMs);
    await keep();
    for (let day = 0; day < 3; day++) {
      clock += dayMs;
      await pay(db.pool, 0, 1, clock);
      await keep();
      await expectSame();
    }
  });

  it('are made up for when another release has sealed pages without them', async () => {
    const { rows } = await db.pool.query('select days_page from book_state');
    await pay(db.pool, 0, 3, clock - dayMs);
    await keep();
    // As if nobody had looked at that page.
    await db.owner.query(`begin; alter table book_closings disable trigger user; alter table book_days disable trigger user;
      delete from book_closings where page > ${rows[0].days_page}; delete from book_days where page > ${rows[0].days_page};
      update book_state set days_page = ${rows[0].days_page};
      alter table book_closings enable trigger user; alter table book_days enable trigger user; commit`);
    await pay(db.pool, 1, 5, clock);
    await keep();
    await expectSame();
  });

  it('give the same figures as adding up, whatever is dated when and sealed in whatever pieces', async () => {
    const moves = fc.array(
      fc.record({
        maker: fc.nat(2),
        amount: fc.integer({ min: 1, max: 1_000 }),
        hours: fc.integer({ min: -80, max: 20 }),
      }),
      { maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(moves, fc.nat(30), fc.integer({ min: 1, max: 4 }), async (list, hours, transfersMax) => {
        clock += hours * hourMs;
        for (const { maker, amount, hours: offset } of list) await pay(db.pool, maker, amount, clock + offset * hourMs);
        let kept = await keep(transfersMax);
        while (kept.from !== null) kept = await keep(transfersMax, kept.from);
        await keep(1_000);
        await expectSame();
      }),
      { numRuns: 5 },
    );
  });

  it('stand in for the transfers that the history of a balance is not followed through', async () => {
    const account = makers[0] as number;
    const input = { fromMs: clock - 20 * dayMs, spanMs: dayMs };
    const followed = await readBalanceHistory(db.pool, account, input);
    expect([followed.cutAt, followed.closings]).toEqual([null, []]);
    const { cutAt, closings } = await readBalanceHistory(db.pool, account, { ...input, transfersMax: 2 });
    expect(closings.length).toBeGreaterThan(0);
    for (const { at, balance } of closings) {
      expect(at).toBeLessThanOrEqual(cutAt ?? 0);
      expect({ at, balance }).toEqual({ at, balance: await addedUp([account], at) });
    }
  });

  it('are never changed', async () => {
    await expect(db.owner.query('update book_closings set balance = 0')).rejects.toThrow();
    await expect(db.owner.query('delete from book_days')).rejects.toThrow();
  });
});
