import type pg from 'pg';
import type { AttemptOutcome } from '../../domain/delivery.ts';
import type { Notification } from '../../domain/notification.ts';
import type { Instant } from '../../domain/timestamp.ts';
import { type Cells, run, type Statement } from '../connection.ts';
import { orUnavailable } from '../database-errors.ts';
import { decodeSnapshot } from '../rows/notification-rows.ts';
import { Conditions, type Page, type PageRequest, type Query, readPage } from './listing.ts';

/**
 * Where a notification stands. `waiting`: to be sent, for the first time or again. `delivered`: a receiver has taken it.
 * `failed`: given up. `unsent`: the merchant gave no address.
 */
export const deliveryStates = {
  waiting: 'waiting',
  delivered: 'delivered',
  failed: 'failed',
  unsent: 'unsent',
} as const;
type DeliveryState = keyof typeof deliveryStates;

export interface StoredNotification {
  readonly notification: Notification;
  /** Its place among all notifications of the store, in the order in which they were committed. */
  readonly feedSequence: bigint;
  readonly state: DeliveryState;
  /** Of the attempt that comes next; null when it is not this one's turn, or none comes. */
  readonly nextAttemptAt: Instant | null;
}

export interface LoggedAttempt {
  readonly sequence: number;
  readonly ordinal: number;
  readonly at: Instant;
  readonly durationMs: number;
  readonly outcome: AttemptOutcome;
  readonly status: number | null;
  readonly answer: string;
}

export interface StoredReceiver {
  readonly key: bigint;
  readonly storeId: number;
  readonly origin: string;
  readonly failingSince: Instant | null;
  readonly pausedAt: Instant | null;
  readonly lastFailure: string | null;
  readonly lastFailureAt: Instant | null;
}

/** What a store was notified of after a place in its feed, oldest first. */
export async function readFeed(
  pool: pg.Pool,
  { storeId, after, limit }: { readonly storeId: number; readonly after: bigint; readonly limit: number },
): Promise<readonly StoredNotification[]> {
  const rows = await orUnavailable(run(pool, feedAfter, [storeId, after, limit]));
  return rows.map(decodeStored);
}

export async function findNotification(
  pool: pg.Pool,
  id: { readonly invoiceId: string; readonly sequence: number },
): Promise<StoredNotification | null> {
  const [row] = await orUnavailable(run(pool, notificationById, [id.invoiceId, id.sequence]));
  return row === undefined ? null : decodeStored(row);
}

/** Every attempt that is still in the log, oldest first. Null: of all notifications of the invoice. */
export async function findAttempts(
  pool: pg.Pool,
  invoiceId: string,
  sequence: number | null,
): Promise<readonly LoggedAttempt[]> {
  const rows = await orUnavailable(run(pool, attemptsOf, [invoiceId, sequence]));
  return rows.map(([of, ordinal, at, durationMs, outcome, status, answer]) => ({
    sequence: of,
    ordinal,
    at,
    durationMs,
    outcome,
    status,
    answer,
  }));
}

interface NotificationFilter {
  readonly storeId: number | null;
  readonly invoiceId: string | null;
  readonly state: 'waiting' | 'failed' | null;
}

/** Newest first. The cursor is a notification's ID. */
export async function listNotifications(
  pool: pg.Pool,
  filter: NotificationFilter,
  page: PageRequest & { readonly afterId: { readonly invoiceId: string; readonly sequence: number } | null },
): Promise<Page<StoredNotification>> {
  return await readPage(pool, notificationsQuery(filter, page), page, (cells) => decodeStored(cells.slice(1)));
}

export async function listReceivers(
  pool: pg.Pool,
  storeIds: readonly number[] | null,
): Promise<readonly StoredReceiver[]> {
  const rows = await orUnavailable(run(pool, receiversOf, [storeIds]));
  return rows.map(([key, storeId, origin, failingSince, pausedAt, lastFailure, lastFailureAt]) => ({
    key,
    storeId,
    origin,
    failingSince,
    pausedAt,
    lastFailure,
    lastFailureAt,
  }));
}

export interface QueueHealth {
  /** How many invoices have something to be sent. */
  readonly waiting: number;
  /** The change that has waited longest for its notification to be taken. */
  readonly oldestAt: Instant | null;
  readonly failing: number;
  readonly paused: number;
}

/** Reads the whole queue, which is as large as the work that waits. */
export async function readQueueHealth(pool: pg.Pool): Promise<QueueHealth> {
  const [row] = await orUnavailable(run(pool, queueHealth));
  const [waiting, oldestAt, failing, paused] = row ?? [0, null, 0, 0];
  return { waiting, oldestAt, failing, paused };
}

const columns = `n.snapshot, n.created_at, n.feed_sequence,
  q.due_at, q.sequence, q.last_sequence, q.lease is null, f.failed_at is not null`;

const withDelivery = `left join delivery_queue q on q.invoice_id = n.invoice_id
    left join failed_notifications f on f.invoice_id = n.invoice_id and f.sequence = n.sequence`;

const feedAfter: Statement = {
  name: 'notification-feed',
  text: `select ${columns} from notifications n ${withDelivery}
    where n.store_id = $1::int4 and n.feed_sequence > $2::int8 order by n.feed_sequence limit $3::int4`,
};

const notificationById: Statement = {
  name: 'notification-by-id',
  text: `select ${columns} from notifications n ${withDelivery} where n.invoice_id = $1::uuid and n.sequence = $2::int4`,
};

const attemptsOf: Statement = {
  name: 'delivery-attempts',
  text: `select sequence, ordinal, at, duration_ms, outcome, status, answer from delivery_attempts
    where invoice_id = $1::uuid and ($2::int4 is null or sequence = $2::int4) order by id limit 500`,
};

const receiversOf: Statement = {
  name: 'receivers',
  text: `select key, store_id, origin, failing_since, paused_at, last_failure, last_failure_at from receivers
    where $1::int4[] is null or store_id = any($1::int4[])
    order by paused_at nulls last, failing_since nulls last, origin limit 1000`,
};

const queueHealth: Statement = {
  name: 'delivery-queue-health',
  text: `select count(*)::int4, min(n.created_at),
      (select count(*)::int4 from receivers where failing_since is not null),
      (select count(*)::int4 from receivers where paused_at is not null)
    from delivery_queue q cross join lateral (
      select created_at from notifications where invoice_id = q.invoice_id and sequence = q.sequence limit 1
    ) n`,
};

/**
 * A store's own are found through its feed, one invoice's and everybody's through the key. Those that wait or have failed are
 * few: they are read from their own small tables.
 */
function notificationsQuery(
  { storeId, invoiceId, state }: NotificationFilter,
  page: Parameters<typeof listNotifications>[2],
): Query {
  const where = new Conditions().add('n.invoice_id = ?', invoiceId).add('n.store_id = ?', storeId);
  const isByFeed = storeId !== null && invoiceId === null && state === null;
  if (page.afterId !== null) {
    const [invoice, sequence] = [where.parameter(page.afterId.invoiceId), where.parameter(page.afterId.sequence)];
    where.always(
      isByFeed
        ? `n.feed_sequence < (select feed_sequence from notifications where invoice_id = ${invoice} and sequence = ${sequence})`
        : `(n.invoice_id, n.sequence) < (${invoice}::uuid, ${sequence}::int4)`,
    );
  }
  const from = {
    all: `notifications n ${withDelivery}`,
    waiting: `delivery_queue q join notifications n on n.invoice_id = q.invoice_id and n.sequence = q.sequence
      left join failed_notifications f on f.invoice_id = n.invoice_id and f.sequence = n.sequence`,
    failed: `failed_notifications f join notifications n on n.invoice_id = f.invoice_id and n.sequence = f.sequence
      left join delivery_queue q on q.invoice_id = n.invoice_id`,
  }[state ?? 'all'];
  const order = isByFeed ? 'n.feed_sequence desc' : 'n.invoice_id desc, n.sequence desc';
  const text = `select n.invoice_id || '_' || n.sequence, ${columns} from ${from} where ${where}
    order by ${order} limit ${where.parameter(page.limit + 1)}`;
  return { text, values: where.values };
}

function decodeStored(cells: Cells): StoredNotification {
  const [snapshot, createdAt, feedSequence, dueAt, next, last, isFree, isFailed] = cells;
  const notification = { ...decodeSnapshot(snapshot), createdAt };
  const { sequence, notificationUrl } = notification.invoice;
  const isWaiting = next !== null && next <= sequence && sequence <= last;
  const state = isWaiting ? 'waiting' : isFailed ? 'failed' : notificationUrl === '' ? 'unsent' : 'delivered';
  // While it is on its way, the due time is only the end of the lease.
  return { notification, feedSequence, state, nextAttemptAt: isWaiting && next === sequence && isFree ? dueAt : null };
}
