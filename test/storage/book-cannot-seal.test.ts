import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readVerdict, sealableLaw } from '../../src/storage/book/book-faults.ts';
import { CannotSeal } from '../../src/storage/book/cannot-seal.ts';
import { type KeepStep, keepBook } from '../../src/storage/book/keep-book.ts';
import { readLastPages } from '../../src/storage/book/read-pages.ts';
import { connect } from '../../src/storage/database/connection.ts';
import { SecretBox } from '../../src/storage/secrets/secret-box.ts';
import { createTestDatabase, demoMasterKey, type TestDatabase } from '../support/database.ts';

const secrets = new SecretBox(demoMasterKey);
let db: TestDatabase;
let client: pg.Client;
let external: number;
let maker: number;
let currency: string;

beforeAll(async () => {
  db = await createTestDatabase();
  client = await connect(db.url, 'admin');
  const { rows } = await db.pool.query(
    `select e.id as external, m.id as maker, e.currency from accounts e join accounts m on m.currency = e.currency
     where e.kind = 'external' and m.kind = 'maker_available' order by m.id limit 1`,
  );
  [{ external, maker, currency }] = rows as [{ external: number; maker: number; currency: string }];
  await keep();
});
afterAll(async () => {
  await client.end();
  await db.drop();
});

const keep = (change: Partial<KeepStep> = {}, on = client) =>
  keepBook(on, { secrets, at: Date.now(), transfersMax: 1_000, from: null, isCheckDue: true, ...change });
const faults = async () => (await readVerdict(db.pool)).report?.violations ?? [];
const lastPage = async () => (await readLastPages(client)).last?.number ?? 0n;

async function pay(): Promise<bigint> {
  const { rows } = await db.pool.query(
    `insert into transfers (debit_id, credit_id, amount, currency, kind, subject_id, created_at)
     values ($1, $2, 100, $3, 'top_up', $4, now()) returning id`,
    [external, maker, currency, randomUUID()],
  );
  return rows[0].id;
}

/** As the owner of the database does it, who can switch triggers off. */
async function rewrite(statement: string): Promise<void> {
  const tables = ['transfers', 'accounts', 'book_pages', 'book_balances', 'book_keys'];
  const all = (mode: string) => tables.map((table) => `alter table ${table} ${mode} trigger user;`).join(' ');
  await db.owner.query(`begin; ${all('disable')} ${statement}; ${all('enable')} commit`);
}

interface Case {
  readonly spoil: string;
  readonly mend: string;
  readonly says: RegExp;
}

const cases: Readonly<Record<string, () => Case>> = {
  'a transfer was rewritten to an account that does not exist': () => ({
    spoil: `update transfers set credit_id = 999999 where id = (select max(id) from transfers)`,
    mend: `update transfers set credit_id = ${maker} where id = (select max(id) from transfers)`,
    says: /^transfers name account 999999, which does not exist$/,
  }),
  'a sealed balance was rewritten': () => ({
    spoil: `update book_balances set balance = balance + 1 where account_id = ${maker}`,
    mend: `update book_balances set balance = balance - 1 where account_id = ${maker}`,
    says: /^the balance of account \d+ that is written down is another one than was sealed$/,
  }),
  'a sealed balance was rewritten together with the tree': () => ({
    spoil: `update book_balances set balance = balance + 1 where account_id = ${maker}; delete from book_tiles`,
    mend: `update book_balances set balance = balance - 1 where account_id = ${maker}`,
    says: /^the balances are others than page \d+ has sealed$/,
  }),
  'the last header was rewritten': () => ({
    spoil: `update book_pages set header = overlay(header placing 'X'::bytea from 1) where number = (select max(number) from book_pages)`,
    mend: `update book_pages set header = overlay(header placing 'q'::bytea from 1) where number = (select max(number) from book_pages)`,
    says: /^the next page cannot be sealed: these bytes are no header of a book$/,
  }),
  'the key that signs next is gone': () => ({
    spoil: `create table kept_keys as select * from book_keys where purpose = 'sign'; delete from book_keys where purpose = 'sign'`,
    mend: `insert into book_keys select * from kept_keys; drop table kept_keys`,
    says: /^the book has no key to sign with$/,
  }),
};

describe('a sealer that cannot seal', () => {
  it.each(Object.entries(cases))('stops money when %s, says why, and goes on when it is right', async (_, makeCase) => {
    const { spoil, mend, says } = makeCase();
    await pay();
    await rewrite(spoil);
    const before = await lastPage();
    const { startedAtMs } = (await readVerdict(db.pool)).report ?? {};
    await expect(keep()).rejects.toThrow(CannotSeal);
    await expect(keep()).rejects.toThrow(CannotSeal);
    expect(await faults()).toMatchObject([
      { law: sealableLaw, subject: 'sealing', detail: expect.stringMatching(says) },
    ]);
    // Nothing of the step is left but that it failed.
    expect((await readVerdict(db.pool)).report?.startedAtMs).toBe(startedAtMs);
    expect(await lastPage()).toBe(before);
    await rewrite(mend);
    await keep();
    expect(await faults()).toEqual([]);
    expect(await lastPage()).toBe(before + 1n);
  });

  it('seals what breaks a law, and stops money by that law', async () => {
    await pay();
    await rewrite(`update transfers set amount = amount + 1 where id = (select max(id) from transfers)`);
    await keep();
    expect((await faults()).map(({ law, subject }) => `${law}: ${subject}`)).toContain(
      `a balance equals the sum of its transfers: ${maker}`,
    );
    await rewrite(`update accounts set balance = balance + 1 where id = ${maker};
      update accounts set balance = balance - 1 where id = ${external}`);
    await keep();
    expect(await faults()).toEqual([]);
  });

  it('does not stop money for a lock that it waits for in vain, or for a connection that is lost', async () => {
    await pay();
    const own = await connect(db.url, 'admin');
    own.on('error', () => undefined);
    const other = await connect(db.ownerUrl, 'admin');
    await other.query('begin; lock table book_pages in access exclusive mode');
    await own.query(`set lock_timeout = '10ms'`);
    await expect(keep({}, own)).rejects.toMatchObject({ code: '55P03' });
    await other.query('rollback');
    await other.query(`create function break_off() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
      create trigger break_off before insert on book_balances execute function break_off()`);
    await expect(keep({}, own)).rejects.toMatchObject({ name: expect.not.stringMatching('CannotSeal') });
    await other.query('drop function break_off() cascade');
    await Promise.all([other.end(), own.end().catch(() => undefined)]);
    expect(await faults()).toEqual([]);
    expect(await keep()).toMatchObject({ transfers: 1 });
  });

  it('does not stop money when another process has sealed the page, unless that never ends', async () => {
    await pay();
    // As a page of the same number that was there first: refused as one that is there already.
    await db.owner.query(`create function refuse_page() returns trigger language plpgsql as
      $$ begin raise unique_violation using message = 'it is there already'; end $$;
      create trigger refuse_page before insert on book_pages for each row execute function refuse_page()`);
    for (const conflicts of [0, 3]) await expect(keep({ conflicts })).rejects.toMatchObject({ code: '23505' });
    expect(await faults()).toEqual([]);
    await expect(keep({ conflicts: 4 })).rejects.toThrow(CannotSeal);
    expect(await faults()).toMatchObject([{ law: sealableLaw, detail: expect.stringMatching(/it is there already$/) }]);
    await db.owner.query('drop function refuse_page() cascade');
    await keep();
    expect(await faults()).toEqual([]);
  });
});
