import { settlement } from '../../domain/money.ts';
import type { Withdrawal } from '../../domain/withdrawal.ts';
import type { Cells } from '../connection.ts';
import { type Column, Table } from './table.ts';

const columns: readonly Column<Withdrawal>[] = [
  { name: 'id', type: 'uuid', value: (row) => row.id },
  { name: 'store_id', type: 'int4', fixed: true, value: (row) => row.storeId },
  { name: 'account_id', type: 'uuid', fixed: true, value: (row) => row.accountId },
  { name: 'status', type: 'int4', value: (row) => row.status },
  { name: 'sum', type: 'int8', fixed: true, value: (row) => row.sum },
  { name: 'fee', type: 'int8', fixed: true, value: (row) => row.fee },
  { name: 'currency', type: 'text', fixed: true, value: (row) => row.currency },
  { name: 'address', type: 'text', fixed: true, value: (row) => row.address },
  { name: 'tx_id', type: 'text', value: (row) => row.txId },
  { name: 'created_at', type: 'timestamptz', fixed: true, value: (row) => row.createdAt },
  { name: 'updated_at', type: 'timestamptz', value: (row) => row.updatedAt },
  { name: 'approvals', type: 'jsonb', value: (row) => (row.approvals.length === 0 ? null : row.approvals) },
  { name: 'reject_reason', type: 'text', value: (row) => row.rejectReason },
];

export const withdrawalsTable = new Table('withdrawals', columns);

export function decodeWithdrawal(cells: Cells): Withdrawal {
  return {
    id: cells[0],
    storeId: cells[1],
    accountId: cells[2],
    status: cells[3],
    sum: settlement(cells[4]),
    fee: settlement(cells[5]),
    currency: cells[6],
    address: cells[7],
    txId: cells[8],
    createdAt: cells[9],
    updatedAt: cells[10],
    approvals: cells[11] ?? [],
    rejectReason: cells[12],
  };
}
