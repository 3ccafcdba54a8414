import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFaults, sealedLaw } from '../../src/storage/book/book-faults.ts';
import { keepBook } from '../../src/storage/book/keep-book.ts';
import { readScrub, Scrub } from '../../src/storage/book/scrub-step.ts';
import { connect } from '../../src/storage/database/connection.ts';
import { SecretBox } from '../../src/storage/secrets/secret-box.ts';
import { createTestDatabase, demoMasterKey, type TestDatabase } from '../support/database.ts';

const secrets = new SecretBox(demoMasterKey);
/** The page that most of it is about, which takes several steps. */
const large = 2n;
const size = { pages: 3, transfers: 10, numbers: 20, accounts: 3 };
let db: TestDatabase;
let client: pg.Client;
/** The numbers of its transfers. */
let ids: bigint[];

async function seal(transfers: number): Promise<void> {
  await db.pool.query(
    `insert into transfers (debit_id, credit_id, amount, currency, kind, subject_id, created_at)
     select (select id from accounts where kind = 'external' and currency = m.currency), m.id, 1, m.currency, 'top_up', gen_random_uuid(), now()
     from (select id, currency from accounts where kind = 'maker_available' order by id limit 1) m, generate_series(1, $1)`,
    [transfers],
  );
  const step = { secrets, at: Date.now(), transfersMax: 1_000, from: null, isCheckDue: false };
  expect(await keepBook(client, step)).toMatchObject({ isComplete: true });
}

beforeAll(async () => {
  db = await createTestDatabase();
  client = await connect(db.url, 'admin');
  await seal(1);
  await seal(45);
  await seal(2);
  await seal(1);
  const inPage =
    'select t.id from transfers t join book_pages p on p.transfer_ids @> t.id where p.number = $1 order by 1';
  ids = (await db.pool.query(inPage, [large])).rows.map(({ id }) => id);
  expect(ids).toHaveLength(45);
});
afterAll(async () => {
  await client.end();
  await db.drop();
});

/** As the owner of the database does it, who can switch triggers off. */
async function rewrite(statement: string): Promise<void> {
  await db.owner.query(`begin; alter table transfers disable trigger user; alter table book_pages disable trigger user;
    ${statement}; alter table transfers enable trigger user; alter table book_pages enable trigger user; commit`);
}

const redate = (at: number, by: string) =>
  rewrite(`update transfers set created_at = created_at ${by} interval '1 second' where id = ${ids[at]}`);
const newScrub = () => new Scrub({ pool: db.pool, secrets, size });
const isOver = async (scrub: Scrub) => (await scrub.step(client, Date.now())).isRoundOver;

/** To the end of the round, from wherever it is. */
async function finish(scrub: Scrub): Promise<number> {
  for (let steps = 1; ; steps += 1) if (await isOver(scrub)) return steps;
}

/** Until it has read so many steps' worth of the large page, with more to come. */
async function readSome(scrub: Scrub, steps: number): Promise<void> {
  while ((await readScrub(db.pool)).page < large - 1n) await isOver(scrub);
  for (let step = 0; step < steps; step += 1) await isOver(scrub);
  expect((await readScrub(db.pool)).page).toBe(large - 1n);
}

const faults = async () => (await readFaults(db.pool)).filter(({ law }) => law === sealedLaw);
const details = async () => (await faults()).map(({ detail }) => detail).join();

it('reads a page in several steps, the whole book in a round, and finds nothing', async () => {
  const before = await readScrub(db.pool);
  expect(await finish(newScrub())).toBeGreaterThan(45 / size.transfers);
  expect(await readScrub(db.pool)).toMatchObject({ page: 0n, rounds: before.rounds + 1 });
  expect(await faults()).toEqual([]);
});

it.each([
  ['first', 0],
  ['middle', 22],
  ['last', 44],
])('names a transfer rewritten in the %s part of a page, and forgets it when it is right again', async (_, at) => {
  const scrub = newScrub();
  await redate(at, '+');
  await finish(scrub);
  expect(await faults()).toMatchObject([{ subject: `page ${large}` }]);
  expect(await details()).toContain(`number ${ids[at]} is the first`);
  await redate(at, '-');
  await finish(scrub);
  expect(await faults()).toEqual([]);
});

it('names a page whose header changes between two parts, and reads it anew', async () => {
  const scrub = newScrub();
  await readSome(scrub, 2);
  const flip = `update book_pages set signature = set_byte(signature, 9, get_byte(signature, 9) # 1) where number = ${large}`;
  await rewrite(flip);
  await isOver(scrub);
  expect(await details()).toContain(`page ${large}: it was changed while it was read again`);
  await rewrite(flip);
  await finish(scrub);
  expect(await faults()).toEqual([]);
});

it('names a transfer rewritten between two parts: in this round where it was not read yet, else in the next', async () => {
  const scrub = newScrub();
  await readSome(scrub, 2);
  await redate(44, '+');
  await finish(scrub);
  expect(await details()).toContain(`number ${ids[44]} is the first`);
  await redate(44, '-');
  await finish(scrub);
  expect(await faults()).toEqual([]);
  await readSome(scrub, 2);
  await redate(0, '+');
  await finish(scrub);
  await finish(scrub);
  expect(await details()).toContain(`number ${ids[0]} is the first`);
  await redate(0, '-');
  await finish(scrub);
  expect(await faults()).toEqual([]);
});

it('goes on after a restart with the page it was at, from its beginning: what was read before is not believed', async () => {
  await readSome(newScrub(), 3);
  await redate(0, '+');
  const { rounds } = await readScrub(db.pool);
  const restarted = newScrub();
  while ((await faults()).length === 0) await isOver(restarted);
  expect(await readScrub(db.pool)).toMatchObject({ rounds });
  expect(await details()).toContain(`number ${ids[0]} is the first`);
  await redate(0, '-');
  await finish(restarted);
  expect(await faults()).toEqual([]);
});

it('does not go back when another process has gone on', async () => {
  const [one, other] = [newScrub(), newScrub()];
  await readSome(one, 2);
  while ((await readScrub(db.pool)).page < large) await isOver(other);
  const { page } = await readScrub(db.pool);
  await isOver(one);
  expect((await readScrub(db.pool)).page).toBeGreaterThanOrEqual(page);
  await finish(one);
  expect(await faults()).toEqual([]);
});

it('asks every other step about a page that is known to be wrong, while the round goes on', async () => {
  const scrub = newScrub();
  await redate(3, '+');
  await finish(scrub);
  const { rounds } = await readScrub(db.pool);
  await redate(3, '-');
  // Five parts of the page, each after one of the round; a reading that was under way ends first.
  for (let step = 0; step < 2 * 2 * 5; step += 1) await isOver(scrub);
  expect(await faults()).toEqual([]);
  await finish(scrub);
  expect((await readScrub(db.pool)).rounds).toBeGreaterThan(rounds);
});

describe('a transfer that was put in later', () => {
  const numbers = `pg_get_serial_sequence('transfers', 'id')`;
  /** As one of a time that is sealed. */
  const stranger = (
    id: bigint,
  ) => `insert into transfers (id, debit_id, credit_id, amount, currency, kind, subject_id, created_at, xid)
    overriding system value
    select ${id}, debit_id, credit_id, amount, currency, kind, gen_random_uuid(), created_at, '3' from transfers limit 1`;

  async function expectNamed(id: bigint): Promise<void> {
    const scrub = newScrub();
    await rewrite(stranger(id));
    await finish(scrub);
    expect(await details()).toContain(`transfer ${id} is in no page`);
    await rewrite(`delete from transfers where id = ${id}`);
    await finish(scrub);
    expect(await faults()).toEqual([]);
  }

  it('is named behind a gap of many parts, and in it', async () => {
    const { rows } = await db.pool.query(
      `select max(nextval(${numbers})) as last from generate_series(1, 30 * $1::int)`,
      [size.numbers],
    );
    await seal(50);
    await expectNamed(rows[0].last - 5n * BigInt(size.numbers));
    await expectNamed(rows[0].last);
  });

  it('is named before the first number and beyond the last', async () => {
    const { rows } = await db.pool.query('select max(id) as last from transfers');
    for (const id of [-7n, 0n, rows[0].last + 1_000_000n, 2n ** 63n - 1n]) await expectNamed(id);
  });

  it('is named however far the sequence was set, and the round ends', async () => {
    await db.owner.query(`select setval(${numbers}, 1000000000000000)`);
    await seal(3);
    await expectNamed(999_999_999_999_999n);
  });
});
