import type { Deal } from '../../domain/deal.ts';
import { fiat, settlement } from '../../domain/money.ts';
import { rate } from '../../domain/rates.ts';
import type { Cells } from '../connection.ts';
import { type Column, Table } from './table.ts';

const columns: readonly Column<Deal>[] = [
  { name: 'id', type: 'uuid', value: (row) => row.id },
  { name: 'invoice_id', type: 'uuid', fixed: true, value: (row) => row.invoiceId },
  { name: 'ordinal', type: 'int4', fixed: true, value: (row) => row.ordinal },
  { name: 'type', type: 'text', fixed: true, value: (row) => row.type },
  { name: 'status', type: 'text', value: (row) => row.status },
  { name: 'payment_option', type: 'text', fixed: true, value: (row) => row.paymentOption },
  { name: 'payment_method', type: 'text', fixed: true, value: (row) => row.paymentMethod },
  { name: 'requisite_id', type: 'int4', fixed: true, value: (row) => row.requisiteId },
  { name: 'maker_id', type: 'int4', value: (row) => row.makerId },
  { name: 'number', type: 'text', fixed: true, value: (row) => row.number },
  { name: 'holder', type: 'text', fixed: true, value: (row) => row.holder },
  { name: 'amount', type: 'int8', fixed: true, value: (row) => row.amount },
  { name: 'currency', type: 'text', fixed: true, value: (row) => row.currency },
  { name: 'rate_e8', type: 'int8', fixed: true, value: (row) => row.rate },
  { name: 'maker_sum', type: 'int8', value: (row) => row.makerSum },
  { name: 'fee_sum', type: 'int8', value: (row) => row.feeSum },
  { name: 'started_at', type: 'timestamptz', fixed: true, value: (row) => row.startedAt },
  { name: 'deadline_at', type: 'timestamptz', fixed: true, value: (row) => row.deadlineAt },
  { name: 'confirmed_at', type: 'timestamptz', value: (row) => row.confirmedAt },
  { name: 'ended_at', type: 'timestamptz', value: (row) => row.endedAt },
  { name: 'occupies', type: 'bool', value: (row) => row.occupies },
  { name: 'rests_until', type: 'timestamptz', value: (row) => row.restsUntil },
  { name: 'attachments', type: 'jsonb', value: (row) => (row.attachments.length === 0 ? null : row.attachments) },
  { name: 'dispute', type: 'jsonb', value: (row) => row.dispute },
  { name: 'received_amount', type: 'int8', value: (row) => row.receivedAmount },
];

/**
 * A pair that another batch has freed meanwhile stays free: that batch holds the requisite's lock, not this deal's
 * invoice's, so its word about `occupies` must not be overwritten by an older one.
 */
export const dealsTable = new Table('deals', columns, (column, value) =>
  column === 'occupies' ? `t.occupies and ${value}` : value,
);

/** Reads a deal from cells that start at `at`. */
export function decodeDeal(cells: Cells, at = 0): Deal {
  return {
    id: cells[at],
    invoiceId: cells[at + 1],
    ordinal: cells[at + 2],
    type: cells[at + 3],
    status: cells[at + 4],
    paymentOption: cells[at + 5],
    paymentMethod: cells[at + 6],
    requisiteId: cells[at + 7],
    makerId: cells[at + 8],
    number: cells[at + 9],
    holder: cells[at + 10],
    amount: fiat(cells[at + 11]),
    currency: cells[at + 12],
    rate: rate(cells[at + 13]),
    makerSum: settlement(cells[at + 14]),
    feeSum: settlement(cells[at + 15]),
    startedAt: cells[at + 16],
    deadlineAt: cells[at + 17],
    confirmedAt: cells[at + 18],
    endedAt: cells[at + 19],
    occupies: cells[at + 20],
    restsUntil: cells[at + 21],
    attachments: cells[at + 22] ?? [],
    dispute: cells[at + 23],
    receivedAmount: cells[at + 24] === null ? null : fiat(cells[at + 24]),
  };
}
