import type { OperatorEndpoint } from '../endpoint.ts';
import { addStoreAddress, listStoreAddresses, removeStoreAddress } from './store-addresses.ts';
import { approveWithdrawal, rejectWithdrawal, sendWithdrawal } from './withdrawal-work.ts';
import { listWithdrawals, readWithdrawal, requestWithdrawal } from './withdrawals.ts';

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
