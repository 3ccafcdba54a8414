import type { OperatorEndpoint } from '../endpoint.ts';
import { askRefund } from '../refunds/ask-refund.ts';
import { cancelRefund } from '../refunds/cancel-refund.ts';
import { keepExcess } from '../refunds/keep-excess.ts';
import { acceptDispute } from './accept-dispute.ts';
import { addEvidence } from './add-evidence.ts';
import { answerDispute } from './answer-dispute.ts';
import { exportInvoices } from './export-invoices.ts';
import { listInvoices } from './list-invoices.ts';
import { listRepeatedReceipts } from './list-repeated-receipts.ts';
import { listWork } from './list-work.ts';
import { openDisputeByPerson } from './open-dispute-by-person.ts';
import { readInvoice } from './read-invoice.ts';
import { rejectDispute } from './reject-dispute.ts';
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
