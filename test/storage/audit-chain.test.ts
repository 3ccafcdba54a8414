import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { appendLinks, readBehind } from '../../src/storage/chain/append-links.ts';
import { auditChain } from '../../src/storage/chain/chain.ts';
import { checkChain } from '../../src/storage/chain/check-chain.ts';
import { connect } from '../../src/storage/database/connection.ts';
import { AuditChain } from '../../src/workers/book/audit-chain.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(() => drain());

const append = (rowsMax = 1_000) => appendLinks(db.pool, auditChain, rowsMax);

/** Transactions of other databases of the server count too, so a row may have to wait for those of other tests. */
async function drain(rowsMax?: number): Promise<number[]> {
  const appended: (number | null)[] = [];
  await expect
    .poll(async () => {
      appended.push(await append(rowsMax));
      return (await readBehind(db.pool, auditChain)).rows;
    })
    .toBe(0);
  return appended.filter((count) => count !== null && count > 0) as number[];
}

async function write(client: pg.Pool | pg.PoolClient, reason: string): Promise<bigint> {
  const { rows } = await client.query(
    `insert into audit_log (at, actor, action, subject_kind, subject_id, reason)
     values (now(), 'test', 'something', 'test', '1', $1) returning id`,
    [reason],
  );
  return rows[0].id;
}

async function check() {
  const client = await connect(db.url, 'admin');
  return await checkChain(client, auditChain).finally(() => client.end());
}

/** The IDs of rows in the order of their links. */
async function linked(): Promise<bigint[]> {
  const { rows } = await db.pool.query('select row_id from audit_chain order by sequence');
  return rows.map(({ row_id: rowId }) => rowId);
}

describe('appending links', () => {
  it('waits for a transaction that runs, so that none below the horizon is ever missed', async () => {
    const before = await linked();
    const slow = await db.pool.connect();
    await slow.query('begin');
    const first = await write(slow, 'of a transaction that takes its time');
    const second = await write(db.pool, 'of a quick one');
    expect(await append()).toBe(0);
    expect(await readBehind(db.pool, auditChain)).toMatchObject({ rows: 1, oldestAt: expect.any(Number) });
    expect(await check()).toMatchObject({ unlinked: 1, faults: [] });
    await slow.query('commit');
    slow.release();
    await drain();
    expect(await linked()).toEqual([...before, first, second]);
    expect(await readBehind(db.pool, auditChain)).toEqual({ rows: 0, oldestAt: null });
    expect(await check()).toMatchObject({ unlinked: 0, faults: [] });
  });

  it('goes on where it stopped when there are more rows than it takes at once, also of one transaction', async () => {
    const before = await linked();
    const client = await db.pool.connect();
    await client.query('begin');
    const written: bigint[] = [];
    for (let row = 0; row < 7; row += 1) written.push(await write(client, `row ${row}`));
    await client.query('commit');
    client.release();
    expect(await drain(3)).toEqual([3, 3, 1]);
    expect(await linked()).toEqual([...before, ...written]);
    expect((await check()).faults).toEqual([]);
  });

  it('links every row once, with several processes at it while others write and roll back', async () => {
    let isWriting = true;
    const writers = Array.from({ length: 2 }, async (_, writer) => {
      for (let row = 0; row < 40; row += 1) {
        const client = await db.owner.connect();
        await client.query('begin');
        await write(client, `writer ${writer}, row ${row}`);
        await client.query(row % 5 === 0 ? 'rollback' : 'commit');
        client.release();
      }
    });
    const appenders = Array.from({ length: 3 }, async () => {
      while (isWriting) await append(7);
    });
    await Promise.all(writers);
    isWriting = false;
    await Promise.all(appenders);
    await drain();
    const { rows } = await db.pool.query('select count(*)::int as rows, count(distinct id)::int as ids from audit_log');
    expect(await linked()).toHaveLength(rows[0].rows);
    expect(await check()).toMatchObject({ unlinked: 0, faults: [] });
  });

  it('has done nothing when it is broken off, and everything when it is tried again', async () => {
    await write(db.pool, 'one that is tried twice');
    const before = await linked();
    await db.owner.query(`create function break_off() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`);
    // At the very end: the links are written, and the state is not.
    await db.owner.query(
      'create trigger break_off before insert or update on chain_states execute function break_off()',
    );
    const failure = () => append().then(() => null, String);
    await expect.poll(failure).not.toBe(null);
    expect(await linked()).toEqual(before);
    await db.owner.query('drop function break_off() cascade');
    expect(await drain()).toEqual([1]);
    expect((await check()).faults).toEqual([]);
  });

  it('looks at all rows once when the database was moved to another cluster, whose transactions are younger', async () => {
    const older = await write(db.pool, 'from elsewhere');
    // As a dump brings them: numbers of transactions that this cluster has not come to.
    await db.owner.query(`begin; alter table audit_log disable trigger user;
      update audit_log set xid = (xid::text::int8 + 1000000000)::text::xid8;
      alter table audit_log enable trigger user;
      update chain_states set horizon = (horizon::text::int8 + 1000000000)::text::xid8; commit`);
    const newer = await write(db.pool, 'written here');
    expect(await readBehind(db.pool, auditChain)).toMatchObject({ rows: 2 });
    await drain();
    expect((await linked()).slice(-2).sort()).toEqual([older, newer].sort());
    const last = await write(db.pool, 'and one more');
    await drain();
    expect((await linked()).at(-1)).toBe(last);
    expect((await check()).faults).toEqual([]);
  });
});

describe('the worker that keeps the chain', () => {
  it('says what it has found, round after round, also while the heads told outside cannot be read', async () => {
    const changed = await write(db.pool, 'as it was written');
    await drain();
    let isReadable = false;
    const found: string[][] = [];
    const failures: string[] = [];
    const chain = new AuditChain({
      pool: db.pool,
      connectionString: () => db.url,
      checkIntervalMs: 20,
      tellIntervalMs: 1_000,
      tellers: [],
      told: async () => {
        if (isReadable) return [];
        throw new Error('the file cannot be read');
      },
      broken: (faults) => found.push(faults.map(({ rowId }) => String(rowId))),
      clock: Date.now,
      failed: (error) => failures.push((error as Error).message),
    });
    chain.start();
    try {
      await expect.poll(() => failures.length).toBeGreaterThan(1);
      // That all is well is not known without them.
      expect(chain).toMatchObject({ faults: null, checked: null });
      await setReason(changed, 'another');
      await expect.poll(() => found).toEqual([[String(changed)]]);
      const before = failures.length;
      await expect.poll(() => failures.length).toBeGreaterThan(before + 1);
      expect(chain.faults).toHaveLength(1);
      isReadable = true;
      await setReason(changed, 'as it was written');
      await expect.poll(() => chain.faults).toEqual([]);
      expect(chain.checked).not.toBeNull();
    } finally {
      await chain.stop();
    }
  });

  async function setReason(id: bigint, reason: string): Promise<void> {
    await db.owner.query(`begin; alter table audit_log disable trigger user;
      update audit_log set reason = '${reason}' where id = ${id}; alter table audit_log enable trigger user; commit`);
  }
});
