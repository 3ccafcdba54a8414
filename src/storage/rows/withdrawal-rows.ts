import {
  type Approval,
  openWithdrawals,
  transactionKey,
  type Withdrawal,
  withdrawalStatuses,
} from '../../domain/withdrawals/withdrawal.ts';
import { lockByKey, lookUp } from '../batch/load-step.ts';
import { instant, int4, jsonList, oneOfNumbers, settlement, text, uuid } from './codec.ts';
import { defineRow } from './row-kind.ts';
import { select } from './shape.ts';

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
  unique: {
    withdrawals_pkey: ({ id }) => id,
    withdrawals_one_per_transaction: ({ txId }) => (txId === null ? null : transactionKey(txId)),
  },
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

/** Which withdrawal a transaction of the network has sent. Of two that were entered with one before, the first. */
export const lookForSentByTransactions = lookUp({
  name: 'sentByTransactions',
  coveredBy: [],
  key: { transaction: text },
  keys: ({ transaction }) => (transaction === undefined ? undefined : [{ transaction }]),
  selection: select('k', { transaction: text, withdrawalId: uuid.from('w.id') }),
  text: (list, keys) => `select ${list} from ${keys} cross join lateral (
      select id from withdrawals
      where lower(regexp_replace(tx_id, '^0[xX]', '') collate "C") = k.transaction
        and tx_id is not null and not tx_shared limit 1
    ) w`,
});

/** A condition on the withdrawals of this name: nobody has sent or rejected it yet. */
export const isOpenWithdrawal = (alias: string) => `${alias}.status in (${openWithdrawals.join(', ')})`;
