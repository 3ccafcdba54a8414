import type { OperatorEndpoint } from '../endpoint.ts';
import { askRefund, cancelRefund, keepExcess } from '../refunds/refunds.ts';
import { listWork } from '../workqueue/queue.ts';
import { acceptDispute, rejectDispute } from './dispute-decisions.ts';
import { addEvidence, answerDispute, openDisputeByPerson } from './disputes.ts';
import { exportInvoices, listInvoices } from './invoices.ts';
import { readInvoice } from './read-invoice.ts';
import { listRepeatedReceipts } from './repeated-receipts.ts';
import { search } from './search.ts';

/** Invoices, and what somebody says went wrong. */
export const invoiceEndpoints: readonly OperatorEndpoint[] = [
  listWork,
  search,
  listInvoices,
  exportInvoices,
  readInvoice,
  listRepeatedReceipts,
  openDisputeByPerson,
  addEvidence,
  answerDispute,
  acceptDispute,
  rejectDispute,
  askRefund,
  cancelRefund,
  keepExcess,
];
