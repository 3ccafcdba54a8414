import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { serviceActor } from '../../src/domain/people/audit.ts';
import { Resending } from '../../src/settings/notifications/resending.ts';
import { lockedRowsMax } from '../../src/storage/settings/notifications/resending.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { testSettings } from '../support/settings.ts';

const at = Date.UTC(2026, 10, 18, 12);
const by = { actor: serviceActor, reason: 'the shop is back', at };
const key = 7n;

let db: TestDatabase;
let resending: Resending;
beforeAll(async () => {
  db = await createTestDatabase();
  resending = new Resending(testSettings(db.pool));
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.owner.query('truncate delivery_queue, receivers');
  await db.pool.query(
    `insert into receivers (key, store_id, origin, failing_since, paused_at)
     values ($1, 1, 'https://shop.example', $2, $2), (8, 1, 'https://other.example', $2, $2)`,
    [key, new Date(at)],
  );
});

async function enqueue(count: number, { dueAt, attempts, receiver = key }: QueuedRows): Promise<void> {
  await db.pool.query(
    `insert into delivery_queue (invoice_id, store_id, receiver, sequence, last_sequence, attempts, due_at)
     select gen_random_uuid(), 1, $2, 1, 1, $3, $4 from generate_series(1, $1)`,
    [count, receiver, attempts, new Date(dueAt)],
  );
}

interface QueuedRows {
  readonly dueAt: number;
  readonly attempts: number;
  readonly receiver?: bigint;
}

async function notHurried(receiver = key): Promise<number> {
  const { rows } = await db.pool.query(
    `select count(*)::int as count from delivery_queue where receiver = $1 and (attempts > 0 or due_at > $2)`,
    [receiver, new Date(at)],
  );
  return rows[0].count;
}

const pausedKeys = async () =>
  (await db.pool.query('select key from receivers where paused_at is not null')).rows.map((row) => row.key);

it('makes all that waits due now, with all its attempts before it, part by part', async () => {
  await enqueue(lockedRowsMax + 1, { dueAt: at - 60_000, attempts: 9 });
  await enqueue(lockedRowsMax, { dueAt: at - 30_000, attempts: 0 });
  await enqueue(lockedRowsMax - 1, { dueAt: at + 3_600_000, attempts: 4 });
  await enqueue(2, { dueAt: at + 3_600_000, attempts: 4, receiver: 8n });
  await resending.resume(key, by);
  expect(await pausedKeys()).toEqual([8n]);
  expect(await notHurried()).toBe(0);
  expect(await notHurried(8n)).toBe(2);
});

it('is stored before anything is hurried, so that a mountain cannot keep a receiver paused', async () => {
  await enqueue(3, { dueAt: at + 3_600_000, attempts: 4 });
  await db.owner.query(`create function refuse_hurry() returns trigger language plpgsql as
    $$ begin raise exception using errcode = '57014', message = 'canceling statement due to statement timeout'; end $$`);
  await db.owner.query('create trigger refuse_hurry before update on delivery_queue execute function refuse_hurry()');
  try {
    await expect(resending.resume(key, by)).rejects.toThrow();
    expect(await pausedKeys()).toEqual([8n]);
  } finally {
    await db.owner.query('drop function refuse_hurry() cascade');
  }
});

it('leaves leased and locked rows alone', async () => {
  await enqueue(3, { dueAt: at + 3_600_000, attempts: 4 });
  const { rows } = await db.pool.query('select invoice_id from delivery_queue order by invoice_id');
  await db.pool.query('update delivery_queue set lease = gen_random_uuid() where invoice_id = $1', [
    rows[0].invoice_id,
  ]);
  const somebody = await db.pool.connect();
  await somebody.query('begin');
  await somebody.query('select from delivery_queue where invoice_id = $1 for update', [rows[1].invoice_id]);
  await resending.resume(key, by);
  await somebody.query('rollback');
  somebody.release();
  expect(await notHurried()).toBe(2);
});
