import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage } from '../../src/domain/book/page-faults.ts';
import { readHeader, sealHeader } from '../../src/domain/book/page-header.ts';
import { totalOf } from '../../src/domain/book/sums.ts';
import { checkEverything } from '../../src/service/self-audit.ts';
import { noteFaults, readFaults, readVerdict, sealedLaw } from '../../src/storage/book/book-faults.ts';
import { addBookKey, readBookKeys } from '../../src/storage/book/book-keys.ts';
import { type KeepStep, keepBook, tryLead } from '../../src/storage/book/keep-book.ts';
import { readLastPages, readPagesAfter } from '../../src/storage/book/read-pages.ts';
import { scrubWhole } from '../../src/storage/book/scrub-end.ts';
import { scrubPages } from '../../src/storage/book/scrub-pages.ts';
import { connect } from '../../src/storage/database/connection.ts';
import { SecretBox } from '../../src/storage/secrets/secret-box.ts';
import {
  countLockWaiters,
  createTestDatabase,
  demoMasterKey,
  expectLawsHold,
  spoilBalance,
  type TestDatabase,
} from '../support/database.ts';
import { patienceMs } from '../support/limits.ts';

const secrets = new SecretBox(demoMasterKey);
let db: TestDatabase;
let client: pg.Client;
/** Of makers, whom anybody may pay. */
let accounts: {
  readonly external: number;
  readonly maker: number;
  readonly other: number;
  readonly currency: string;
  readonly apart: { readonly external: number; readonly maker: number };
};
let clock = Date.now();

beforeAll(async () => {
  db = await createTestDatabase();
  client = await connect(db.url, 'admin');
  const { rows } = await db.pool.query(
    `select e.id as external, e.currency, (array_agg(m.id order by m.id))[1] as maker, (array_agg(m.id order by m.id))[2] as other
     from accounts e join accounts m on m.kind = 'maker_available' and m.currency = e.currency
     where e.kind = 'external' group by e.id having count(*) > 1 limit 1`,
  );
  // Who pays locks both balances, so two at once need accounts of their own.
  const { rows: apart } = await db.owner.query(
    `with made as (insert into currencies select (jsonb_populate_record(c, '{"code": "TST"}')).* from currencies c where code = $1
       returning code)
     insert into accounts (kind, owner_id, currency) select kind, 0, code from made, unnest(array['external', 'fees']) kind
     on conflict do nothing returning id`,
    [rows[0].currency],
  );
  const { rows: makers } = await db.owner.query(
    `insert into accounts (kind, owner_id, currency) values ('maker_available', 999, 'TST') returning id`,
  );
  accounts = { ...rows[0], apart: { external: apart[0].id, maker: makers[0].id } };
});
afterAll(async () => {
  await client.end();
  await db.drop();
});

const step = (change: Partial<KeepStep> = {}): KeepStep => {
  clock += 1_000;
  return { secrets, at: clock, transfersMax: 1_000, from: null, isCheckDue: false, ...change };
};
const keep = (change?: Partial<KeepStep>, on = client) => keepBook(on, step(change));

async function pay(
  on: pg.Pool | pg.PoolClient | pg.Client,
  amount: number | bigint,
  to = accounts.maker,
): Promise<void> {
  await on.query(
    `insert into transfers (debit_id, credit_id, amount, currency, kind, subject_id, created_at)
     values ($1, $2, $3, $4, 'top_up', $5, now())`,
    [accounts.external, to, amount, accounts.currency, randomUUID()],
  );
}

async function payApart(on: pg.PoolClient, amount: number): Promise<void> {
  await on.query(
    `insert into transfers (debit_id, credit_id, amount, currency, kind, subject_id, created_at)
     values ($1, $2, $3, 'TST', 'top_up', $4, now())`,
    [accounts.apart.external, accounts.apart.maker, amount, randomUUID()],
  );
}

async function payBack(on: pg.Pool | pg.PoolClient, amount: number | bigint, from: number): Promise<void> {
  await on.query(
    `insert into transfers (debit_id, credit_id, amount, currency, kind, subject_id, created_at)
     values ($1, $2, $3, $4, 'pay_back', $5, now())`,
    [from, accounts.external, amount, accounts.currency, randomUUID()],
  );
}

let scrubbedTo = 0n;

/** Faults of everything that was sealed since the last time, and of the book as a whole. */
async function scrub(on = client): Promise<string> {
  const pages = await scrubPages(on, { after: scrubbedTo, transfersMax: 1_000_000, pagesMax: 1_000 });
  scrubbedTo = pages.last ?? scrubbedTo;
  expect(pages.reports.flatMap(({ violations }) => violations)).toEqual([]);
  return [...pages.faults, ...(await scrubWhole(on, secrets))].map(({ text }) => text).join('\n');
}

/** Every transfer is in one page, and sealed balances are those of the accounts. */
async function expectSealedOnce(): Promise<void> {
  const { rows } = await db.pool.query(
    `select (select count(*) from transfers)::int as there, (select sum(transfers) from book_pages)::int as sealed,
       (select count(*) from transfers t where (select count(*) from book_pages p where p.transfer_ids @> t.id) <> 1)::int as wrong,
       (select count(*) from accounts a where balance <> coalesce((select balance from book_balances b
          where b.account_id = a.id order by page desc limit 1), 0))::int as differ`,
  );
  expect(rows[0]).toEqual({ there: rows[0].there, sealed: rows[0].there, wrong: 0, differ: 0 });
  expect(await scrub()).toBe('');
}

/** Other tests of the server may have transactions of their own; what is committed here is visible at once. */
describe('sealing', () => {
  it('seals all that is there as the first page, then nothing, then what came', async () => {
    const first = await keep({ isCheckDue: true });
    expect(first).toMatchObject({ isComplete: true, isChecked: true, from: null });
    expect(first.page?.number).toBe(1n);
    expect(await keep()).toMatchObject({ page: null, transfers: 0, isComplete: true });
    await pay(db.pool, 500);
    const second = await keep();
    expect(second).toMatchObject({ transfers: 1 });
    const header = readHeader(second.page?.bytes ?? Buffer.of());
    expect(header).toMatchObject({ number: 2n, transfers: 1, isComplete: true, previousHash: first.page?.hash });
    expect([...totalOf(header.sums, ['maker_available', 'maker_held']).values()].every((sum) => sum > 0n)).toBe(true);
    await expectSealedOnce();
    expect((await readVerdict(db.pool)).report?.violations).toEqual([]);
  });

  it('leaves a transaction that runs for a later page, and does not wait for it', async () => {
    const slow = await db.pool.connect();
    await slow.query('begin');
    await payApart(slow, 7);
    await pay(db.pool, 8);
    expect(await keep()).toMatchObject({ transfers: 1, isComplete: true });
    await slow.query('commit');
    slow.release();
    expect(await keep()).toMatchObject({ transfers: 1, isComplete: true });
    await expectSealedOnce();
  });

  it('ends pages at states that the books were in, though transactions do not end in the order of their numbers', async () => {
    const [early, late, running] = [await db.pool.connect(), await db.owner.connect(), await db.owner.connect()];
    for (const one of [early, running, late]) {
      await one.query('begin');
      await one.query('select pg_current_xact_id()');
    }
    const { rows } = await db.pool.query('select balance from accounts where id = $1', [accounts.other]);
    await pay(late, 1_000, accounts.other);
    await late.query('commit');
    // Takes what the later number brought, while one between them runs on.
    await payBack(early, rows[0].balance + 1_000n, accounts.other);
    await early.query('commit');
    expect(await keep()).toMatchObject({ transfers: 2, isComplete: true });
    const { last } = await readLastPages(client);
    expect(last === null ? null : openPage(last).faults).toEqual([]);
    await payApart(running, 5);
    await running.query('commit');
    for (const one of [early, late, running]) one.release();
    expect(await keep()).toMatchObject({ transfers: 1 });
    await expectSealedOnce();
  });

  it('goes through what is too much for a page piece by piece, and ends with a page of a whole state', async () => {
    for (let index = 0; index < 11; index += 1) await pay(db.pool, 10 + index);
    let kept = await keep({ transfersMax: 4 });
    expect(kept).toMatchObject({ page: null, isComplete: false, waiting: 11n });
    const pieces: number[] = [];
    while (kept.from !== null) {
      kept = await keep({ transfersMax: 4, from: kept.from });
      pieces.push(kept.transfers);
      expect(kept.isComplete).toBe(false);
      if (pieces.length === 1) await pay(db.pool, 3);
    }
    expect(pieces.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(11);
    expect(await keep({ transfersMax: 4, isCheckDue: true })).toMatchObject({ isComplete: true, isChecked: true });
    await expectSealedOnce();
  });

  it('seals every transfer once, with several at it while others write and roll back', async () => {
    let isWriting = true;
    const writers = Array.from({ length: 2 }, async (_, writer) => {
      for (let row = 0; row < 25; row += 1) {
        const one = await db.owner.connect();
        await one.query('begin');
        await pay(one, 1 + row, writer === 0 ? accounts.maker : accounts.other);
        await one.query(row % 5 === 0 ? 'rollback' : 'commit');
        one.release();
      }
    });
    const refusals: string[] = [];
    // Not led by anybody, as after a lock that was lost: the database itself refuses the second.
    const sealers = Array.from({ length: 2 }, async () => {
      const own = await connect(db.url, 'admin');
      while (isWriting) await keep({}, own).catch((error: { code: string }) => refusals.push(error.code));
      await own.end();
    });
    await Promise.all(writers).finally(() => {
      isWriting = false;
    });
    await Promise.all(sealers);
    await keep();
    await expectSealedOnce();
    expect(refusals.filter((code) => code !== '23505' && code !== '40001')).toEqual([]);
  });

  it('is led by one session, and by another when that one ends', async () => {
    const [one, other] = [await connect(db.url, 'admin'), await connect(db.url, 'admin')];
    expect([await tryLead(one), await tryLead(other)]).toEqual([true, false]);
    await one.end();
    await expect.poll(() => tryLead(other)).toBe(true);
    await other.end();
  });

  it('has done nothing when it is broken off, and everything when it is tried again', async () => {
    await pay(db.pool, 44);
    const before = await readLastPages(client);
    await db.owner.query(`create function break_off() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
      create trigger break_off before insert on book_balances execute function break_off()`);
    const own = await connect(db.url, 'admin');
    await expect(keep({}, own)).rejects.toThrow();
    await own.end().catch(() => undefined);
    expect(await readLastPages(client)).toEqual(before);
    await db.owner.query('drop function break_off() cascade');
    expect(await keep()).toMatchObject({ transfers: 1 });
    await expectSealedOnce();
  });

  it('looks at everything once in another cluster, and seals nothing twice there', async () => {
    await pay(db.pool, 60);
    // As a dump brings them: numbers of transactions that this cluster has not come to, and a book that knows them.
    await db.owner.query(`begin; alter table transfers disable trigger user; alter table book_pages disable trigger user;
      update transfers set xid = (xid::text::int8 + 1000000000)::text::xid8;
      update book_pages set cluster = cluster + 1;
      alter table transfers enable trigger user; alter table book_pages enable trigger user; commit`);
    await pay(db.pool, 61);
    expect(await keep({ isCheckDue: true })).toMatchObject({ transfers: 2, isComplete: true, isChecked: true });
    await pay(db.pool, 62);
    expect(await keep()).toMatchObject({ transfers: 1, isComplete: true });
    await expectSealedOnce();
    // As a backup brings them: all of one transaction, that of the restore.
    await db.owner.query(`begin; alter table transfers disable trigger user; alter table book_pages disable trigger user;
      update transfers set xid = pg_current_xact_id(); update book_pages set cluster = cluster + 1;
      alter table transfers enable trigger user; alter table book_pages enable trigger user; commit`);
    await pay(db.pool, 63);
    expect(await keep()).toMatchObject({ transfers: 1, isComplete: true });
    await expectSealedOnce();
  });

  it('changes its key in the chain', async () => {
    const own = await db.pool.connect();
    await addBookKey(own, secrets, { purpose: 'sign', secret: randomBytes(32), at: clock });
    own.release();
    await pay(db.pool, 1);
    await keep();
    await pay(db.pool, 2);
    await keep();
    const pages = (await readPagesAfter(client, 0n, 1_000)).slice(-3).map(({ bytes }) => readHeader(bytes));
    expect(pages.map(({ key }) => key.equals(pages[0]?.key ?? Buffer.of()))).toEqual([true, true, false]);
    expect(await scrub()).toBe('');
  });

  it('does not go back with a clock that was put back', async () => {
    await pay(db.pool, 1);
    const kept = await keep({ at: 1_000 });
    expect(kept.clockBehindMs).toBeGreaterThan(1_000_000);
    expect(await scrub()).toBe('');
  });
});

describe('the check of a page', () => {
  const violations = async () => (await readFaults(db.pool)).map(({ law, subject }) => `${law}: ${subject}`);

  it('names a balance that no transfer explains when a page touches it, and forgets it when it is right', async () => {
    await spoilBalance(db.owner, accounts.maker, 1);
    await pay(db.pool, 9);
    await keep();
    expect(await violations()).toContain(`a balance equals the sum of its transfers: ${accounts.maker}`);
    await spoilBalance(db.owner, accounts.maker, -1);
    await keep();
    expect(await violations()).toEqual([]);
  });

  it('names one that no page touches at the next look at all balances', async () => {
    await spoilBalance(db.owner, accounts.other, 1);
    await keep({ isCheckDue: true });
    expect(await violations()).toEqual([
      `a balance equals the sum of its transfers: ${accounts.other}`,
      `the sum of all balances of a currency is zero: ${accounts.currency}`,
    ]);
    expect((await readVerdict(db.pool)).report?.violations).toHaveLength(2);
    await spoilBalance(db.owner, accounts.other, -1);
    await keep();
    expect(await violations()).toEqual([]);
    await expectLawsHold(db.pool);
  });

  it('makes a changed tree of balances anew', async () => {
    await db.owner.query(
      `update book_tiles set slots = set_byte(slots, 29, get_byte(slots, 29) # 1) where prefix = ''`,
    );
    expect(await scrub()).toContain('the tree of balances');
    await pay(db.pool, 3);
    await keep();
    await expectSealedOnce();
  });
});

describe('the check of all books', () => {
  it('waits for who seals a page, or is waited for, when both have faults to take back', async () => {
    await keep();
    await pay(db.pool, 4);
    const law = 'a balance equals the sum of its transfers';
    const wrong = [accounts.maker, accounts.other].map((id) => ({ law, subject: String(id), detail: 'a test' }));
    await noteFaults(client, { laws: [], subjects: [], found: wrong, at: clock });
    const sealing = await connect(db.url, 'admin');
    const blocker = await db.owner.connect();
    await blocker.query('begin');
    await blocker.query('select from book_faults where subject = $1 for update', [String(accounts.other)]);
    const checking = checkEverything(
      { pool: db.pool, connectionString: () => db.url },
      AbortSignal.timeout(patienceMs()),
    );
    await expect.poll(() => countLockWaiters(db.pool)).toBe(1);
    const kept = keep({}, sealing).catch((error: { code?: string }) => error.code);
    await expect.poll(() => countLockWaiters(db.pool)).toBe(2);
    await blocker.query('commit');
    blocker.release();
    expect((await checking).violations).toEqual([]);
    // No deadlock, in which either could lose: who seals has seen the books as they were before, and does it again.
    expect(await kept).toBe('40001');
    expect((await keep({}, sealing)).transfers).toBe(1);
    await sealing.end();
  });
});

/** Who owns the database can switch triggers off. Each is undone. */
describe('the scrubber', () => {
  const unguarded = (statement: string) => `begin;
    alter table transfers disable trigger user; alter table book_pages disable trigger user;
    alter table book_balances disable trigger user; alter table book_balances drop constraint book_balances_page_fkey;
    ${statement}`;

  /** In a transaction that is rolled back. */
  async function scrubbed(statement: string): Promise<string> {
    const own = await connect(db.ownerUrl, 'admin');
    try {
      await own.query(unguarded(statement));
      const pages = await scrubPages(own, { after: 0n, transfersMax: 1_000_000, pagesMax: 4 });
      return [...pages.faults, ...(await scrubWhole(own, secrets))].map(({ text }) => text).join('\n');
    } finally {
      await own.query('rollback');
      await own.end();
    }
  }

  /** More accounts than a tile has places: some share one, so that there are tiles below the first. */
  beforeAll(async () => {
    const { rows } = await db.owner.query(
      `insert into accounts (kind, owner_id, currency)
       select 'maker_available', 2000 + n, $1 from generate_series(1, 17) n returning id`,
      [accounts.currency],
    );
    for (const { id } of rows) await pay(db.pool, 1, id);
    await keep();
  });

  const inPage = (number: number) =>
    `id in (select t.id from transfers t join book_pages p on p.transfer_ids @> t.id where p.number = ${number})`;

  it.each([
    [
      'a transfer rewritten',
      `update transfers set amount = amount + 1 where ${inPage(2)}`,
      'page 2: a transfer was changed',
    ],
    [
      'a transfer dated otherwise',
      `update transfers set created_at = created_at + interval '1 microsecond' where ${inPage(2)}`,
      'page 2: a transfer was changed',
    ],
    [
      'a transfer dropped',
      `delete from transfers where ${inPage(2)}`,
      'page 2: 1 transfers were sealed, and 0 of them are there',
    ],
    [
      'two transfers exchanged',
      `update transfers t set amount = o.amount from transfers o
       where (t.${inPage(2)} and o.${inPage(3)}) or (t.${inPage(3)} and o.${inPage(2)})`,
      'page 2: a transfer was changed or exchanged',
    ],
    [
      'a balance rewritten',
      'update book_balances set balance = balance + 1 where page = 3',
      'page 3: the balance of account',
    ],
    ['a balance dropped', 'delete from book_balances where page = 3', 'page 3: the balance of account'],
    [
      'a header rewritten',
      `update book_pages set header = set_byte(header, 69, get_byte(header, 69) # 1) where number = 3`,
      'page 3: its header was changed',
    ],
    [
      'a header with a new hash',
      `update book_pages set header = set_byte(header, 69, get_byte(header, 69) # 1),
        hash = sha256(set_byte(header, 69, get_byte(header, 69) # 1)) where number = 3`,
      'page 3: its signature is not that of the key it names',
    ],
    [
      'the tree over all pages rewritten',
      `update book_pages set parts = set_byte(parts, 2, get_byte(parts, 2) # 1) where number = 2`,
      'page 2: what is kept of the tree over all pages',
    ],
    [
      'the hashes that proofs are made from rewritten',
      `update book_pages set leaves = set_byte(leaves, 2, get_byte(leaves, 2) # 1) where number = 2`,
      'page 2: the hashes that are kept of its transfers',
    ],
    ['a page dropped', 'delete from book_pages where number = 3', 'page 3 is missing'],
    [
      'two pages exchanged',
      'update book_pages set number = case number when 3 then 1000003 else 1000002 end where number in (2, 3); update book_pages set number = case number when 1000003 then 2 else 3 end where number > 1000000',
      'page 2: its header is that of page 3',
    ],
    [
      'a transfer put in later',
      `insert into transfers (debit_id, credit_id, amount, currency, kind, subject_id, created_at, xid)
        select debit_id, credit_id, amount, currency, kind, gen_random_uuid(), created_at, '3' from transfers limit 1`,
      'is in no page',
    ],
    [
      'a balance hidden',
      `update book_tiles set slots = decode(repeat('00', 16), 'hex') where prefix = ''`,
      'it was hidden',
    ],
    ['a tile dropped', `delete from book_tiles where prefix <> ''`, 'the tree of balances has a hole'],
  ])('names %s', async (_, statement, text) => {
    expect(await scrubbed(statement)).toContain(text);
  });

  it('finds nothing in an untouched book', async () => {
    expect(await scrubbed('select 1')).toBe('');
  });

  it('names a fork: another page that the right key has signed', async () => {
    const [page] = await readPagesAfter(client, 2n, 1);
    const keys = await readBookKeys(client, secrets);
    const header = readHeader(page?.bytes ?? Buffer.of());
    const forged = sealHeader({ ...header, accounts: header.accounts + 1 }, keys?.signing[0]?.seed ?? Buffer.of());
    const hex = (bytes: Buffer) => `'\\x${bytes.toString('hex')}'`;
    expect(
      await scrubbed(`update book_pages set header = ${hex(forged.bytes)}, hash = ${hex(forged.hash)},
        signature = ${hex(forged.signature)} where number = 3`),
    ).toContain('page 4 does not follow page 3');
  });

  it('keeps faults of pages apart from those of laws', async () => {
    await client.query('begin');
    const found = [{ law: sealedLaw, subject: 'page 1', detail: 'a test' }];
    await noteFaults(client, { laws: [sealedLaw], subjects: ['page 1'], found, at: clock });
    await noteFaults(client, { laws: ['another law'], subjects: null, found: [], at: clock });
    expect(await readFaults(client)).toEqual(found);
    await noteFaults(client, { laws: [sealedLaw], subjects: ['page 1'], found: [], at: clock });
    expect(await readFaults(client)).toEqual([]);
    await client.query('rollback');
  });
});
