import type { OperatorEndpoint } from '../endpoint.ts';
import { approveWithdrawal } from './approve-withdrawal.ts';
import { listWithdrawals } from './list-withdrawals.ts';
import { readWithdrawal } from './read-withdrawal.ts';
import { rejectWithdrawal } from './reject-withdrawal.ts';
import { requestWithdrawal } from './request-withdrawal.ts';
import { sendWithdrawal } from './send-withdrawal.ts';
import { addStoreAddress, listStoreAddresses, removeStoreAddress } from './store-addresses.ts';

/** Money that leaves the service. */
export const withdrawalEndpoints: readonly OperatorEndpoint[] = [
  requestWithdrawal,
  listWithdrawals,
  readWithdrawal,
  approveWithdrawal,
  sendWithdrawal,
  rejectWithdrawal,
  listStoreAddresses,
  addStoreAddress,
  removeStoreAddress,
];
