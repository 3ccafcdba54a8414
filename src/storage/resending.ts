import type pg from 'pg';
import { receiverOf } from '../domain/receiver.ts';
import type { Instant } from '../domain/timestamp.ts';
import { AppError } from '../errors.ts';
import { run, type Statement } from './connection.ts';
import type { StoredNotification } from './reads/notification-reads.ts';
import { plainArray, timestampText } from './rows/table.ts';
import { type ByWhom, entry } from './settings/access.ts';
import { writeAudit } from './settings/write-audit.ts';
import { inTransaction } from './transaction.ts';

/** What people and merchants' programs do to deliveries. Nothing is sent here: it goes into the queue. */
export class Resending {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** `by` is null for a merchant's program, which needs no reason to ask for what is its own. */
  async resend({ notification }: StoredNotification, at: Instant, by: ByWhom | null): Promise<void> {
    const { id, sequence, storeId, notificationUrl } = notification.invoice;
    const receiver = receiverOf(storeId, notificationUrl);
    if (receiver === null) throw new AppError('notification_without_url');
    await inTransaction(this.#pool, async (client) => {
      await enqueue(client, [{ invoiceId: id, sequence, storeId, receiver: receiver.key }], at);
      if (by !== null) await writeAudit(client, [entry(by, 'resend_notification', 'invoice', id, { sequence })]);
    });
  }

  /** Everything of a store that was given up since then. Says how many. */
  async resendFailed(storeId: number, since: Instant, at: Instant, by: ByWhom | null): Promise<number> {
    let count = 0;
    for (let found = chunkMax; found === chunkMax; count += found) {
      found = await inTransaction(this.#pool, async (client) => {
        const rows = await run(client, failedSince, [storeId, timestampText(since), timestampText(at), chunkMax]);
        const failed = rows.map(([invoiceId, sequence, receiver]) => ({ invoiceId, sequence, storeId, receiver }));
        if (failed.length > 0) await enqueue(client, failed, at);
        return failed.length;
      });
    }
    if (by !== null) {
      await inTransaction(this.#pool, (client) =>
        writeAudit(client, [entry(by, 'resend_failed_notifications', 'store', String(storeId), { count })]),
      );
    }
    return count;
  }

  /** What has piled up is sent at once. */
  async resumeReceiver(key: bigint, by: ByWhom): Promise<void> {
    await inTransaction(this.#pool, async (client) => {
      const [row] = await run(client, resume, [key]);
      if (row === undefined) throw new AppError('not_found');
      const [storeId, origin] = row;
      await run(client, hurry, [key, timestampText(by.at)]);
      await writeAudit(client, [entry(by, 'resume_receiver', 'store', String(storeId), { origin })]);
    });
  }
}

const chunkMax = 1_000;

interface Queued {
  readonly invoiceId: string;
  readonly sequence: number;
  readonly storeId: number;
  readonly receiver: bigint;
}

async function enqueue(client: pg.PoolClient, queued: readonly Queued[], at: Instant): Promise<void> {
  await run(client, enqueueAgain, [
    plainArray(queued.map(({ invoiceId }) => invoiceId)),
    plainArray(queued.map(({ sequence }) => sequence)),
    plainArray(queued.map(({ storeId }) => storeId)),
    plainArray(queued.map(({ receiver }) => receiver)),
    timestampText(at),
  ]);
}

/** In the order of invoices, as everybody does who locks several rows of the queue. */
const failedSince: Statement = {
  name: 'failed-notifications-since',
  text: `select invoice_id, sequence, receiver from failed_notifications
    where store_id = $1::int4 and failed_at between $2::timestamptz and $3::timestamptz
    order by invoice_id, sequence limit $4::int4 for update`,
};

/**
 * An invoice's notifications stay in order: an earlier one that is asked for again goes before those that still wait, and all
 * between them are sent once more. One that is on its way is let go first.
 */
const enqueueAgain: Statement = {
  name: 'enqueue-again',
  text: `with given as (
      select * from unnest($1::uuid[], $2::int4[], $3::int4[], $4::int8[]) g(invoice_id, sequence, store_id, receiver)
    ), cleared as (
      delete from failed_notifications f using given g
      where f.invoice_id = g.invoice_id and f.sequence = g.sequence
    )
    insert into delivery_queue as q (invoice_id, store_id, receiver, sequence, last_sequence, due_at)
    select invoice_id, store_id, receiver, min(sequence), max(sequence), $5::timestamptz
    from given group by invoice_id, store_id, receiver order by invoice_id
    on conflict (invoice_id) do update set
      sequence = case when q.lease is null then least(q.sequence, excluded.sequence) else q.sequence end,
      last_sequence = greatest(q.last_sequence, excluded.last_sequence),
      attempts = case when q.lease is null then 0 else q.attempts end,
      due_at = case when q.lease is null then excluded.due_at else q.due_at end,
      rewind_to = case when q.lease is null or excluded.sequence > q.sequence then q.rewind_to
        else least(q.rewind_to, excluded.sequence) end`,
};

const resume: Statement = {
  name: 'resume-receiver',
  text: `update receivers set paused_at = null, failing_since = null where key = $1::int8 returning store_id, origin`,
};

/** Rows that somebody works on are left alone: they are on their way. */
const hurry: Statement = {
  name: 'hurry-deliveries',
  text: `update delivery_queue q set due_at = $2::timestamptz, attempts = 0
    from (select invoice_id from delivery_queue where receiver = $1::int8 and lease is null
      order by invoice_id for update skip locked) waiting
    where q.invoice_id = waiting.invoice_id`,
};
