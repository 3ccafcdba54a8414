import { enterArrival, listArrivals, matchArrival, returnArrival } from './arrivals.ts';
import { listAuditLog } from './audit-log.ts';
import { listDeals, readDeal } from './deals.ts';
import { acceptDispute, addEvidence, openDisputeByPerson, rejectDispute } from './disputes.ts';
import type { OperatorEndpoint } from './endpoint.ts';
import { exportInvoices, listInvoices, readInvoice } from './invoices.ts';
import { confirmPayout, giveBackPayout, listPayouts, payoutNotPaid, provePayout, takePayout } from './payouts.ts';
import { rejectTransfer } from './reject-transfer.ts';
import { requestWithdrawal } from './request-withdrawal.ts';
import { search } from './search.ts';
import { settleDeal } from './settle-deal.ts';
import { addStoreAddress, listStoreAddresses, removeStoreAddress } from './store-addresses.ts';
import { approveWithdrawal, getWithdrawal, listWithdrawals, rejectWithdrawal, sendWithdrawal } from './withdrawals.ts';
import { listWaiting } from './work.ts';

/** The life of money: what people do with invoices, deals, arrivals, payouts and withdrawals. */
export const moneyEndpoints: readonly OperatorEndpoint[] = [
  listWaiting,
  search,
  listInvoices,
  exportInvoices,
  readInvoice,
  listDeals,
  readDeal,
  settleDeal,
  rejectTransfer,
  enterArrival,
  listArrivals,
  matchArrival,
  returnArrival,
  openDisputeByPerson,
  addEvidence,
  acceptDispute,
  rejectDispute,
  listPayouts,
  takePayout,
  giveBackPayout,
  provePayout,
  confirmPayout,
  payoutNotPaid,
  requestWithdrawal,
  listWithdrawals,
  getWithdrawal,
  approveWithdrawal,
  sendWithdrawal,
  rejectWithdrawal,
  listStoreAddresses,
  addStoreAddress,
  removeStoreAddress,
  listAuditLog,
];
