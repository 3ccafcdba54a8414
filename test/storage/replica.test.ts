import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readLastTransferId } from '../../src/storage/book/read-unsealed.ts';
import { createPool } from '../../src/storage/database/connection.ts';
import { type ReadingPlace, Replica } from '../../src/storage/database/replica.ts';
import { runCommandHere } from '../support/command-here.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { patiently } from '../support/patience.ts';
import { startTestService } from '../support/service.ts';
import { type Pair, startPair } from '../support/standby.ts';

let pair: Pair;
let primary: pg.Pool;
let standby: pg.Pool;
let owner: pg.Pool;
let ownerOfStandby: pg.Pool;
beforeAll(async () => {
  pair = await startPair();
  primary = createPool(pair.primary.workConnectionString, 4);
  standby = createPool(pair.standby.workConnectionString, 4);
  owner = createPool(pair.primary.connectionString, 2);
  ownerOfStandby = createPool(pair.standby.connectionString.replace('//quittance@', '//postgres@'), 2);
  await owner.query('create table notes (text text); grant select, insert on notes to quittance_work');
  // A person in it, and no demo world: it would be taken for a production database.
  await owner.query(`insert into cell (number, mode) values (0, 'sandbox')`);
  await owner.query(
    `insert into users (id, login, role, password_hash, trusted_since) values (1001, 'anna', 'operator', 'x', now())`,
  );
});
afterAll(async () => {
  for (const pool of [primary, standby, owner, ownerOfStandby]) await pool.end();
  await pair.stop();
});

const failures: unknown[] = [];
const openReplica = (lagMaxMs: number, clock = Date.now) =>
  new Replica({ primary, replica: standby, lagMaxMs, clock, failed: (error) => failures.push(error) });
afterEach(async () => {
  failures.length = 0;
  await resume();
});

const pause = () => ownerOfStandby.query('select pg_wal_replay_pause()');
const resume = () => ownerOfStandby.query('select pg_wal_replay_resume()');
/** Until the replica has what the primary has now. */
async function replayed(): Promise<void> {
  const { rows } = await primary.query('select pg_current_wal_flush_lsn()::text as position');
  const reached = 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as "isReached"';
  const isReached = async () => (await ownerOfStandby.query(reached, [rows[0].position])).rows[0].isReached;
  await expect.poll(isReached).toBe(true);
}
const note = (text: string) => primary.query('insert into notes values ($1)', [text]);
const notesAt = async (pool: pg.Pool) =>
  (await pool.query('select text from notes order by text')).rows.map(({ text }) => text);

/** Once the replica has everything: on a busy machine it may be behind for longer than anybody waits for it. */
async function whenCurrent(replica: Replica, userId: number): Promise<ReadingPlace> {
  for (;;) {
    const place = await replica.placeFor(userId);
    if (place.isReplica && place.asOf === null) return place;
  }
}

it('reads from the replica what was written a moment before', async () => {
  const replica = openReplica(30_000);
  for (const text of ['a', 'b', 'c', 'd']) {
    await note(text);
    const place = await whenCurrent(replica, 1001);
    expect(await notesAt(place.pool)).toContain(text);
  }
  await expect.poll(() => replica.behindMs()).toBe(0);
});

it('reads a replica that is a little behind, and says as of when', async () => {
  const replica = openReplica(30_000);
  const before = Date.now();
  await whenCurrent(replica, 1001);
  await pause();
  await note('late');
  const place = await replica.placeFor(1001);
  expect(place.isReplica).toBe(true);
  expect(place.asOf).toBeGreaterThanOrEqual(before);
  expect(await notesAt(place.pool)).not.toContain('late');
  expect(await replica.behindMs()).toBeGreaterThan(0);
});

it('reads what a person has just done where it was written', async () => {
  const replica = openReplica(30_000);
  await whenCurrent(replica, 1001);
  await pause();
  await primary.query(
    `insert into audit_log (at, user_id, actor, action, subject_kind, subject_id, reason) values (now(), 1001, 'anna', 'x', 'x', 'x', 'x')`,
  );
  expect((await replica.placeFor(1001)).isReplica).toBe(false);
  expect((await replica.placeFor(2)).isReplica).toBe(true);
});

it('does not read a replica that is further behind than it may be', async () => {
  let now = Date.now();
  const replica = openReplica(10_000, () => now);
  await whenCurrent(replica, 2);
  await pause();
  await note('much later');
  now += 10_001;
  expect((await replica.placeFor(2)).isReplica).toBe(false);
  await resume();
  expect((await whenCurrent(replica, 2)).pool).toBe(standby);
});

it('does not believe a server that is no replica, and says so once', async () => {
  const replica = new Replica({
    primary,
    replica: owner,
    lagMaxMs: 30_000,
    clock: Date.now,
    failed: (error) => failures.push(error),
  });
  expect((await replica.placeFor(1001)).isReplica).toBe(false);
  expect((await replica.placeFor(1001)).isReplica).toBe(false);
  expect(failures.map(String)).toEqual(['Error: DATABASE_REPLICA_URL names a server that is not a replica']);
});

it('reads from the primary while the replica is away', async () => {
  const away = createPool('postgres://nobody@127.0.0.1:1/none', 1);
  const replica = new Replica({
    primary,
    replica: away,
    lagMaxMs: 30_000,
    clock: Date.now,
    failed: (error) => failures.push(error),
  });
  expect((await replica.placeFor(1001)).isReplica).toBe(false);
  expect(await replica.behindMs()).toBeNaN();
  expect(failures).toHaveLength(1);
  await away.end();
});

it('is found among several servers, also by a pool alone: not the primary, nor one that is away', async () => {
  const hosts = ['/nowhere', pair.primary.host, pair.standby.host].map(encodeURIComponent).join(',');
  const url = pair.standby.workConnectionString.replace(/host=[^&]*/, `host=${hosts}`);
  const pool = createPool(`${url}&target_session_attrs=standby`, 2);
  await patiently(async () => {
    expect((await pool.query('select pg_is_in_recovery() as "isReplica"')).rows).toEqual([{ isReplica: true }]);
  });
  await pool.end();
});

it('knows the last number of a transfer, which reading the book again there needs', async () => {
  const client = await standby.connect();
  expect(await readLastTransferId(client)).toBeTypeOf('bigint');
  client.release();
});

it('serves lists of the console from the replica, and says when they are behind', async () => {
  const env = {
    DATABASE_URL: pair.primary.workConnectionString,
    DATABASE_OWNER_URL: pair.primary.connectionString,
    DATABASE_REPLICA_URL: pair.standby.workConnectionString,
  };
  const service = await startTestService(env);
  const operator = await OperatorClient.signedIn(service.url, 'operator', 'demo-operator-password');
  const first = await service.shop.createPayin();
  // The service goes on writing, so the standby is level for moments only.
  await patiently(async () => {
    await replayed();
    const fresh = await operator.get('/invoices');
    expect(fresh.body.items.map(({ id }: { id: string }) => id)).toContain(first.body.id);
    expect(fresh.headers.get('x-data-as-of')).toBeNull();
  });

  const metrics = async () => (await fetch(`${service.url}/metrics`)).text();
  // Of a replica that never had everything nobody knows how far it is behind.
  await expect.poll(metrics).toMatch(/^quittance_replica_behind_seconds 0$/m);
  await pause();
  const second = await service.shop.createPayin();
  const behind = await operator.get('/invoices');
  expect(behind.body.items.map(({ id }: { id: string }) => id)).not.toContain(second.body.id);
  expect(Date.parse(behind.headers.get('x-data-as-of') ?? '')).toBeLessThanOrEqual(Date.now());
  // One invoice is read where it is written.
  expect((await operator.get(`/invoices/${second.body.id}`)).status).toBe(200);
  expect(await metrics()).toMatch(/quittance_replica_behind_seconds \d/);

  await ownerOfStandby.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [
    'quittance_work',
  ]);
  expect((await operator.get('/invoices')).status).toBe(200);

  const backUp = (name: string) =>
    runCommandHere(['backup', join(service.dataDir, name)], { dataDir: service.dataDir, env });
  expect(await backUp('behind')).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('reading from the primary'),
  });
  await resume();
  await service.stopService();
  await replayed();
  expect(await backUp('there')).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('reading from the replica'),
  });
  await service.stop();
});
