import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ChainHead, linksAfter } from '../../src/domain/book/hash-chain.ts';
import { appendLinks, readBehind } from '../../src/storage/chain/append-links.ts';
import { auditChain, cellsOf } from '../../src/storage/chain/chain.ts';
import { checkChain } from '../../src/storage/chain/check-chain.ts';
import { connect } from '../../src/storage/database/connection.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { Receiver } from '../support/receiver.ts';
import { startTestService } from '../support/service.ts';

/**
 * Somebody who may do everything in the database wants the audit log to say something else. Nothing can stop them; each of these
 * has to be seen afterwards, and the row named. Every attack is a transaction that is checked and rolled back.
 */
let db: TestDatabase;
let superuser: pg.Client;
let ids: bigint[];

beforeAll(async () => {
  db = await createTestDatabase();
  superuser = await connect(asSuperuser(db), 'admin');
  for (let line = 1; line <= 6; line += 1) await write(db.pool, `line ${line}`);
  // Transactions of other databases of the server count too: rows may have to wait for those of other tests.
  do await appendLinks(db.pool, auditChain, 1000);
  while ((await readBehind(db.pool, auditChain)).rows > 0);
  const { rows } = await db.pool.query(`select id from audit_log where actor = 'test' order by id`);
  ids = rows.map(({ id }) => id);
});
afterAll(async () => {
  await superuser.end();
  await db.drop();
});
beforeEach(async () => {
  await superuser.query('begin');
  await superuser.query('set local session_replication_role = replica');
});
afterEach(() => superuser.query('rollback'));

function asSuperuser({ ownerUrl }: TestDatabase): string {
  return ownerUrl.replace('quittance@', 'postgres@');
}

async function write(pool: pg.Pool | pg.Client, reason: string): Promise<void> {
  await pool.query(
    `insert into audit_log (at, actor, action, subject_kind, subject_id, reason, details)
     values (now(), 'test', 'set-rate', 'rate', 'USDT/RUB', $1, '{"rate": "95.50"}')`,
    [reason],
  );
}

async function faults(heads: readonly ChainHead[] = []): Promise<unknown[]> {
  const report = await checkChain(superuser, auditChain, { heads });
  return report.faults.map(({ kind, rowId }) => [kind, rowId]);
}

async function currentHead(): Promise<ChainHead> {
  const { head } = await checkChain(superuser, auditChain);
  if (head === null) throw new Error('the chain is empty');
  return { ...head, chain: 'audit', at: '2026-11-16T00:00:00.000Z' };
}

describe('the check of the chain', () => {
  it('finds nothing in an untouched log', async () => {
    expect(await faults([await currentHead()])).toEqual([]);
  });

  it.each([
    `reason = 'another'`,
    `actor = 'somebody else'`,
    `user_id = 1`,
    `action = 'settle-deal'`,
    `subject_kind = 'deal'`,
    `subject_id = 'USDT/KZT'`,
    `at = at - interval '1 microsecond'`,
    `details = '{"rate": "9.55"}'`,
    `details = null`,
  ])('names a line that was changed: %s', async (change) => {
    await superuser.query(`update audit_log set ${change} where id = $1`, [ids[2]]);
    expect(await faults()).toEqual([['changed', ids[2]]]);
  });

  it('names a line that was removed', async () => {
    await superuser.query('delete from audit_log where id = $1', [ids[2]]);
    expect(await faults()).toEqual([['removed', ids[2]]]);
  });

  it('sees a line that was removed with its link', async () => {
    await superuser.query('delete from audit_chain where row_id = $1', [ids[2]]);
    await superuser.query('delete from audit_log where id = $1', [ids[2]]);
    expect(await faults()).toEqual([['links_removed', null]]);
  });

  it('names a line that was inserted among those of before', async () => {
    await superuser.query(
      `insert into audit_log (id, xid, at, actor, action, subject_kind, subject_id) overriding system value
       values (0, '3', now() - interval '1 day', 'test', 'forged', 'test', '1')`,
    );
    expect(await faults()).toEqual([['inserted', 0n]]);
  });

  it('names the next line when one was inserted with a link, and the later ones renumbered', async () => {
    const { rows } = await superuser.query('select sequence, hash from audit_chain where row_id = $1', [ids[2]]);
    await superuser.query('update audit_chain set sequence = sequence + 1001 where sequence > $1', [rows[0].sequence]);
    await superuser.query('update audit_chain set sequence = sequence - 1000 where sequence > 1000');
    await superuser.query(
      `insert into audit_log (id, xid, at, actor, action, subject_kind, subject_id) overriding system value
       values (0, '3', now(), 'test', 'forged', 'test', '1')`,
    );
    const cells = (await superuser.query(`select ${cellsOf(auditChain)} as cells from audit_log r where id = 0`)).rows;
    const [link] = linksAfter('audit', rows[0], [{ id: 0n, cells: cells[0].cells }]);
    await superuser.query('insert into audit_chain values ($1, 0, $2)', [link?.sequence, link?.hash]);
    const found = await faults();
    expect(found[0]).toEqual(['changed', ids[3]]);
  });

  it('names two lines that changed places', async () => {
    await superuser.query(
      `update audit_log a set reason = b.reason from audit_log b
       where (a.id, b.id) in (($1::int8, $2::int8), ($2, $1))`,
      [ids[1], ids[3]],
    );
    expect(await faults()).toEqual([
      ['changed', ids[1]],
      ['changed', ids[3]],
    ]);
  });

  it('names links that changed places', async () => {
    await superuser.query('alter table audit_chain drop constraint audit_chain_row_id_key');
    await superuser.query(
      `update audit_chain a set row_id = b.row_id from audit_chain b
       where (a.row_id, b.row_id) in (($1::int8, $2::int8), ($2, $1))`,
      [ids[1], ids[2]],
    );
    expect((await faults())[0]).toEqual(['changed', ids[2]]);
  });

  it('sees an end that was cut off, by the count of links', async () => {
    await cutTail();
    expect(await faults()).toEqual([['cut', null]]);
  });

  it('sees an end that was cut off with the count, by a head that was told outside', async () => {
    const head = await currentHead();
    await cutTail();
    await superuser.query('update chain_states set length = (select max(sequence) from audit_chain)');
    expect(await faults()).toEqual([]);
    expect(await faults([head])).toEqual([['cut', head.rowId]]);
  });

  it('sees a chain that was made anew from the first link, by a head that was told outside', async () => {
    const head = await currentHead();
    await superuser.query(`update audit_log set reason = 'another' where id = $1`, [ids[2]]);
    const { rows } = await superuser.query(
      `select r.id, ${cellsOf(auditChain)} as cells from audit_chain l join audit_log r on r.id = l.row_id order by sequence`,
    );
    for (const { sequence, hash } of linksAfter('audit', { sequence: 0n, hash: null }, rows)) {
      await superuser.query('update audit_chain set hash = $2 where sequence = $1', [sequence, hash]);
    }
    expect(await faults()).toEqual([]);
    expect(await faults([head])).toEqual([['rewritten', head.rowId]]);
  });

  async function cutTail(): Promise<void> {
    await superuser.query('delete from audit_chain where row_id >= $1', [ids[4]]);
    await superuser.query('delete from audit_log where id >= $1', [ids[4]]);
  }
});

describe('a service', () => {
  it('tells the head outside, and alarms when a line is changed under it', async () => {
    const witness = await Receiver.start();
    const folder = await mkdtemp(join(tmpdir(), 'quittance-heads-'));
    const file = join(folder, 'heads.jsonl');
    // As a full disk or a power cut leaves it.
    await writeFile(file, '{"chain":"audit","sequ');
    const service = await startTestService({
      AUDIT_INTERVAL_MS: '1000',
      AUDIT_HEAD_INTERVAL_MS: '1000',
      AUDIT_HEAD_FILE: file,
      AUDIT_HEAD_URL: `${witness.url}/heads`,
    });
    try {
      await write(service.db.pool, 'something');
      // The end of the book is told there as well.
      const ofLog = () => witness.received.find(({ body }) => body?.['chain'] === 'audit')?.body;
      await expect.poll(ofLog).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
      const told = ofLog();
      await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toContain(told?.['hash']);
      await expect.poll(() => metric(service.url, 'audit_chain_faults')).toBe(0);
      expect(await metric(service.url, 'audit_head_failures')).toBe(0);
      const attacker = await connect(asSuperuser(service.db), 'admin');
      await attacker.query('set session_replication_role = replica');
      await attacker.query(`update audit_log set reason = 'nothing' where id = $1`, [told?.['rowId']]);
      await attacker.end();
      await expect.poll(() => metric(service.url, 'audit_chain_faults')).toBe(1);
    } finally {
      await service.stop();
      await rm(folder, { recursive: true });
      await witness.stop();
    }
  });
});

async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^quittance_${name} (\\S+)$`, 'm').exec(text)?.[1]);
}
