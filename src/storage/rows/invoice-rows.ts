import type { Invoice } from '../../domain/invoice.ts';
import { fiat, settlement } from '../../domain/money.ts';
import type { Cells } from '../connection.ts';
import { type Column, Table } from './table.ts';

const columns: readonly Column<Invoice>[] = [
  { name: 'id', type: 'uuid', value: (row) => row.id },
  { name: 'store_id', type: 'int4', fixed: true, value: (row) => row.storeId },
  { name: 'internal_id', type: 'text', fixed: true, value: (row) => row.internalId },
  { name: 'user_id', type: 'text', fixed: true, value: (row) => row.userId },
  { name: 'type', type: 'text', fixed: true, value: (row) => row.type },
  { name: 'status', type: 'text', value: (row) => row.status },
  { name: 'payment_option', type: 'text', value: (row) => row.paymentOption },
  { name: 'payment_method', type: 'text', value: (row) => row.paymentMethod },
  { name: 'named_option', type: 'text', value: (row) => row.namedOption },
  { name: 'named_method', type: 'text', value: (row) => row.namedMethod },
  { name: 'requisites_number', type: 'text', fixed: true, value: (row) => row.requisites?.requisites ?? null },
  { name: 'requisites_holder', type: 'text', fixed: true, value: (row) => row.requisites?.holder ?? null },
  { name: 'amount', type: 'int8', value: (row) => row.amount },
  { name: 'currency', type: 'text', fixed: true, value: (row) => row.currency },
  { name: 'received_from_taker', type: 'int8', value: (row) => row.receivedFromTaker },
  { name: 'received_from_maker', type: 'int8', value: (row) => row.receivedFromMaker },
  { name: 'service_fee', type: 'int8', value: (row) => row.serviceFee },
  { name: 'payout_sum', type: 'int8', value: (row) => row.payoutSum },
  { name: 'notification_url', type: 'text', fixed: true, value: (row) => row.notificationUrl },
  { name: 'notification_token', type: 'text', fixed: true, value: (row) => row.notificationToken },
  { name: 'success_url', type: 'text', fixed: true, value: (row) => row.successUrl },
  { name: 'cancel_url', type: 'text', fixed: true, value: (row) => row.cancelUrl },
  { name: 'is_sum_changed', type: 'bool', value: (row) => row.isSumChanged },
  { name: 'created_at', type: 'timestamptz', fixed: true, value: (row) => row.createdAt },
  { name: 'expire_at', type: 'timestamptz', value: (row) => row.expireAt },
  { name: 'updated_at', type: 'timestamptz', value: (row) => row.updatedAt },
  { name: 'sequence', type: 'int4', value: (row) => row.sequence },
  { name: 'deal_count', type: 'int4', value: (row) => row.dealCount },
  { name: 'disputed_from', type: 'text', value: (row) => row.disputedFrom },
];

export const invoicesTable = new Table('invoices', columns);

/** How many cells `decodeInvoice` reads. */
export const invoiceColumnCount = columns.length;

export function decodeInvoice(cells: Cells): Invoice {
  const number: string | null = cells[10];
  return {
    id: cells[0],
    storeId: cells[1],
    internalId: cells[2],
    userId: cells[3],
    type: cells[4],
    status: cells[5],
    paymentOption: cells[6],
    paymentMethod: cells[7],
    namedOption: cells[8],
    namedMethod: cells[9],
    requisites: number === null ? null : { requisites: number, holder: cells[11] },
    amount: fiat(cells[12]),
    currency: cells[13],
    receivedFromTaker: cells[14] === null ? null : fiat(cells[14]),
    receivedFromMaker: cells[15] === null ? null : settlement(cells[15]),
    serviceFee: cells[16] === null ? null : settlement(cells[16]),
    payoutSum: cells[17] === null ? null : settlement(cells[17]),
    notificationUrl: cells[18],
    notificationToken: cells[19],
    successUrl: cells[20],
    cancelUrl: cells[21],
    isSumChanged: cells[22],
    createdAt: cells[23],
    expireAt: cells[24],
    updatedAt: cells[25],
    sequence: cells[26],
    dealCount: cells[27],
    disputedFrom: cells[28],
  };
}
