import type { Endpoint } from '../api/endpoint.ts';
import type { ErrorCode } from '../errors.ts';

/** What the reference says about an operation beyond its endpoint: where it is listed, and which codes it refuses with. */
interface OperationDetails {
  readonly tag: TagName;
  /** More to know, after the endpoint's own description. */
  readonly notes?: string;
  readonly path?: Readonly<Record<string, string>>;
  /** Codes of this operation alone; those that every operation of its kind shares are added by `errorCodes`. */
  readonly codes: readonly ErrorCode[];
}

export const tags = {
  'Invoices and deals': 'Ask for money (payin) or pay it out (payout), and follow it until it has arrived.',
  'Accounts and withdrawals': 'What the store is owed, and how it leaves the service.',
  Notifications: 'What the service has told the shop, for when the shop was not listening.',
  Payers: 'The public interface: for whoever knows the ID of an invoice, without headers. The payment page uses it.',
  'Reference lists': 'Banks, ways to pay and rates: what the values of other operations may be.',
} as const;
export type TagName = keyof typeof tags;

const invoiceId = { id: 'Invoice ID' };
const notificationPath = { id: 'The `webhook-id` of the notification' };

export const operationDetails: Readonly<Record<string, OperationDetails>> = {
  createInvoice: {
    tag: 'Invoices and deals',
    notes:
      'A payout needs `paymentOption`, `paymentMethod` and `paymentRequisites`; its sum and fee are frozen on the store account at ' +
      'once. When no requisites are free for a payin, `deals` is empty and the invoice is there all the same: start a deal later.',
    codes: [
      'blank',
      'invalid_choice',
      'invalid_amount',
      'invalid_url',
      'amount_too_small',
      'amount_too_big',
      'currency_not_allowed',
      'payment_option_not_allowed',
      'payment_method_not_allowed',
      'rate_unavailable',
      'rate_outdated',
      'internal_id_needed',
      'internal_id_reused',
      'insufficient_funds',
      'pay_in_disabled',
      'pay_out_disabled',
      'money_out_stopped',
    ],
  },
  startDeal: {
    tag: 'Invoices and deals',
    notes: 'Repeating the call is safe: with the same or no variant, the running deal is returned.',
    path: invoiceId,
    codes: [
      'payment_option_not_allowed',
      'payment_method_not_allowed',
      'rate_unavailable',
      'rate_outdated',
      'invoice_not_active',
      'transfer_already_confirmed',
      'payout_not_allowed',
      'too_many_deals',
      'not_found',
    ],
  },
  cancelInvoice: {
    tag: 'Invoices and deals',
    notes:
      'What a payout had frozen returns to the store account. The answer is shorter than that of the other operations.',
    path: invoiceId,
    codes: ['invoice_not_active', 'transfer_already_confirmed', 'payout_taken', 'not_found'],
  },
  confirmTransfer: {
    tag: 'Invoices and deals',
    notes:
      'A deal holds up to ten receipts; the same file twice counts once. The invoice stays `new` until the money has arrived.',
    path: invoiceId,
    codes: [
      'attachment_missing',
      'too_many_attachments',
      'invoice_not_active',
      'deal_not_active',
      'payout_not_allowed',
      'not_found',
    ],
  },
  getInvoice: {
    tag: 'Invoices and deals',
    notes:
      'The invoice as it is now: what has expired is shown as expired. An invoice of another store does not exist.',
    path: invoiceId,
    codes: ['not_found'],
  },
  getInvoiceByInternalId: {
    tag: 'Invoices and deals',
    path: { internalId: "ID in the merchant's system, percent-encoded" },
    codes: ['not_found'],
  },
  availablePaymentVariants: { tag: 'Invoices and deals', path: invoiceId, codes: ['not_found'] },
  openDispute: {
    tag: 'Invoices and deals',
    notes: 'Nothing moves until an operator has decided; then the invoice is `paid`, or back where it came from.',
    path: { id: 'ID of the invoice or of one of its deals' },
    codes: [
      'blank',
      'invalid_choice',
      'invalid_amount',
      'already_disputed',
      'invoice_not_active',
      'dispute_without_deal',
      'not_found',
    ],
  },
  createWithdrawal: {
    tag: 'Accounts and withdrawals',
    notes:
      'Without `substractFeeFromAmount` the account pays amount and fee, and the address gets the amount; with it the account pays ' +
      'the amount, and the address gets what is left after the fee. The request is checked before the code, so that a typing ' +
      'mistake does not use one up.',
    codes: [
      'blank',
      'invalid_amount',
      'invalid_address',
      'amount_below_fee',
      'insufficient_funds',
      'two_factor_disabled',
      'two_factor_wrong',
      'two_factor_locked',
      'not_found',
      'money_out_stopped',
    ],
  },
  getWithdrawal: {
    tag: 'Accounts and withdrawals',
    notes: '`txId` is there once the withdrawal has been sent.',
    path: { id: 'Withdrawal ID' },
    codes: ['not_found'],
  },
  listAccounts: { tag: 'Accounts and withdrawals', codes: [] },
  readNotificationFeed: { tag: 'Notifications', codes: ['wrong_type', 'out_of_range'] },
  getNotification: { tag: 'Notifications', path: notificationPath, codes: ['not_found'] },
  resendNotification: {
    tag: 'Notifications',
    path: notificationPath,
    codes: ['notification_without_url', 'not_found'],
  },
  resendFailedNotifications: { tag: 'Notifications', codes: ['blank'] },
  tryNotification: { tag: 'Notifications', codes: ['blank', 'invalid_url'] },
  listPaymentOptions: {
    tag: 'Reference lists',
    notes: 'The codes are the values of `paymentMethod`. The code `unknown` stands for any bank.',
    codes: [],
  },
  listPaymentMethods: { tag: 'Reference lists', notes: 'The codes are the values of `paymentOption`.', codes: [] },
  currentRates: { tag: 'Reference lists', codes: ['currency_not_allowed', 'rate_unavailable', 'rate_outdated'] },
};

const always: readonly ErrorCode[] = [
  'unauthorized',
  'signature_256_needed',
  'timestamp_needed',
  'timestamp_stale',
  'rate_limited',
  'internal',
  'database_unavailable',
];
export const ofActs: readonly ErrorCode[] = [
  'invalid_idempotency_key',
  'idempotency_key_reused',
  'overloaded',
  'outcome_unknown',
];
export const ofJson: readonly ErrorCode[] = [
  'malformed_json',
  'json_object_expected',
  'content_type',
  'wrong_type',
  'too_long',
  'invalid_characters',
];
export const ofUploads: readonly ErrorCode[] = [
  'content_type',
  'malformed_multipart',
  'attachment_empty',
  'attachment_type',
  'attachment_too_big',
  'storage_unavailable',
];

/** Sending again is harmless by itself: a receiver drops what it has seen. */
export function takesIdempotencyKey({ method, path }: Endpoint): boolean {
  return method === 'POST' && !path.startsWith('/notifications');
}

export function detailsOf(endpoint: Endpoint): OperationDetails {
  const details = operationDetails[endpoint.operationId];
  if (details === undefined) throw new Error(`the reference says nothing about ${endpoint.operationId}`);
  return details;
}

/** Every code an operation refuses with: its own first, then those of its kind. */
export function errorCodes(endpoint: Endpoint): readonly ErrorCode[] {
  return [
    ...new Set([
      ...detailsOf(endpoint).codes,
      ...(endpoint.body?.kind === 'json' ? ofJson : []),
      ...(endpoint.body?.kind === 'multipart' ? ofUploads : []),
      ...(endpoint.method === 'POST' && endpoint.body?.kind !== 'multipart' ? (['body_too_big'] as const) : []),
      ...(takesIdempotencyKey(endpoint) ? ofActs : []),
      ...always,
    ]),
  ];
}
