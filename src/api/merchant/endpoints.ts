import type { Endpoint } from '../endpoint.ts';
import { availablePaymentVariants } from './available-payment-variants.ts';
import { cancelInvoice } from './cancel-invoice.ts';
import { confirmTransfer } from './confirm-transfer.ts';
import { createInvoice } from './create-invoice.ts';
import { createWithdrawal } from './create-withdrawal.ts';
import { currentRates } from './current-rates.ts';
import { getInvoice } from './get-invoice.ts';
import { getInvoiceByInternalId } from './get-invoice-by-internal-id.ts';
import { getWithdrawal } from './get-withdrawal.ts';
import { listAccounts } from './list-accounts.ts';
import { notificationEndpoints } from './notifications.ts';
import { openDispute } from './open-dispute.ts';
import { listPaymentMethods, listPaymentOptions } from './reference-lists.ts';
import { startDeal } from './start-deal.ts';

/** In the order of the interface's own numbering; beyond the thirteen come dispute and notifications. */
export const merchantEndpoints: readonly Endpoint[] = [
  createInvoice,
  startDeal,
  cancelInvoice,
  confirmTransfer,
  getInvoice,
  getInvoiceByInternalId,
  availablePaymentVariants,
  createWithdrawal,
  getWithdrawal,
  listAccounts,
  listPaymentOptions,
  listPaymentMethods,
  currentRates,
  openDispute,
  ...notificationEndpoints,
];
