import { receiverOf } from '../../../domain/notifications/receiver.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { run, type Statement } from '../../database/connection.ts';
import { plainArray, timestampText } from '../../rows/table.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

/** A notification that is to be sent again. Nothing is sent from here: it goes into the queue. */
export interface Queued {
  readonly invoiceId: string;
  readonly sequence: number;
  readonly storeId: number;
  readonly receiver: bigint;
}

export async function lockFailed(
  { client }: SettingsTransaction,
  wish: { readonly storeId: number; readonly since: Instant; readonly until: Instant; readonly limit: number },
): Promise<Queued[]> {
  const { storeId, since, until, limit } = wish;
  const rows = await run(client, failedSince, [storeId, timestampText(since), timestampText(until), limit]);
  // Behind the locks: an endpoint that has moved is told at its new address, whatever was written down before.
  const endpoints = await run(client, endpointUrls, [plainArray(rows.map(([invoiceId]) => invoiceId))]);
  const receivers = new Map<string, bigint | undefined>(
    endpoints.map(([id, url]) => [id, receiverOf(storeId, url)?.key]),
  );
  return rows.map(([invoiceId, sequence, receiver]) => ({
    invoiceId,
    sequence,
    storeId,
    receiver: receivers.get(invoiceId) ?? receiver,
  }));
}

export async function enqueueAgain(
  { client }: SettingsTransaction,
  queued: readonly Queued[],
  at: Instant,
): Promise<void> {
  await run(client, enqueue, [
    plainArray(queued.map(({ invoiceId }) => invoiceId)),
    plainArray(queued.map(({ sequence }) => sequence)),
    plainArray(queued.map(({ storeId }) => storeId)),
    plainArray(queued.map(({ receiver }) => receiver)),
    timestampText(at),
  ]);
}

interface ReceiverRow {
  readonly storeId: number;
  readonly merchantId: number;
  readonly origin: string;
}

export async function lockReceiver({ client }: SettingsTransaction, key: bigint): Promise<ReceiverRow | null> {
  const [row] = await run(client, receiverByKey, [key]);
  if (row === undefined) return null;
  const [storeId, merchantId, origin] = row;
  return { storeId, merchantId, origin };
}

export async function resumeReceiver({ client }: SettingsTransaction, key: bigint): Promise<void> {
  await run(client, resume, [key]);
}

/** How many rows one transaction may lock. */
export const lockedRowsMax = 1_000;

/** A place in the line of a receiver. The time is as the database writes it: it is finer than ours. */
export interface PlaceInLine {
  readonly dueAt: string;
  readonly invoiceId: string;
}

export const beginOfLine: PlaceInLine = { dueAt: '-infinity', invoiceId: '00000000-0000-0000-0000-000000000000' };

/** What waits for a receiver after this place, in the order in which it is due. */
export async function readLine(
  { client }: SettingsTransaction,
  { key, after, limit }: { readonly key: bigint; readonly after: PlaceInLine; readonly limit: number },
): Promise<PlaceInLine[]> {
  const rows = await run(client, lineOf, [key, after.dueAt, after.invoiceId, limit]);
  return rows.map(([dueAt, invoiceId]) => ({ dueAt, invoiceId }));
}

/** These are due then, if not before, and have all their attempts before them. */
export async function hurryDeliveries(
  { client }: SettingsTransaction,
  invoiceIds: readonly string[],
  dueAt: Instant,
): Promise<void> {
  await run(client, hurry, [plainArray(invoiceIds), timestampText(dueAt)]);
}

/** In the order of invoices, as everybody does who locks several rows of the queue. What lies in a file cannot be sent. */
const failedSince: Statement = {
  name: 'failed-notifications-since',
  text: `select invoice_id, sequence, receiver from failed_notifications
    where store_id = $1::int4 and failed_at between $2::timestamptz and $3::timestamptz
      and not exists (select from detached_ids d where d.id = invoice_id)
    order by invoice_id, sequence limit $4::int4 for update`,
};

const endpointUrls: Statement = {
  name: 'urls-of-endpoints',
  text: 'select id, url from store_endpoints where id = any($1::uuid[])',
};

/**
 * An invoice's notifications stay in order: an earlier one that is asked for again goes before those that still wait, and all
 * between them are sent once more. One that is on its way is let go first. There is one receiver for all of a line.
 */
const enqueue: Statement = {
  name: 'enqueue-again',
  text: `with given as (
      select * from unnest($1::uuid[], $2::int4[], $3::int4[], $4::int8[]) g(invoice_id, sequence, store_id, receiver)
    ), cleared as (
      delete from failed_notifications f using given g
      where f.invoice_id = g.invoice_id and f.sequence = g.sequence
    )
    insert into delivery_queue as q (invoice_id, store_id, receiver, sequence, last_sequence, due_at)
    select invoice_id, min(store_id), (array_agg(receiver order by sequence desc))[1], min(sequence), max(sequence),
      $5::timestamptz
    from given group by invoice_id order by invoice_id
    on conflict (invoice_id) do update set
      sequence = case when q.lease is null then least(q.sequence, excluded.sequence) else q.sequence end,
      last_sequence = greatest(q.last_sequence, excluded.last_sequence),
      attempts = case when q.lease is null then 0 else q.attempts end,
      due_at = case when q.lease is null then excluded.due_at else q.due_at end,
      rewind_to = case when q.lease is null or excluded.sequence > q.sequence then q.rewind_to
        else least(q.rewind_to, excluded.sequence) end`,
};

const receiverByKey: Statement = {
  name: 'lock-receiver',
  text: `select r.store_id, s.merchant_id, r.origin from receivers r join stores s on s.id = r.store_id
    where r.key = $1::int8 for no key update of r`,
};

const resume: Statement = {
  name: 'resume-receiver',
  text: `update receivers set paused_at = null, failing_since = null where key = $1::int8`,
};

const lineOf: Statement = {
  name: 'line-of-receiver',
  text: `select q.due_at::text as place, q.invoice_id from delivery_queue q
    where q.receiver = $1::int8 and q.due_at >= $2::timestamptz
      and (q.due_at, q.invoice_id) > ($2::timestamptz, $3::uuid)
    order by q.due_at, q.invoice_id limit $4::int4`,
};

/** Rows that somebody works on are left alone: they are on their way. */
const hurry: Statement = {
  name: 'hurry-deliveries',
  text: `update delivery_queue q set due_at = least(q.due_at, $2::timestamptz), attempts = 0
    from (select invoice_id from delivery_queue
      where invoice_id = any($1::uuid[]) and lease is null and (attempts > 0 or due_at > $2::timestamptz)
      order by invoice_id for update skip locked) waiting
    where q.invoice_id = waiting.invoice_id`,
};
