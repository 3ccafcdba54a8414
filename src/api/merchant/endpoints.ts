import { availablePaymentVariants } from './available-payment-variants.ts';
import { cancelInvoice } from './cancel-invoice.ts';
import { confirmTransfer } from './confirm-transfer.ts';
import { createInvoice } from './create-invoice.ts';
import { createRefund } from './create-refund.ts';
import { createWithdrawal } from './create-withdrawal.ts';
import { currentRates } from './current-rates.ts';
import type { MerchantEndpoint } from './endpoint.ts';
import { getInvoice } from './get-invoice.ts';
import { getInvoiceByInternalId } from './get-invoice-by-internal-id.ts';
import { getNotification } from './get-notification.ts';
import { getRefund } from './get-refund.ts';
import { getWithdrawal } from './get-withdrawal.ts';
import { listAccounts } from './list-accounts.ts';
import { listPaymentMethods } from './list-payment-methods.ts';
import { listPaymentOptions } from './list-payment-options.ts';
import { openDispute } from './open-dispute.ts';
import { proveAccount } from './prove-account.ts';
import { readNotificationFeed } from './read-notification-feed.ts';
import { resendFailedNotifications } from './resend-failed-notifications.ts';
import { resendNotification } from './resend-notification.ts';
import { startDeal } from './start-deal.ts';
import { tryNotification } from './try-notification.ts';

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
