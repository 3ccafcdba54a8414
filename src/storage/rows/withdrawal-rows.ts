import { type Approval, type Withdrawal, withdrawalStatuses } from '../../domain/withdrawal.ts';
import { lockByKey } from '../batch/load-step.ts';
import { instant, int4, jsonList, oneOfNumbers, settlement, text, uuid } from './codec.ts';
import { defineRow } from './row-kind.ts';

export const withdrawals = defineRow<Withdrawal>({
  table: 'withdrawals',
  columns: {
    id: uuid,
    storeId: int4.once,
    accountId: uuid.once,
    status: oneOfNumbers(withdrawalStatuses),
    sum: settlement.once,
    fee: settlement.once,
    currency: text.once,
    address: text.once,
    txId: text.orNull,
    approvals: jsonList<Approval>(),
    rejectReason: text.orNull,
    createdAt: instant.once,
    updatedAt: instant,
  },
  key: ({ id }) => id,
  unique: { withdrawals_pkey: ({ id }) => id },
  checks: {
    withdrawals_check: ({ status, txId }) => status !== withdrawalStatuses.sent || txId !== null,
    withdrawals_fee_check: ({ fee }) => fee >= 0n,
    withdrawals_sum_check: ({ sum }) => sum > 0n,
  },
});

export const lockWithdrawals = lockByKey('withdrawals', withdrawals, {
  codec: uuid,
  keys: ({ withdrawalIds }) => withdrawalIds,
});
