import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readQueueHealth, readReceiverHealth, waitingMax } from '../../src/storage/reads/queue-health.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(() => db.owner.query('truncate delivery_queue, receivers, notifications cascade'));

const at = Date.parse('2026-11-18T12:00:00.000Z');
const minuteMs = 60_000;
/** As IDs of invoices are: the older, the smaller. */
const invoice = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

async function enqueue(number: number, given: { receiver: bigint; createdAt: number; dueAt: number }): Promise<void> {
  await db.pool.query(
    `insert into delivery_queue (invoice_id, store_id, receiver, sequence, last_sequence, due_at)
     values ($1, 1, $2, 1, 1, $3)`,
    [invoice(number), given.receiver, new Date(given.dueAt)],
  );
  await db.pool.query(
    `insert into notifications (invoice_id, sequence, store_id, snapshot, created_at, feed_sequence)
     values ($1, 1, 1, '{}', $2, $3)`,
    [invoice(number), new Date(given.createdAt), number],
  );
}

async function receiver(key: bigint, { failing = false, paused = false }): Promise<void> {
  await db.pool.query(
    `insert into receivers (key, store_id, origin, failing_since, paused_at) values ($1, 1, $2, $3, $4)`,
    [key, `https://shop-${key}.example`, failing ? new Date(at) : null, paused ? new Date(at) : null],
  );
}

it('knows nothing old of an empty queue', async () => {
  expect(await readQueueHealth(db.pool)).toEqual({ waiting: 0, oldestAt: null, oldestDueAt: null });
  expect(await readReceiverHealth(db.pool)).toEqual({ failing: 0, paused: 0 });
});

it('tells what has waited longest from what has been due longest, which leaves paused receivers out', async () => {
  await receiver(-7n, { failing: true, paused: true });
  await receiver(1n, { failing: true });
  await receiver(2n, {});
  await enqueue(1, { receiver: -7n, createdAt: at - 90 * minuteMs, dueAt: at - 80 * minuteMs });
  await enqueue(2, { receiver: 1n, createdAt: at - 60 * minuteMs, dueAt: at + 30 * minuteMs });
  await enqueue(3, { receiver: 2n, createdAt: at - 5 * minuteMs, dueAt: at - 4 * minuteMs });
  await enqueue(4, { receiver: 2n, createdAt: at - 20 * minuteMs, dueAt: at - 3 * minuteMs });
  // A receiver that nothing was sent to yet has no row.
  await enqueue(5, { receiver: 3n, createdAt: at - minuteMs, dueAt: at - minuteMs });
  expect(await readQueueHealth(db.pool)).toEqual({
    waiting: 5,
    oldestAt: at - 90 * minuteMs,
    oldestDueAt: at - 4 * minuteMs,
  });
  expect(await readReceiverHealth(db.pool)).toEqual({ failing: 2, paused: 1 });
});

it('counts so many of a mountain, and still knows the oldest', async () => {
  await receiver(1n, { paused: true });
  await enqueue(1, { receiver: 2n, createdAt: at - 9 * minuteMs, dueAt: at - 8 * minuteMs });
  await db.pool.query(
    `insert into delivery_queue (invoice_id, store_id, receiver, sequence, last_sequence, due_at)
     select ('10000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 1, 1, 1, 1, now() from generate_series(1, $1) n`,
    [waitingMax + 50],
  );
  expect(await readQueueHealth(db.pool)).toEqual({
    waiting: waitingMax,
    oldestAt: at - 9 * minuteMs,
    oldestDueAt: at - 8 * minuteMs,
  });
});
