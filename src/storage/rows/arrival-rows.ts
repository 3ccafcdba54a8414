import type { Arrival } from '../../domain/arrival.ts';
import { fiat } from '../../domain/money.ts';
import type { Cells } from '../connection.ts';
import { type Column, Table } from './table.ts';

const columns: readonly Column<Arrival>[] = [
  { name: 'id', type: 'uuid', value: (row) => row.id },
  { name: 'requisite_id', type: 'int4', fixed: true, value: (row) => row.requisiteId },
  { name: 'amount', type: 'int8', fixed: true, value: (row) => row.amount },
  { name: 'currency', type: 'text', fixed: true, value: (row) => row.currency },
  { name: 'arrived_at', type: 'timestamptz', fixed: true, value: (row) => row.arrivedAt },
  { name: 'reference', type: 'text', fixed: true, value: (row) => row.reference },
  { name: 'status', type: 'text', value: (row) => row.status },
  { name: 'exception', type: 'text', value: (row) => row.exception },
  { name: 'deal_id', type: 'uuid', value: (row) => row.dealId },
  { name: 'entered_by', type: 'text', fixed: true, value: (row) => row.enteredBy },
  { name: 'created_at', type: 'timestamptz', fixed: true, value: (row) => row.createdAt },
  { name: 'resolved_at', type: 'timestamptz', value: (row) => row.resolvedAt },
];

export const arrivalsTable = new Table('arrivals', columns);

export function decodeArrival(cells: Cells): Arrival {
  return {
    id: cells[0],
    requisiteId: cells[1],
    amount: fiat(cells[2]),
    currency: cells[3],
    arrivedAt: cells[4],
    reference: cells[5],
    status: cells[6],
    exception: cells[7],
    dealId: cells[8],
    enteredBy: cells[9],
    createdAt: cells[10],
    resolvedAt: cells[11],
  };
}
