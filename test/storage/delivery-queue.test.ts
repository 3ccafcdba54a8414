import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Claim, DeliveryQueue } from '../../src/storage/delivery-queue.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const first = -(2n ** 63n);
const last = 2n ** 63n - 1n;
const receivers = [first, -5n, 0n, 7n, last];
const claim: Claim = {
  lease: randomUUID(),
  now: Date.now(),
  leaseMs: 60_000,
  rooms: new Map(),
  roomDefault: 2,
  countMax: 100,
  from: first,
};

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

/** Three notifications for each receiver. */
async function fill(): Promise<DeliveryQueue> {
  await db.pool.query('truncate delivery_queue, notifications cascade');
  await db.pool.query(
    `with queued as (
       insert into delivery_queue (invoice_id, store_id, receiver, sequence, last_sequence, due_at)
       select gen_random_uuid(), 1, receiver, 1, 1, now() - interval '1 minute'
       from unnest($1::int8[]) receiver, generate_series(1, 3)
       returning invoice_id
     )
     insert into notifications (invoice_id, sequence, store_id, snapshot, created_at, feed_sequence)
     select invoice_id, 1, 1, jsonb_build_object('deal', null, 'invoice', jsonb_build_object('id', invoice_id,
       'sequence', 1, 'amount', '1', 'askedAmount', '1', 'receivedFromTaker', null, 'receivedFromMaker', null, 'serviceFee', null,
       'payoutSum', null)), now(), row_number() over () from queued`,
    [receivers],
  );
  return new DeliveryQueue(db.pool);
}

async function claimed(queue: DeliveryQueue, change: Partial<Claim>): Promise<readonly bigint[]> {
  const deliveries = await queue.claim({ ...claim, ...change });
  return deliveries.map(({ receiver }) => receiver).sort((a, b) => Number(a - b));
}

it('leases for each receiver what it has room for, and nothing twice', async () => {
  const queue = await fill();
  const rooms = new Map([
    [-5n, 0],
    [7n, 3],
  ]);
  expect(await claimed(queue, { rooms })).toEqual([first, first, 0n, 0n, 7n, 7n, 7n, last, last]);
  expect(await claimed(queue, {})).toEqual([first, -5n, -5n, 0n, last]);
});

it('begins at the receiver it is told to, so that those at the end of the order have their turn', async () => {
  const queue = await fill();
  expect(await claimed(queue, { countMax: 3 })).toEqual([first, first, -5n]);
  expect(await claimed(queue, { from: -4n })).toEqual([0n, 0n, 7n, 7n, last, last]);
  expect(await claimed(queue, { from: last })).toEqual([last]);
});
