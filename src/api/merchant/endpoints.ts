import { listAccounts, proveAccount } from './accounts.ts';
import { currentRates, listPaymentMethods, listPaymentOptions } from './catalogue.ts';
import { createInvoice } from './create-invoice.ts';
import { confirmTransfer, startDeal } from './deals.ts';
import type { MerchantEndpoint } from './endpoint.ts';
import { availablePaymentVariants, cancelInvoice, getInvoice, getInvoiceByInternalId } from './invoices.ts';
import {
  getNotification,
  readNotificationFeed,
  resendFailedNotifications,
  resendNotification,
  tryNotification,
} from './notifications.ts';
import { openDispute } from './open-dispute.ts';
import { createRefund, getRefund } from './refunds.ts';
import { createWithdrawal, getWithdrawal } from './withdrawals.ts';

/** In the order of the interface's own numbering; beyond the thirteen come dispute, refunds, proofs and notifications. */
export const merchantEndpoints: readonly MerchantEndpoint[] = [
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
  createRefund,
  getRefund,
  proveAccount,
  readNotificationFeed,
  getNotification,
  resendNotification,
  resendFailedNotifications,
  tryNotification,
];
