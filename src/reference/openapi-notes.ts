import { publicNotes } from './openapi-public-notes.ts';

/**
 * What the fields of the interface mean, by shape. The schemas in schemas.ts say what is checked and, for some
 * fields, what it means; for the others the sentence stands here. A test holds both together: no field without a sentence,
 * no sentence without a field.
 */
const invoice = {
  id: 'Invoice ID, a UUID',
  internalId: "The merchant's own ID, echoed back",
  userId: "Client ID in the merchant's system, echoed back",
  status: 'Where the invoice stands',
  paymentMethod: 'Bank code; null until chosen',
  paymentOption: 'Way to pay; null until chosen',
  paymentRequisites: 'Where a payout goes; null for a payin',
  sum: 'Amount and currency of the invoice',
  storeId: 'Store ID',
  storeName: 'Name of the store',
  receivedSumFromTaker: 'What the payer transferred, in fiat; null until a transfer is confirmed',
  receivedSumFromMaker: 'The same in the settlement currency; null until a transfer is confirmed',
  serviceFeeSum: 'Fee of the service, in the settlement currency; null until a transfer is confirmed',
  payoutSum: 'What the merchant is owed, in the settlement currency; null until a transfer is confirmed',
  createdAt: 'When the invoice was created',
  expireAt: 'When the invoice expires if no transfer is confirmed',
  updatedAt: 'When the invoice last changed',
  invoiceUrl: 'Page where the payer pays',
  deals: 'The deal that matters now: active, completed or disputed. Empty when there is none',
};

const createdDeal = {
  id: "Deal ID. The first deal carries the invoice's own ID",
  status: 'Where the deal stands',
  paymentMethodName: 'Name of the bank, for people',
  requisites: 'Where the payer transfers to: `requisites` is a card number, phone or account, `holder` its owner',
  canceledAt: 'When the deal ends if nothing was paid',
  disputeAttachment: 'Signed link to the proof given with a dispute; it expires. Null without one',
  disputeReason: 'Why the deal is disputed; null when it is not',
  disputeReasonData: 'For `invalid_sum` an object with the `amount` as sent; otherwise an empty array',
  payment: 'Filled once a transfer is confirmed',
  rate: 'Fiat per unit of settlement currency, fixed when the deal starts',
  isActive: 'False once the deal is `completed`, `canceled` or `expired`',
  qrCodeLink: 'Image of a QR code for the payment; of a way to pay with a link of its own (`SBP_QR`) that https link',
};

const deal = {
  ...createdDeal,
  disputeResult: 'How a dispute ended; null while it is open and when there was none',
  attachments: 'Signed links to the receipts; they expire',
};

const withdrawal = {
  id: 'Withdrawal ID, a UUID',
  createdAt: 'When the withdrawal was created',
  updatedAt: 'When the withdrawal last changed',
  sum: 'What the address gets',
  fee: 'What the service takes; the account pays `sum` and `fee`',
  address: 'Destination address',
  txId: 'Transaction ID on the network; null until sent',
};

const {
  paymentMethod: _m,
  paymentOption: _o,
  paymentRequisites: _r,
  invoiceUrl: _u,
  deals: _d,
  ...notifiedInvoice
} = invoice;
const { paymentMethodName: _n, rate: _f, isActive: _a, qrCodeLink: _q, ...notifiedDeal } = deal;

const notification = {
  notificationType: 'Always `invoice`; a trial says `test`',
  notificationDate: 'When the status changed',
  sequence: 'Counts the changes of the invoice, from 1',
  invoice: 'The invoice as it was then',
};

export const fieldNotes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...publicNotes,
  CreatedInvoiceDTO: invoice,
  InvoiceDTO: invoice,
  NotificationDTO: notification,
  NotificationDetails: { body: 'What is sent' },
  FeedItemDTO: {
    feedSequence: "Its place in the store's feed: send the last one you have as `after`",
    webhookId: 'The `webhook-id` it is sent with',
    ...notification,
  },
  NotifiedInvoiceDTO: {
    ...notifiedInvoice,
    rate: 'Rate of the deal; null without one',
    deal: 'The deal that mattered then: active, completed or disputed; null when there was none',
  },
  NotifiedDealDTO: notifiedDeal,
  CreatedDealDTO: createdDeal,
  DealDTO: deal,
  CreatedWithdrawalDTO: { ...withdrawal, accountId: 'Account the withdrawal is paid from' },
  WithdrawalDTO: withdrawal,
  CanceledInvoiceDTO: {
    id: invoice.id,
    internalId: invoice.internalId,
    paymentMethod: invoice.paymentMethod,
    paymentOption: invoice.paymentOption,
    paymentRequisites: invoice.paymentRequisites,
    expiredAt: 'The time that other answers call `expireAt`; here it is spelled so',
    sum: invoice.sum,
    status: '`canceled` after cancel',
    deals: 'Empty after cancel',
    successUrl: 'As given at creation, or the page where the payer pays',
    cancelUrl: 'As given at creation, or the page where the payer pays',
    isSumChanged: 'True when a dispute changed the sum',
    flow: 'Always `DEFAULT`',
    flowData: 'Always null',
  },
  MoneyDTO: { currency: 'Currency code', subunit: 'Number of fraction digits of the currency' },
  PaymentDTO: {
    takerSum: "The payer's fiat amount",
    makerSum: 'The same in the settlement currency, cut off at its last digit',
    feeSum: 'Fee of the service, rounded up',
    date: 'When the transfer was confirmed',
  },
  AccountDTO: {
    id: 'Account ID, a UUID',
    currency: 'Currency code',
    sum: 'What can be spent now',
    frozenSum: 'What is held for payouts and withdrawals',
    withdrawalFee: 'Fee for each withdrawal',
  },
  ReferenceItem: { code: 'Code used in requests and answers', name: 'Name for people', currency: 'Currency code' },
  CurrentRates: { in: 'Rate of payins', out: 'Rate of payouts' },
  CreateInvoice: {
    notificationUrl: 'Where changes of status are sent. May be empty: then nothing is sent',
    notificationToken: 'Sent with each notification, to tell it from others. May be empty',
    paymentOption: 'Way to pay, a code of payment-methods; null or absent for any',
    paymentMethod: 'Bank, a code of payment-options; null or absent for any',
    paymentRequisites: 'Where a payout goes',
  },
  StartDeal: {
    paymentOption: 'Way to pay; null or absent for any',
    paymentMethod: 'Bank code; null or absent for any',
  },
  CreateWithdrawal: {
    accountId: 'Account to withdraw from',
    amount: 'Decimal amount as a string',
  },
  ConfirmTransfer: { attachment: 'Receipt or other proof of the transfer, at most 10 MB' },
  OpenDispute: {
    disputeReason: 'Why. `other` is read as `unknown`',
    attachment: 'Proof, at most 10 MB',
  },
};
