import { type Invoice, invoiceStatuses } from '../../domain/invoice.ts';
import { directions } from '../../domain/payment.ts';
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
    paymentMethod: text.orNull,
    namedOption: text.orNull,
    namedMethod: text.orNull,
    requisites: group({
      requisites: text.from('requisites_number').once,
      holder: text.from('requisites_holder').orNull.once,
    }).orNull,
    amount: fiat,
    currency: text.once,
    receivedFromTaker: fiat.orNull,
    receivedFromMaker: settlement.orNull,
    serviceFee: settlement.orNull,
    payoutSum: settlement.orNull,
    notificationUrl: text.once,
    notificationToken: text.once,
    successUrl: text.orNull.once,
    cancelUrl: text.orNull.once,
    isSumChanged: bool,
    createdAt: instant.once,
    expireAt: instant,
    updatedAt: instant,
    sequence: int4,
    dealCount: int4,
    disputedFrom: oneOf(statusesBeforeDispute).orNull,
  },
  key: ({ id }) => id,
  order: (invoice) => openPayinKey(invoice) ?? payoutKey(invoice) ?? '',
  unique: {
    invoices_pkey: ({ id }) => id,
    invoices_one_open_payin: openPayinKey,
    invoices_one_payout: payoutKey,
  },
  checks: { invoices_amount_check: ({ amount }) => amount > 0n },
});

type Named = Pick<Invoice, 'type' | 'storeId' | 'internalId'>;

/** An open payin is the same by internal ID and sum. */
export function openPayinKey(
  invoice: Named & Pick<Invoice, 'amount' | 'currency'> & Partial<Pick<Invoice, 'status'>>,
): string | null {
  const { type, status = 'new', storeId, internalId, amount, currency } = invoice;
  if (type !== 'in' || status !== 'new' || internalId === null || internalId === '') return null;
  return `in ${storeId} ${amount} ${currency} ${internalId}`;
}

/** A payout is the same by its internal ID alone, whatever became of it. */
export function payoutKey({ type, storeId, internalId }: Named): string | null {
  if (type !== 'out' || internalId === null || internalId === '') return null;
  return `out ${storeId} ${internalId}`;
}

export const lockInvoices = lockByKey('invoices', invoices, { codec: uuid, keys: ({ invoiceIds }) => invoiceIds });

const payinKey = { storeId: int4, internalId: text, amount: fiat, currency: text };

export const lookForEarlierPayins = lookUp({
  name: 'earlierPayins',
  key: payinKey,
  keys: ({ earlier }) => (earlier?.type === 'in' ? [earlier] : undefined),
  selection: select('k', { ...payinKey, id: uuid.from('i.id') }),
  text: (list, keys) => `select ${list} from ${keys} cross join lateral (
      select id from invoices where store_id = k.store_id and internal_id = k.internal_id
        and amount = k.amount and currency = k.currency
        and type = 'in' and status = 'new' and internal_id is not null and internal_id <> '' limit 1
    ) i`,
});

const internalKey = { storeId: int4, internalId: text };

export const lookForEarlierPayouts = lookUp({
  name: 'earlierPayouts',
  key: internalKey,
  keys: ({ earlier }) => (earlier?.type === 'out' ? [earlier] : undefined),
  selection: select('k', { ...internalKey, id: uuid.from('i.id') }),
  text: (list, keys) => `select ${list} from ${keys} cross join lateral (
      select id from invoices where store_id = k.store_id and internal_id = k.internal_id
        and type = 'out' and internal_id is not null and internal_id <> '' limit 1
    ) i`,
});
