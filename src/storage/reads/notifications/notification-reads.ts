import type pg from 'pg';
import type { Notification } from '../../../domain/invoices/notification.ts';
import { type AttemptOutcome, attemptOutcomes } from '../../../domain/notifications/delivery.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { refuseDetached, type StoresHeardOf } from '../../archive/whereabouts.ts';
import { read } from '../../database/connection.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { bool, instant, int4, int8, oneOf, text } from '../../rows/codec.ts';
import { decodeSnapshot, snapshot } from '../../rows/notification-rows.ts';
import { type RowOf, select } from '../../rows/shape.ts';
import { rowStatement } from '../../rows/statement.ts';
import { Conditions, type Page, type PageRequest, type Query, readPage } from '../listing.ts';

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
  return (await orUnavailable(read(pool, feedAfter, [storeId, after, limit]))).map(asStored);
}

export async function findNotification(
  pool: pg.Pool,
  id: { readonly invoiceId: string; readonly sequence: number },
  stores: StoresHeardOf,
): Promise<StoredNotification | null> {
  const find = async () => {
    const [found] = await orUnavailable(read(pool, notificationById, [id.invoiceId, id.sequence]));
    return found === undefined ? null : asStored(found);
  };
  return (await find()) ?? (await orUnavailable(refuseDetached(pool, { id: id.invoiceId, stores }, find)));
}

/** Every attempt that is still in the log, oldest first. Null: of all notifications of the invoice. */
export async function findAttempts(
  pool: pg.Pool,
  invoiceId: string,
  sequence: number | null,
): Promise<readonly LoggedAttempt[]> {
  return await orUnavailable(read(pool, attemptsOf, [invoiceId, sequence]));
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
  const { items, next } = await readPage(pool, notificationsQuery(filter, page), page, ({ cursor }) => cursor);
  return { items: items.map(asStored), next };
}

export async function listReceivers(
  pool: pg.Pool,
  storeIds: readonly number[] | null,
): Promise<readonly StoredReceiver[]> {
  return await orUnavailable(read(pool, receiversOf, [storeIds]));
}

const deliveryFields = {
  snapshot,
  createdAt: instant,
  feedSequence: int8,
  queued: select('q', {
    sequence: int4,
    lastSequence: int4,
    dueAt: instant,
    isFree: bool.from('q.lease is null'),
  }).orNull,
  isFailed: bool.from('f.failed_at is not null'),
};
const selection = select('n', deliveryFields);
const selectionOfPage = select('n', { ...deliveryFields, cursor: text.from(`n.invoice_id || '_' || n.sequence`) });

const withDelivery = `left join delivery_queue q on q.invoice_id = n.invoice_id
    left join failed_notifications f on f.invoice_id = n.invoice_id and f.sequence = n.sequence`;

const feedAfter = rowStatement(
  'notification-feed',
  selection,
  (list) => `select ${list} from notifications n ${withDelivery}
    where n.store_id = $1::int4 and n.feed_sequence > $2::int8 order by n.feed_sequence limit $3::int4`,
);

const notificationById = rowStatement(
  'notification-by-id',
  selection,
  (list) =>
    `select ${list} from notifications n ${withDelivery} where n.invoice_id = $1::uuid and n.sequence = $2::int4`,
);

/** Of an invoice; and of one of its notifications, or null: of all. */
export const attemptsOf = rowStatement(
  'delivery-attempts',
  select('d', {
    sequence: int4,
    ordinal: int4,
    at: instant,
    durationMs: int4,
    outcome: oneOf(attemptOutcomes),
    status: int4.orNull,
    answer: text,
  }),
  (list) => `select ${list} from delivery_attempts d
    where d.invoice_id = $1::uuid and ($2::int4 is null or d.sequence = $2::int4) order by d.id limit 500`,
);

const receiversOf = rowStatement(
  'receivers',
  select('r', {
    key: int8,
    storeId: int4,
    origin: text,
    failingSince: instant.orNull,
    pausedAt: instant.orNull,
    lastFailure: text.orNull,
    lastFailureAt: instant.orNull,
  }),
  (list) => `select ${list} from receivers r
    where $1::int4[] is null or r.store_id = any($1::int4[])
    order by r.paused_at nulls last, r.failing_since nulls last, r.origin limit 1000`,
);

/**
 * A store's own are found through its feed, one invoice's through the key, everybody's by their time: the newest is the first
 * wherever it is shown. Those that wait or have failed are few: they are read from their own small tables.
 */
export function notificationsQuery(
  { storeId, invoiceId, state }: NotificationFilter,
  page: Parameters<typeof listNotifications>[2],
): Query<WithDelivery & { readonly cursor: string }> {
  const where = new Conditions().add('n.invoice_id = ?', invoiceId).add('n.store_id = ?', storeId);
  const isByFeed = storeId !== null && invoiceId === null && state === null;
  const isByKey = invoiceId !== null;
  if (page.afterId !== null) {
    const [invoice, sequence] = [where.parameter(page.afterId.invoiceId), where.parameter(page.afterId.sequence)];
    const key = `${invoice}::uuid, ${sequence}::int4`;
    const last = (column: string) => `(select ${column} from notifications where (invoice_id, sequence) = (${key}))`;
    if (isByFeed) where.always(`n.feed_sequence < ${last('feed_sequence')}`);
    else if (isByKey) where.always(`(n.invoice_id, n.sequence) < (${key})`);
    else where.always(`(n.created_at, n.invoice_id, n.sequence) < (${last('created_at')}, ${key})`);
  }
  const from = {
    all: `notifications n ${withDelivery}`,
    waiting: `delivery_queue q join notifications n on n.invoice_id = q.invoice_id and n.sequence = q.sequence
      left join failed_notifications f on f.invoice_id = n.invoice_id and f.sequence = n.sequence`,
    failed: `failed_notifications f join notifications n on n.invoice_id = f.invoice_id and n.sequence = f.sequence
      left join delivery_queue q on q.invoice_id = n.invoice_id`,
  }[state ?? 'all'];
  const byKey = 'n.invoice_id desc, n.sequence desc';
  const order = isByFeed ? 'n.feed_sequence desc' : isByKey ? byKey : `n.created_at desc, ${byKey}`;
  const query = `select ${selectionOfPage.list} from ${from} where ${where}
    order by ${order} limit ${where.parameter(page.limit + 1)}`;
  return { text: query, values: where.values, selection: selectionOfPage };
}

type WithDelivery = RowOf<typeof deliveryFields>;

function asStored({ snapshot, createdAt, feedSequence, queued, isFailed }: WithDelivery): StoredNotification {
  const notification = { ...decodeSnapshot(snapshot), createdAt };
  const { sequence, notificationUrl } = notification.invoice;
  const isWaiting = queued !== null && queued.sequence <= sequence && sequence <= queued.lastSequence;
  const state = isWaiting ? 'waiting' : isFailed ? 'failed' : notificationUrl === '' ? 'unsent' : 'delivered';
  // While it is on its way, the due time is only the end of the lease.
  const isNext = isWaiting && queued.sequence === sequence && queued.isFree;
  return { notification, feedSequence, state, nextAttemptAt: isNext ? queued.dueAt : null };
}
