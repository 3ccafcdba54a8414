import type { Deal } from '../../domain/deal.ts';
import type { Invoice } from '../../domain/invoice.ts';
import { fiat, settlement } from '../../domain/money.ts';
import type { Notification } from '../../domain/notification.ts';
import { rate } from '../../domain/rates.ts';
import { receiverOf } from '../../domain/receiver.ts';
import type { Statement } from '../connection.ts';
import { jsonArray, plainArray, textArray, timestampText, type Write } from './table.ts';

/**
 * Writes notifications, numbers them in the feeds of their stores, and puts them into the queue for delivery, in one
 * statement. The counters are raised in the order of stores, the queue's rows in that of invoices, as everybody does who
 * locks several of them.
 */
export function writeNotifications(notifications: readonly Notification[]): Write {
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

/** A snapshot as JSON: amounts and rates are strings there. Written out, because a function that looks at each value is slow. */
function encodeSnapshot({ invoice, deal }: Notification): Snapshot {
  return {
    invoice: {
      ...invoice,
      amount: String(invoice.amount),
      receivedFromTaker: optionalText(invoice.receivedFromTaker),
      receivedFromMaker: optionalText(invoice.receivedFromMaker),
      serviceFee: optionalText(invoice.serviceFee),
      payoutSum: optionalText(invoice.payoutSum),
    },
    deal: deal && {
      ...deal,
      amount: String(deal.amount),
      rate: String(deal.rate),
      receivedAmount: optionalText(deal.receivedAmount),
      makerSum: String(deal.makerSum),
      feeSum: String(deal.feeSum),
    },
  };
}

export function decodeSnapshot({ invoice, deal }: Snapshot): Pick<Notification, 'invoice' | 'deal'> {
  return {
    invoice: {
      ...invoice,
      amount: fiat(BigInt(invoice.amount)),
      receivedFromTaker: optional(invoice.receivedFromTaker, fiat),
      receivedFromMaker: optional(invoice.receivedFromMaker, settlement),
      serviceFee: optional(invoice.serviceFee, settlement),
      payoutSum: optional(invoice.payoutSum, settlement),
    },
    deal: deal && {
      ...deal,
      amount: fiat(BigInt(deal.amount)),
      rate: rate(BigInt(deal.rate)),
      receivedAmount: optional(deal.receivedAmount, fiat),
      makerSum: settlement(BigInt(deal.makerSum)),
      feeSum: settlement(BigInt(deal.feeSum)),
    },
  };
}

/** What a type looks like after its way through JSON. */
type Stored<Row> = {
  readonly [Key in keyof Row]: Row[Key] extends bigint | null ? Extract<Row[Key], null> | string : Row[Key];
};

interface Snapshot {
  readonly invoice: Stored<Invoice>;
  readonly deal: Stored<Deal> | null;
}

function optionalText(minor: bigint | null): string | null {
  return minor === null ? null : String(minor);
}

function optional<Brand>(text: string | null, read: (minor: bigint) => Brand): Brand | null {
  return text === null ? null : read(BigInt(text));
}
