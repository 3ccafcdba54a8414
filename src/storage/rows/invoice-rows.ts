import { type Invoice, invoiceStatuses, sumReasons } from '../../domain/invoices/invoice.ts';
import { directions } from '../../domain/money/payment.ts';
import { lockByKey, lookUp } from '../batch/load-step.ts';
import { bool, fiat, instant, int4, oneOf, settlement, text, uuid } from './codec.ts';
import { defineRow } from './row-kind.ts';
import { group, select } from './shape.ts';

const { dispute: _, ...statusesBeforeDispute } = invoiceStatuses;

export const invoices = defineRow<Invoice>({
  table: 'invoices',
  columns: {
    id: uuid,
    storeId: int4.once,
    internalId: text.orNull.once,
    userId: text.orNull.once,
    type: oneOf(directions).once,
    status: oneOf(invoiceStatuses),
    paymentOption: text.orNull,
    bank: text.orNull.from('payment_method'),
    namedOption: text.orNull,
    namedBank: text.orNull.from('named_method'),
    requisites: group({
      requisites: text.from('requisites_number').once,
      holder: text.from('requisites_holder').orNull.once,
    }).orNull,
    askedSum: fiat.once.from('asked_amount'),
    shownSum: fiat.from('amount'),
    currency: text.once,
    receivedSum: fiat.orNull.from('received_from_taker'),
    makerSum: settlement.orNull.from('received_from_maker'),
    feeSum: settlement.orNull.from('service_fee'),
    payoutSum: settlement.orNull,
    notificationUrl: text.once,
    notificationToken: text.once,
    successUrl: text.orNull.once,
    cancelUrl: text.orNull.once,
    isSumChanged: bool,
    partSum: fiat.orNull,
    fromExcess: settlement.orNull.once,
    sumReason: oneOf(sumReasons).orNull,
    createdAt: instant.once,
    expireAt: instant,
    updatedAt: instant,
    sequence: int4,
    dealCount: int4,
    disputedFrom: oneOf(statusesBeforeDispute).orNull,
    holdsName: bool,
  },
  key: ({ id }) => id,
  order: (invoice) => heldName(invoice) ?? payoutKey(invoice) ?? '',
  unique: {
    invoices_pkey: ({ id }) => id,
    invoices_one_payin: heldName,
    invoices_one_payout: payoutKey,
  },
  checks: {
    invoices_amount_check: ({ shownSum }) => shownSum > 0n,
    invoices_part_sum_check: ({ partSum }) => partSum === null || partSum > 0n,
    invoices_from_excess_check: ({ fromExcess }) => fromExcess === null || fromExcess >= 0n,
  },
});

type Named = Pick<Invoice, 'type' | 'storeId' | 'internalId'>;

/** A payin is the same by internal ID and the sum asked for. */
export function payinName(invoice: Named & Pick<Invoice, 'askedSum' | 'currency'>): string | null {
  const { type, storeId, internalId, askedSum, currency } = invoice;
  if (type !== 'in' || internalId === null || internalId === '') return null;
  return `in ${storeId} ${askedSum} ${currency} ${internalId}`;
}

function heldName(invoice: Invoice): string | null {
  return invoice.holdsName ? payinName(invoice) : null;
}

/** A payout is the same by its internal ID alone, whatever became of it. */
export function payoutKey({ type, storeId, internalId }: Named): string | null {
  if (type !== 'out' || internalId === null || internalId === '') return null;
  return `out ${storeId} ${internalId}`;
}

export const lockInvoices = lockByKey('invoices', invoices, { codec: uuid, keys: ({ invoiceIds }) => invoiceIds });

const payinKey = { storeId: int4, internalId: text, amount: fiat, currency: text };

/** A shop may use one internal ID for everything it sells; what such a look-up costs has to end somewhere. */
export const newestOfNameMax = 20;

/** The newest living invoices of one internal ID, whatever they are, from the newest on. */
export const newestOfInternalId = (key: string, columns: string) => `select ${columns} from only invoices
      where store_id = ${key}.store_id and internal_id = ${key}.internal_id and internal_id is not null and internal_id <> ''
      order by created_at desc, id desc limit ${newestOfNameMax}`;

const seenOfEarlier = 'id, status, created_at, updated_at, holds_name';

/** The same of those that lie in the archive: what their names are known by. */
export const newestArchivedOfInternalId = (key: string, columns: string) => `select ${columns} from archived_names
      where store_id = ${key}.store_id and internal_id = ${key}.internal_id
      order by created_at desc, id desc limit ${newestOfNameMax}`;

/**
 * The payin that has the name, which is found however many there are; and those that had given it back and are in dispute or
 * paid after all, of the newest. Those in the archive ended too long ago to answer a repeat.
 */
export const lookForEarlierPayins = lookUp({
  name: 'earlierPayins',
  coveredBy: ['balances'],
  key: payinKey,
  keys: ({ earlier }) => (earlier?.type === 'in' ? [earlier] : undefined),
  selection: select('k', {
    ...payinKey,
    id: uuid.from('i.id'),
    status: oneOf(invoiceStatuses).from('i.status'),
    createdAt: instant.from('i.created_at'),
    updatedAt: instant.from('i.updated_at'),
    holdsName: bool.from('i.holds_name'),
  }),
  // By name: with all columns, more time went into preparing for them than into looking.
  text: (list, keys) => `select ${list} from ${keys} cross join lateral (
      (select ${seenOfEarlier} from only invoices where store_id = k.store_id and internal_id = k.internal_id
        and asked_amount = k.amount and currency = k.currency and holds_name limit 1)
      union all
      (select ${seenOfEarlier} from (${newestOfInternalId('k', `${seenOfEarlier}, type, asked_amount, currency`)}) n
        where n.type = 'in' and n.asked_amount = k.amount and n.currency = k.currency and not n.holds_name
          and n.status in ('new', 'dispute', 'paid'))
    ) i`,
});

const internalKey = { storeId: int4, internalId: text };

/** A payout answers its repeats for ever, so also from the archive. */
export const lookForEarlierPayouts = lookUp({
  name: 'earlierPayouts',
  coveredBy: ['balances'],
  key: internalKey,
  keys: ({ earlier }) => (earlier?.type === 'out' ? [earlier] : undefined),
  selection: select('k', { ...internalKey, id: uuid.from('i.id') }),
  text: (list, keys) => `select ${list} from ${keys} cross join lateral (
      (select id from only invoices where store_id = k.store_id and internal_id = k.internal_id
        and type = 'out' and internal_id is not null and internal_id <> '' limit 1)
      union all
      (select id from archived_names where store_id = k.store_id and internal_id = k.internal_id and type = 'out' limit 1)
    ) i`,
});
