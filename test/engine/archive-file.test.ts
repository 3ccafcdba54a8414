import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelInvoice } from '../../src/commands/invoices/cancel-invoice.ts';
import { createPayin } from '../../src/commands/payins/create-payin.ts';
import { idRandomBytes, newId as spellId } from '../../src/domain/text/uuid.ts';
import { Reads } from '../../src/engine/reads.ts';
import { attachMonth, detachMonth } from '../../src/storage/archive/months.ts';
import { moveOld } from '../../src/storage/archive/move.ts';
import { BatchSession } from '../../src/storage/batch/batch-session.ts';
import { findTimeline } from '../../src/storage/reads/invoices/timeline-reads.ts';
import { findNotification } from '../../src/storage/reads/notifications/notification-reads.ts';
import { runCommandHere } from '../support/command-here.ts';
import { CuttingProxy } from '../support/cutting-proxy.ts';
import { countLockWaiters, expectLawsHold } from '../support/database.ts';
import { builtFile } from '../support/program.ts';
import { everyRow, openWorld, type World } from './archive/two-worlds.ts';
import { payinRequest } from './support/requests.ts';
import { startTestEngine } from './support/test-engine.ts';

/** A month with a few invoices, and with more deliveries than fit into what is written at once. */
const month = '2100-03';
const invoiceCount = 5;
const attemptCount = 8_000;

let world: World;
let folder: string;
let program: string;

beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(join(tmpdir(), 'quittance-archive-'));
  program = await builtFile('quittance.js');
  world.clock.nowMs = Date.parse(`${month}-10T12:00:00Z`);
  for (let serial = 0; serial < invoiceCount; serial += 1) {
    world.clock.nowMs += 60_000;
    const id = spellId(world.clock.nowMs, new Uint8Array(idRandomBytes).fill(serial));
    await world.engine.submit(createPayin(payinRequest({ id, amount: `${1_000 + serial}.00` })));
    await world.engine.submit(cancelInvoice({ invoiceId: id, storeId: 1, seenStoreId: 1 }));
  }
  await world.db.owner.query(
    `insert into delivery_attempts (invoice_id, sequence, store_id, receiver, ordinal, at, duration_ms, outcome, answer)
     select (select min(id::text)::uuid from invoices), 1, 1, 7, serial, '2100-03-10', 5, 'refused',
       (select string_agg(md5(serial::text || part), '') from generate_series(1, 8) part)
     from generate_series(1, $1::int) serial`,
    [attemptCount],
  );
  expect(await moveOld(world.db.pool, Date.parse('2100-06-01T00:00:00Z'), 500)).toMatchObject({ moved: invoiceCount });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.stop();
});

const envOf = (ownerUrl: string) => ({
  QUITTANCE_MODE: 'sandbox',
  DATABASE_URL: world.db.url,
  DATABASE_OWNER_URL: ownerUrl,
  DATA_DIR: folder,
});
const type = (...args: string[]) =>
  runCommandHere(['archive', ...args], { dataDir: folder, env: envOf(world.db.ownerUrl) });

/** In a process of its own. */
function begin(command: readonly [string, ...string[]], ownerUrl: string) {
  const [file, ...args] = command;
  const env = { PATH: process.env['PATH'] ?? '', ...envOf(ownerUrl) };
  const child = spawn(file, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = new Promise<{ code: number | null; signal: string | null; said: string }>((done) =>
    child.once('close', (code, signal) => done({ code, signal, said })),
  );
  return { child, ended };
}

/** The next try takes the month away and brings it back, and leaves one file. */
async function expectGoesOn(to: string, before: Awaited<ReturnType<typeof everyRow>>): Promise<void> {
  expect(await everyRow(world)).toEqual(before);
  expect(await type('detach', month, '--to', to)).toMatchObject({ exitCode: 0 });
  const [name = '', ...others] = await readdir(to);
  expect(others).toEqual([]);
  expect((await world.db.owner.query('select count(*)::int as left from invoices')).rows).toEqual([{ left: 0 }]);
  expect(await type('attach', join(to, name))).toMatchObject({ exitCode: 0 });
  expect(await everyRow(world)).toEqual(before);
  await expectLawsHold(world.db.pool);
}

it('gives a month its tables first, and moves what it has in a transaction after that', async () => {
  // A query that was planned between the two, without those tables, would find in neither place what has moved.
  const { rows } = await world.db.owner.query(
    `select distinct t.xmin::text as opened, i.xmin::text as moved from invoices i join pg_type t on t.typrelid = i.tableoid
     where i.tableoid <> 'invoices'::regclass`,
  );
  expect(rows).toHaveLength(1);
  expect(Number(rows[0].moved)).toBeGreaterThan(Number(rows[0].opened));
});

describe('a month that comes back', () => {
  it('is never told to be nowhere: who asks in that moment gets the invoice', async () => {
    const { ownerUrl, pool, owner } = world.db;
    const detaching = { ownerUrl, month, folder: join(folder, 'back'), recipients: [], progress: () => undefined };
    const { rows } = await owner.query('select min(id::text)::uuid as id from invoices');
    const { id } = rows[0];
    const { fileName } = await detachMonth({ ...detaching, record: async () => undefined });
    const asked: Promise<unknown>[] = [];
    const reads = new Reads(pool, () => world.clock.nowMs);
    // Everybody looks for it before it is there, and for its month when it is no longer away.
    const record = async (client: pg.Client) => {
      await client.query('lock table detached_ids in access exclusive mode');
      const heard = reads.invoice(id, [1]).then((found) => found?.invoice.id);
      asked.push(
        heard,
        findTimeline(pool, id, null).then((found) => found?.invoice.id),
      );
      asked.push(
        findNotification(pool, { invoiceId: id, sequence: 1 }, [1]).then((found) => found?.notification.invoice.id),
      );
      await expect.poll(() => countLockWaiters(owner)).toBe(3);
    };
    const path = join(detaching.folder, fileName);
    await attachMonth({ ownerUrl, path, identities: [], progress: () => undefined, record });
    expect(await Promise.all(asked)).toEqual([id, id, id]);
  });
});

describe('a month that leaves', () => {
  it('is not lost: a lane that has stored its invoices, and was quiet since, does not report them', async () => {
    const { ownerUrl, owner, url } = world.db;
    const { rows } = await owner.query('select id, sequence from invoices order by id');
    const never = { id: crypto.randomUUID(), sequence: 1 };
    const lost = async () => {
      const session = await BatchSession.open(url);
      return await session.findLost({ invoices: [...rows, never], transfers: [] }).finally(() => session.close());
    };
    const gone = [{ subjectId: never.id, what: 'invoice' }];
    expect([rows.length, await lost()]).toEqual([invoiceCount, gone]);
    const unseen = { progress: () => undefined, record: async () => undefined };
    const to = join(folder, 'quiet');
    const { fileName } = await detachMonth({ ownerUrl, month, folder: to, recipients: [], ...unseen });
    expect(await lost()).toEqual(gone);
    await attachMonth({ ownerUrl, path: join(to, fileName), identities: [], ...unseen });
    expect(await lost()).toEqual(gone);
  });

  it('is gone for who has waited for it to bring an invoice back, and knew its tables', async () => {
    const { ownerUrl, pool, owner } = world.db;
    const { rows } = await owner.query('select min(id::text)::uuid as id from invoices');
    const waiting = await pool.connect();
    const bringBack = async (id: string) =>
      (await waiting.query('select archive_bring_back(array[$1::uuid]) as count', [id])).rows;
    // Of the same month, and nowhere: from now on the session knows the way, and looks nothing up again.
    const nowhere = `${rows[0].id.slice(0, 14)}7fff-bfff-ffffffffffff`;
    for (let times = 0; times < 6; times++) await bringBack(nowhere);
    let brought: Promise<unknown> = Promise.resolve();
    const record = async () => {
      brought = bringBack(rows[0].id).catch((error: Error) => error.message);
      await expect.poll(() => countLockWaiters(owner)).toBe(1);
    };
    const unseen = { progress: () => undefined, record: async () => undefined };
    const to = join(folder, 'waited');
    const { fileName } = await detachMonth({ ...unseen, ownerUrl, month, folder: to, recipients: [], record });
    const heard = await brought;
    waiting.release();
    expect(heard).toEqual([{ count: 0 }]);
    await attachMonth({ ownerUrl, path: join(to, fileName), identities: [], ...unseen });
    await expectLawsHold(pool);
  });

  it('is read whole or not at all: who has found the invoice before it is dropped finds its deals and notifications too', async () => {
    const { ownerUrl, pool, owner } = world.db;
    const { rows } = await owner.query('select min(id::text)::uuid as id from invoices');
    const { id } = rows[0];
    const whole = await findTimeline(pool, id, null);
    expect([whole?.deals.length, whole?.notifications.length]).toEqual([1, 1]);
    const blocker = await owner.connect();
    let asked: Promise<unknown> = Promise.resolve();
    let isOver = false;
    // The reader has the invoice, and waits at its deals while the month is dropped.
    const record = async () => {
      await blocker.query('begin; lock table only deals in access exclusive mode');
      asked = findTimeline(pool, id, null);
      await expect.poll(() => countLockWaiters(owner)).toBe(1);
    };
    const detaching = { ownerUrl, month, folder: join(folder, 'leaves'), recipients: [], progress: () => undefined };
    const detached = detachMonth({ ...detaching, record }).finally(() => {
      isOver = true;
    });
    await expect.poll(async () => isOver || (await countLockWaiters(owner)) === 2).toBe(true);
    await blocker.query('commit');
    blocker.release();
    expect(await asked).toEqual(whole);
    const path = join(detaching.folder, (await detached).fileName);
    await attachMonth({ ownerUrl, path, identities: [], progress: () => undefined, record: async () => undefined });
  });
});

describe('the tables of a month', () => {
  it('are dropped beside readers who go through them in another order, and none of both is ended for it', async () => {
    const { ownerUrl, owner } = world.db;
    const reader = await owner.connect();
    const count = async (table: string) => (await reader.query(`select count(*)::int from ${table}`)).rows[0].count;
    await reader.query('begin');
    expect(await count('deals')).toBe(invoiceCount);
    const detaching = { ownerUrl, month, folder: join(folder, 'readers'), recipients: [], progress: () => undefined };
    const detached = detachMonth({ ...detaching, record: async () => undefined });
    await expect.poll(() => countLockWaiters(owner)).toBe(1);
    expect(await count('invoices')).toBe(invoiceCount);
    await reader.query('commit');
    reader.release();
    const path = join(detaching.folder, (await detached).fileName);
    await attachMonth({ ownerUrl, path, identities: [], progress: () => undefined, record: async () => undefined });
  });
});

describe('a reader in a month who then wants to write there', () => {
  it('gets the turn, and the month leaves after it', async () => {
    const { ownerUrl, owner } = world.db;
    const writer = await owner.connect();
    await writer.query('begin; select from deals limit 1');
    let written: Promise<unknown> | null = null;
    const record = async () => {
      if (written !== null) return;
      written = writer.query('delete from deals where false').then(() => writer.query('commit'));
      await expect.poll(() => countLockWaiters(owner)).toBe(1);
    };
    const said: string[] = [];
    const progress = (text: string) => said.push(text);
    const detaching = { ownerUrl, month, folder: join(folder, 'writer'), recipients: [], progress };
    const { fileName } = await detachMonth({ ...detaching, record });
    await written;
    writer.release();
    expect(said).toContain(`${month}: somebody is at work in it; once more`);
    expect(await readdir(detaching.folder)).toEqual([fileName]);
    const path = join(detaching.folder, fileName);
    await attachMonth({ ownerUrl, path, identities: [], progress: () => undefined, record: async () => undefined });
  });
});

describe('a month that is being written into its file', () => {
  it('is whole in the database when the process is killed in the middle, and its half is taken for nothing', async () => {
    const before = await everyRow(world);
    const to = join(folder, 'killed');
    // Among the invoices, and among the deliveries after the first blocks.
    for (const rows of [2, attemptCount - 10]) {
      const proxy = await CuttingProxy.start(world.db.ownerUrl);
      const frozen = proxy.freezeBehind(rows, 'd');
      const { child, ended } = begin([process.execPath, program, 'archive', 'detach', month, '--to', to], proxy.url);
      await frozen;
      const part = join(to, `quittance-${month}.part`);
      await expect.poll(() => stat(part).then(({ size }) => size > 0 || rows < 100)).toBe(true);
      child.kill('SIGKILL');
      expect(await ended).toMatchObject({ signal: 'SIGKILL' });
      await proxy.stop();
      const left = await readdir(to);
      expect(left).toEqual([`quittance-${month}.part`]);
      expect(await type('attach', join(to, left[0] ?? ''))).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('Nothing was loaded'),
      });
    }
    await expectGoesOn(to, before);
  });

  it('is whole in the database when the disk is full, which is said, and nothing is left there', async () => {
    const before = await everyRow(world);
    const to = join(folder, 'full');
    // Blocks of 512 bytes: the last that the file system takes is in the middle of the file.
    const detach = `ulimit -f 100; exec "$0" "$@"`;
    const command = ['sh', '-c', detach, process.execPath, program, 'archive', 'detach', month, '--to', to] as const;
    const { code, said } = await begin([...command], world.db.ownerUrl).ended;
    expect(said).toContain(`${month} stays where it is`);
    expect(code).toBe(1);
    expect(await readdir(to)).toEqual([]);
    await expectGoesOn(to, before);
  });
});

describe('an act on an invoice of a month that is being detached', () => {
  it('is refused alone: what came with it is done', async () => {
    const { db, clock } = world;
    const { rows } = await db.owner.query('select min(id::text)::uuid as id from invoices');
    // Without the patience of tests: it is for what happens by itself, and this lock ends when the test says so.
    const hasty = await startTestEngine({}, { ...db, url: db.url.replace('lock_timeout%3D60s', 'lock_timeout%3D1s') });
    hasty.clock.nowMs = clock.nowMs;
    const create = (serial: number) => {
      const id = spellId(clock.nowMs, new Uint8Array(idRandomBytes).fill(100 + serial));
      return hasty.engine.submit(createPayin(payinRequest({ id, amount: `${3_000 + serial}.00`, startDeal: false })));
    };
    const act = () => hasty.engine.submit(cancelInvoice({ invoiceId: rows[0].id, storeId: 1, seenStoreId: 1 }));
    const detaching = await db.owner.connect();
    try {
      // As `detach` does for as long as it writes the file.
      await detaching.query(`begin; select from archive_months where month = '${month}-01' for update`);
      const answers = await Promise.allSettled([create(1), act(), create(2)]);
      expect(hasty.reports[0]?.size).toBe(3);
      expect(answers.map((answer) => (answer.status === 'rejected' ? answer.reason.code : 'done'))).toEqual([
        'done',
        'overloaded',
        'done',
      ]);
      // One has waited for all that come behind it, in its batch and later ones.
      const more = await Promise.allSettled([act(), create(3), act(), act()]);
      expect(more.map((answer) => (answer.status === 'rejected' ? answer.reason.code : 'done'))).toEqual([
        'overloaded',
        'done',
        'overloaded',
        'overloaded',
      ]);
    } finally {
      await detaching.query('rollback');
      detaching.release();
    }
    // Nobody holds it any more: it is decided as ever.
    await expect(act()).rejects.toMatchObject({ code: 'invoice_not_active' });
    await hasty.stop();
  });
});
