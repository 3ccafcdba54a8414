import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isEndpointEvent } from '../../src/domain/notifications/endpoint-event.ts';
import { firstIdAt } from '../../src/domain/text/uuid.ts';
import type { Delivered } from '../../src/notify/deliver.ts';
import {
  type Claim,
  type Delivery,
  DeliveryQueue,
  type DeliveryResult,
} from '../../src/storage/notifications/delivery-queue.ts';
import { DeliveryWorker } from '../../src/workers/notifications/delivery.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { gate } from '../support/gate.ts';

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
  failed: (error) => {
    throw error;
  },
};

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

/** Three notifications for each receiver. */
async function fill(): Promise<DeliveryQueue> {
  await db.owner.query('truncate delivery_queue, notifications, delivery_attempts cascade');
  await db.pool.query(
    `with queued as (
       insert into delivery_queue (invoice_id, store_id, receiver, sequence, last_sequence, due_at)
       select gen_random_uuid(), 1, receiver, 1, 1, $2::timestamptz - interval '1 minute'
       from unnest($1::int8[]) receiver, generate_series(1, 3)
       returning invoice_id
     )
     insert into notifications (invoice_id, sequence, store_id, snapshot, created_at, feed_sequence)
     select invoice_id, 1, 1, jsonb_build_object('deal', null, 'invoice', jsonb_build_object('id', invoice_id,
       'sequence', 1, 'storeId', 1, 'notificationUrl', 'http://127.0.0.1:9/', 'amount', '1', 'askedAmount', '1',
       'receivedFromTaker', null, 'receivedFromMaker', null, 'serviceFee', null,
       'payoutSum', null)), now(), row_number() over () from queued`,
    [receivers, new Date(claim.now)],
  );
  return new DeliveryQueue(db.pool);
}

/** What came of sending these: they were taken. */
function taken(deliveries: readonly Delivery[]): DeliveryResult[] {
  return deliveries.map((delivery) => ({
    delivery,
    startedAt: claim.now,
    durationMs: 1,
    outcome: 'delivered',
    status: 200,
    answer: '',
    next: { kind: 'done' },
  }));
}

async function queued(): Promise<{ lease: string | null; sequence: number; attempts: number }[]> {
  return (await db.pool.query('select lease, sequence, attempts from delivery_queue')).rows;
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

it('leases nothing before its time', async () => {
  const queue = await fill();
  await db.pool.query(`update delivery_queue set due_at = $1 where receiver = 7`, [new Date(claim.now + 1_000)]);
  expect(await claimed(queue, { from: 7n, roomDefault: 9 })).toEqual([last, last, last]);
  expect(await claimed(queue, { from: 7n, now: claim.now + 1_000, roomDefault: 9 })).toEqual([7n, 7n, 7n]);
});

it('leases nothing for a receiver that is paused', async () => {
  const queue = await fill();
  await db.pool.query(
    `insert into receivers (key, store_id, origin, paused_at) values (7, 1, 'http://127.0.0.1:9', now())`,
  );
  expect(await claimed(queue, { from: 7n })).toEqual([last, last]);
  await db.owner.query('delete from receivers');
  expect(await claimed(queue, { from: 7n })).toEqual([7n, 7n, last]);
});

it('postpones notifications of a locked month of the archive, and leases the others', async () => {
  const queue = await fill();
  const [march, april] = [firstIdAt(Date.UTC(2026, 2, 15)), firstIdAt(Date.UTC(2026, 3, 15))];
  await db.pool.query(
    `insert into delivery_queue (invoice_id, store_id, receiver, sequence, last_sequence, due_at)
     select id, 1, 7, 1, 1, $2 from unnest($1::uuid[]) id`,
    [[march, april], new Date(claim.now)],
  );
  await db.owner.query(`insert into archive_months (month) values ('2026-03-01')`);
  const detaching = await db.owner.connect();
  try {
    // As `archive detach` does for as long as it writes the file.
    await detaching.query(`begin; select from archive_months where month = '2026-03-01' for update`);
    const failures: unknown[] = [];
    const deliveries = await queue.claim({ ...claim, roomDefault: 9, failed: (error) => failures.push(error) });
    expect(deliveries).toHaveLength(3 * receivers.length);
    expect(failures.map(String)).toEqual([expect.stringContaining('lock timeout')]);
    const { rows } = await db.pool.query(
      'select lease, due_at from delivery_queue where invoice_id = any($1::uuid[]) order by invoice_id',
      [[march, april]],
    );
    expect(rows.map(({ lease, due_at }) => [lease, due_at - claim.now])).toEqual([
      [null, 10_000],
      [null, 0],
    ]);
  } finally {
    await detaching.query('rollback');
    detaching.release();
    await db.owner.query('delete from archive_months');
  }
});

it('postpones an event about what it has not seen, until it is seen or known to lie in a file', async () => {
  const queue = await fill();
  const [endpointId, invoiceId] = [randomUUID(), randomUUID()];
  await db.owner.query(
    `insert into store_endpoints (id, store_id, url, kinds, secret, created_at) values ($1, 1, 'http://127.0.0.1:9/', '{invoice}', '', now())`,
    [endpointId],
  );
  await db.owner.query(
    `insert into endpoint_events (endpoint_id, sequence, kind, fact, invoice_id, invoice_sequence, created_at)
     values ($1, 1, 'invoice', 'unseen', $2, 1, now())`,
    [endpointId, invoiceId],
  );
  await db.pool.query(
    `insert into delivery_queue (invoice_id, store_id, receiver, sequence, last_sequence, due_at) values ($1, 1, 99, 1, 1, $2)`,
    [endpointId, new Date(claim.now)],
  );
  const look = async (now: number) => {
    const found = await queue.claim({ ...claim, now, roomDefault: 9 });
    return found.filter((one) => one.invoiceId === endpointId);
  };
  expect(await look(claim.now)).toEqual([]);
  const places = await db.pool.query('select lease, due_at from delivery_queue where invoice_id = $1', [endpointId]);
  expect(places.rows).toEqual([{ lease: null, due_at: claim.now + 1_000 }]);
  await db.owner.query(`insert into archive_months (month) values ('2026-03-01')`);
  await db.owner.query(`insert into detached_ids (id, month) values ($1, '2026-03-01')`, [invoiceId]);
  const [gone] = await look(claim.now + 1_000);
  expect(() => gone?.read()).toThrow('its invoice lies in a file of the archive');
  await db.owner.query('delete from detached_ids; delete from archive_months');
  await queue.release(claim.lease, [endpointId], claim.now + 2_000);
  await db.pool.query(
    `insert into notifications (invoice_id, sequence, store_id, snapshot, created_at, feed_sequence)
     select $1, 1, 1, snapshot, now(), 1000 from notifications where sequence = 1 limit 1`,
    [invoiceId],
  );
  const [seen] = await look(claim.now + 2_000);
  expect(seen?.read()).toMatchObject({ endpointId, content: { kind: 'invoice' } });
});

it('writes nothing of what came of attempts when a part of it cannot be written, and can be asked again', async () => {
  const queue = await fill();
  const deliveries = await queue.claim(claim);
  const settle = { lease: claim.lease, now: claim.now, pauseAfterMs: 3_600_000 };
  // The last of the statements refuses it: there is no such store.
  const wrong = taken(deliveries).map((result) => ({ ...result, delivery: { ...result.delivery, storeId: 999 } }));
  await expect(queue.settle(wrong, settle)).rejects.toThrow(/receivers_store_id_fkey/);
  expect((await queued()).filter(({ lease }) => lease === claim.lease)).toHaveLength(deliveries.length);
  expect((await db.pool.query('select from delivery_attempts')).rows).toEqual([]);
  await queue.settle(taken(deliveries), settle);
  expect(await queued()).toHaveLength(3 * receivers.length - deliveries.length);
  await db.owner.query('delete from receivers');
});

describe('a lease that has ended', () => {
  const late = { lease: claim.lease, now: claim.now + 61_000, pauseAfterMs: 3_600_000 };
  const other = { lease: randomUUID(), now: claim.now + 61_000, countMax: 1 };

  /** One notification, leased by one process and, when that lease has ended, by another. */
  async function leasedTwice(): Promise<{
    queue: DeliveryQueue;
    before: readonly Delivery[];
    now: readonly Delivery[];
  }> {
    const queue = await fill();
    await db.pool.query('delete from delivery_queue where receiver <> 7');
    await db.pool.query(
      'delete from delivery_queue where invoice_id <> (select min(invoice_id::text)::uuid from delivery_queue)',
    );
    const before = await queue.claim(claim);
    const now = await queue.claim({ ...claim, ...other });
    expect([before.length, now.length]).toEqual([1, 1]);
    return { queue, before, now };
  }

  it('settles nothing: another worker has the notification by then, and only the log is written', async () => {
    const { queue, before, now } = await leasedTwice();
    await queue.settle(taken(before), late);
    expect(await queued()).toEqual([{ lease: other.lease, sequence: 1, attempts: 0 }]);
    expect((await db.pool.query('select outcome from delivery_attempts')).rows).toEqual([{ outcome: 'delivered' }]);
    await queue.settle(taken(now), { ...late, lease: other.lease });
    expect(await queued()).toEqual([]);
  });

  it('does not settle a later notification that the same process has leased since', async () => {
    const { queue, before, now } = await leasedTwice();
    await db.pool.query('update delivery_queue set last_sequence = 3');
    await queue.settle(taken(now), { ...late, lease: other.lease });
    expect(await queued()).toEqual([{ lease: null, sequence: 2, attempts: 0 }]);
    await db.pool.query('update delivery_queue set lease = $1', [claim.lease]);
    await queue.settle(taken(before), late);
    expect(await queued()).toEqual([{ lease: claim.lease, sequence: 2, attempts: 0 }]);
  });

  it('gives nothing back that another worker has leased since', async () => {
    const { queue, before } = await leasedTwice();
    const ids = before.map(({ invoiceId }) => invoiceId);
    await queue.release(claim.lease, ids, late.now);
    expect(await queued()).toEqual([{ lease: other.lease, sequence: 1, attempts: 0 }]);
    await queue.release(other.lease, ids, late.now);
    expect(await queued()).toEqual([{ lease: null, sequence: 1, attempts: 0 }]);
  });
});

describe('a message that one process has sent twice, because the database was away for longer than its lease', () => {
  const settle = { lease: claim.lease, now: claim.now, pauseAfterMs: 3_600_000 };
  const given = { outcome: 'gone', status: 410, next: { kind: 'failed' } } as const;

  /** Settles what came of both attempts at once; says what is left of the message, and what the log has of it. */
  async function settled(results: (deliveries: readonly Delivery[]) => readonly DeliveryResult[]) {
    const queue = await fill();
    const deliveries = await queue.claim({ ...claim, countMax: 1 });
    const ids = [deliveries.map(({ invoiceId }) => invoiceId)];
    await queue.settle(results(deliveries), settle);
    const of = async (columns: string, table: string) =>
      (await db.pool.query(`select ${columns} from ${table} where invoice_id = any($1::uuid[]) order by 1`, ids)).rows;
    const found = {
      waiting: await of('lease, attempts', 'delivery_queue'),
      failed: await of('sequence', 'failed_notifications'),
      log: (await of('outcome', 'delivery_attempts')).map(({ outcome }) => outcome),
    };
    await db.owner.query('delete from failed_notifications; delete from receivers');
    return found;
  }
  const gone = (deliveries: readonly Delivery[]) => taken(deliveries).map((result) => ({ ...result, ...given }));

  it('has failed once, and both attempts are in the log', async () => {
    expect(await settled((deliveries) => [...gone(deliveries), ...gone(deliveries)])).toEqual({
      waiting: [],
      failed: [{ sequence: 1 }],
      log: ['gone', 'gone'],
    });
  });

  it('is delivered when it was taken once, whatever was answered the other time', async () => {
    for (const isFirst of [true, false]) {
      const found = await settled((deliveries) =>
        isFirst ? [...taken(deliveries), ...gone(deliveries)] : [...gone(deliveries), ...taken(deliveries)],
      );
      expect(found).toEqual({ waiting: [], failed: [], log: ['delivered', 'gone'] });
    }
  });

  it('has one attempt less before it, and waits for as long as the last one says', async () => {
    const again = (deliveries: readonly Delivery[], at: number) =>
      taken(deliveries).map((result): DeliveryResult => {
        return { ...result, outcome: 'refused', status: 500, next: { kind: 'again', at } };
      });
    const found = await settled((deliveries) => [
      ...again(deliveries, claim.now + 1_000),
      ...again(deliveries, claim.now + 2_000),
    ]);
    expect(found).toEqual({ waiting: [{ lease: null, attempts: 1 }], failed: [], log: ['refused', 'refused'] });
    const { rows } = await db.pool.query('select due_at from delivery_queue where attempts = 1');
    expect(rows).toEqual([{ due_at: claim.now + 2_000 }]);
  });
});

it('sets aside what cannot be read, and what cannot be made into a message, and delivers the others', async () => {
  const queue = await fill();
  await db.owner.query(
    `update notifications set snapshot = (case feed_sequence when 1 then '{}' else '[]' end)::jsonb where feed_sequence <= 2`,
  );
  const poison = new Set(
    (await db.pool.query('select invoice_id from notifications where feed_sequence <= 3')).rows.map(
      (row) => row.invoice_id,
    ),
  );
  const aside: string[] = [];
  const worker = workerOn(queue, {
    deliver: async (message) => {
      if (isEndpointEvent(message) || poison.has(message.invoice.id)) throw new Error('one that cannot be made');
      return delivered;
    },
    setAside: ({ invoiceId }) => aside.push(invoiceId),
  });
  worker.start();
  await expect.poll(queued).toEqual([]);
  await worker.stop();
  expect(new Set(aside)).toEqual(poison);
  const { rows } = await db.pool.query(
    'select outcome, count(*)::int from delivery_attempts group by outcome order by 1',
  );
  expect(rows).toEqual([
    { outcome: 'delivered', count: 12 },
    { outcome: 'unsendable', count: 3 },
  ]);
  const failed = await db.pool.query('select invoice_id from failed_notifications');
  expect(new Set(failed.rows.map((row) => row.invoice_id))).toEqual(poison);
});

/** The answer to what was written comes only after the next looks at the queue. */
class LateQueue extends DeliveryQueue {
  unanswered = 0;
  #looks = 0;

  override async claim(asked: Claim): Promise<readonly Delivery[]> {
    const claimed = await super.claim(asked);
    this.#looks += 1;
    return claimed;
  }

  override async settle(...settled: Parameters<DeliveryQueue['settle']>): Promise<readonly string[]> {
    this.unanswered += 1;
    const paused = await super.settle(...settled);
    const looksBefore = this.#looks;
    await expect.poll(() => this.#looks).toBeGreaterThan(looksBefore + 1);
    this.unanswered -= 1;
    return paused;
  }
}

it('sends the next of a line though its own lease on it came before the answer about the last', async () => {
  await fill();
  await db.pool.query(`with line as (
      update delivery_queue set last_sequence = 3 returning invoice_id
    )
    insert into notifications (invoice_id, sequence, store_id, snapshot, created_at, feed_sequence)
    select n.invoice_id, s, 1, n.snapshot, n.created_at, n.feed_sequence + s * 100
    from notifications n join line using (invoice_id) cross join generate_series(2, 3) s`);
  const queue = new LateQueue(db.pool);
  const worker = workerOn(queue, { deliver: async () => delivered, setAside: () => undefined });
  worker.start();
  await expect.poll(queued).toEqual([]);
  await expect.poll(() => queue.unanswered).toBe(0);
  await worker.stop();
  const { rows } = await db.pool.query('select sequence, count(*)::int from delivery_attempts group by 1 order by 1');
  expect(rows).toEqual([1, 2, 3].map((sequence) => ({ sequence, count: 15 })));
});

/** Knows what was leased. */
class WatchedQueue extends DeliveryQueue {
  readonly leased: number[] = [];

  override async claim(asked: Claim): Promise<readonly Delivery[]> {
    const claimed = await super.claim(asked);
    this.leased.push(...claimed.map(({ sequence }) => sequence));
    return claimed;
  }
}

it('sends the next of a line, though it was leased while the last one, which others had sent as well, was on its way', async () => {
  await fill();
  await db.pool.query('delete from delivery_queue where receiver <> 7');
  // One of three, the last: by then the receiver has shown that it answers, and gets several at a time.
  await db.pool.query(`with slow as (
      update delivery_queue set last_sequence = 2, due_at = due_at + interval '1 second'
      where ctid = (select max(ctid) from delivery_queue) returning invoice_id
    )
    insert into notifications (invoice_id, sequence, store_id, snapshot, created_at, feed_sequence)
    select n.invoice_id, 2, 1, jsonb_set(n.snapshot, '{invoice,sequence}', '2'), n.created_at, n.feed_sequence + 100
    from notifications n join slow using (invoice_id)`);
  const queue = new WatchedQueue(db.pool);
  const sent: number[] = [];
  const arrival = gate();
  const worker = workerOn(queue, {
    deliver: async (message) => {
      if (isEndpointEvent(message)) throw new Error('there are none');
      if (sent.push(message.invoice.sequence) === 3) await arrival.opened;
      return delivered;
    },
    setAside: () => undefined,
  });
  worker.start();
  await expect.poll(() => sent).toEqual([1, 1, 1]);
  await expect.poll(queued).toHaveLength(1);
  // Its lease has ended by the clock of another process, which sends the same and is faster.
  const other = { ...claim, lease: randomUUID(), now: claim.now + 86_400_000 };
  await queue.settle(taken(await queue.claim(other)), { lease: other.lease, now: claim.now, pauseAfterMs: 60_000 });
  await expect.poll(() => queue.leased).toContain(2);
  arrival.open();
  await expect.poll(queued).toEqual([]);
  await worker.stop();
  expect(sent).toEqual([1, 1, 1, 2]);
});

const delivered: Delivered = {
  ...{ answer: '', askedPauseMs: null, durationMs: 1, startedAt: claim.now },
  ...{ outcome: 'delivered', status: 200, next: { kind: 'done' } },
};

/** Its clock stands still: a lease never ends. */
function workerOn(
  queue: DeliveryQueue,
  options: Pick<ConstructorParameters<typeof DeliveryWorker>[0], 'deliver' | 'setAside'>,
): DeliveryWorker {
  return new DeliveryWorker({
    ...{ queue, lease: randomUUID(), clock: () => claim.now, hangUp: () => undefined },
    ...{ timeoutMs: 1_000, pauseAfterMs: 60_000, inHandMax: 100, connectionsPerReceiver: 5 },
    ...options,
    paused: () => undefined,
    failed: (error) => {
      throw error;
    },
  });
}
