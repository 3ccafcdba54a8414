import type { Deal } from '../../domain/invoices/deal.ts';
import type { Invoice } from '../../domain/invoices/invoice.ts';
import type { Notification } from '../../domain/invoices/notification.ts';
import { receiverOf } from '../../domain/notifications/receiver.ts';
import { json } from './codec.ts';
import { deals } from './deal-rows.ts';
import { invoices } from './invoice-rows.ts';
import { onlyAdded, type RowKind } from './row-kind.ts';
import { jsonCodec } from './shape.ts';
import type { Statement } from './statement.ts';
import { jsonArray, plainArray, textArray, timestampText, type Write } from './table.ts';

/** Their rows are not inserted like others; and no batch loads them. */
export const notifications: RowKind<Notification> = {
  table: 'notifications',
  columns: [],
  changedForGood: () => null,
  key: null,
  isStanding: false,
  isDerived: false,
  order: null,
  combine: null,
  unique: [{ name: 'notifications_pkey', entry: ({ invoice }) => `${invoice.id} ${invoice.sequence}` }],
  checks: [],
  insert: writeNotifications,
  update: () => onlyAdded('notifications'),
};

/**
 * Writes notifications, numbers them in the feeds of their stores, and puts them into the queue for delivery, in one
 * statement. The counters are raised in the order of stores, the queue's rows in that of invoices, as everybody does who
 * locks several of them.
 */
function writeNotifications(notifications: readonly Notification[]): Write {
  return {
    statement: insertNotifications,
    values: [
      plainArray(notifications.map(({ invoice }) => invoice.id)),
      plainArray(notifications.map(({ invoice }) => invoice.sequence)),
      plainArray(notifications.map(({ invoice }) => invoice.storeId)),
      jsonArray(notifications.map(encodeSnapshot)),
      textArray(notifications.map(({ createdAt }) => timestampText(createdAt))),
      plainArray(
        notifications.map(({ invoice }) => receiverOf(invoice.storeId, invoice.notificationUrl)?.key ?? 'NULL'),
      ),
    ],
  };
}

const insertNotifications: Statement = {
  name: 'insert-notifications',
  text: `with given as (
      select * from unnest($1::uuid[], $2::int4[], $3::int4[], $4::jsonb[], $5::timestamptz[], $6::int8[])
        with ordinality as g(invoice_id, sequence, store_id, snapshot, created_at, receiver, position)
    ), counted as (
      insert into notification_feeds as f (store_id, last_sequence)
      select store_id, count(*) from given group by store_id order by store_id
      on conflict (store_id) do update set last_sequence = f.last_sequence + excluded.last_sequence
      returning f.store_id, f.last_sequence
    ), written as (
      insert into notifications (invoice_id, sequence, store_id, snapshot, created_at, feed_sequence)
      select g.invoice_id, g.sequence, g.store_id, g.snapshot, g.created_at,
        c.last_sequence - count(*) over (partition by g.store_id)
          + row_number() over (partition by g.store_id order by g.position)
      from given g join counted c on c.store_id = g.store_id
    )
    insert into delivery_queue (invoice_id, store_id, receiver, sequence, last_sequence, due_at)
    select invoice_id, store_id, receiver, min(sequence), max(sequence), min(created_at)
    from given where receiver is not null
    group by invoice_id, store_id, receiver order by invoice_id
    on conflict (invoice_id) do update set last_sequence = excluded.last_sequence`,
};

/** The names under which snapshots were first stored. They stay: renaming them would rewrite every notification. */
const invoiceJson = jsonCodec<Invoice>(invoices.shape, {
  bank: 'paymentMethod',
  namedBank: 'namedMethod',
  askedSum: 'askedAmount',
  shownSum: 'amount',
  receivedSum: 'receivedFromTaker',
  makerSum: 'receivedFromMaker',
  feeSum: 'serviceFee',
});
const dealJson = jsonCodec<Deal>(deals.shape, {
  bank: 'paymentMethod',
  askedSum: 'amount',
  receivedSum: 'receivedAmount',
});

/** Invoice and deal as they were when it was written. */
export const snapshot = json<Snapshot>();

interface Snapshot {
  readonly invoice: object;
  readonly deal: object | null;
}

function encodeSnapshot({ invoice, deal }: Notification): Snapshot {
  return { invoice: invoiceJson.encode(invoice), deal: deal && dealJson.encode(deal) };
}

export function decodeSnapshot({ invoice, deal }: Snapshot): Pick<Notification, 'invoice' | 'deal'> {
  return { invoice: invoiceJson.decode(invoice), deal: deal && dealJson.decode(deal) };
}
