import { Type } from 'typebox';
import { dealStatuses } from '../domain/invoices/deal.ts';
import { disputeReasons } from '../domain/invoices/deal-dispute.ts';
import { invoiceStatuses } from '../domain/invoices/invoice.ts';
import {
  DirectionType,
  money,
  moneyOrNull,
  oneOf,
  optionalText,
  orNull,
  PaymentMethodType,
  PaymentOptionType,
  PayoutRequisites,
  type ShapeOf,
  timestamp,
} from './schemas.ts';

/** Invoices and deals on the wire. Names and presence of each field are the interface's, to the letter. */

const untilConfirmed = 'null until a transfer is confirmed';
const SignedLink = Type.String({ description: 'Signed link that expires' });
const dealsNow = 'The deal that matters now: active, completed or disputed. Empty when there is none';

const Payment = Type.Object(
  {
    takerSum: money("The payer's fiat amount"),
    makerSum: money('The same in the settlement currency, cut off at its last digit'),
    feeSum: money('Fee of the service, rounded up'),
    date: timestamp('When the transfer was confirmed'),
  },
  { $id: 'PaymentDTO' },
);

/** What a payer needs to know. */
export const GivenRequisites = Type.Object({
  requisites: Type.String({ description: 'Card number, phone or account' }),
  holder: Type.String({ description: 'Its owner' }),
});

export const dealFields = {
  id: Type.String({ description: "Deal ID. The first deal carries the invoice's own ID" }),
  type: DirectionType,
  status: oneOf(dealStatuses, 'Where the deal stands'),
  paymentMethodName: Type.String({ description: 'Name of the bank, for people' }),
  paymentMethod: PaymentMethodType,
  paymentOption: PaymentOptionType,
  requisites: Type.Object(GivenRequisites.properties, {
    description: 'Where the payer transfers to: `requisites` is a card number, phone or account, `holder` its owner',
  }),
  canceledAt: timestamp('When the deal ends if nothing was paid'),
  disputeAttachment: orNull(SignedLink, 'Signed link to the proof given with a dispute; it expires. Null without one'),
  disputeReason: orNull(oneOf(disputeReasons), 'Why the deal is disputed; null when it is not'),
  disputeReasonData: Type.Unsafe<readonly [] | { readonly amount: string }>({
    anyOf: [{ type: 'array', maxItems: 0 }, Type.Object({ amount: Type.String({ description: 'The sum claimed' }) })],
    description: 'For `invalid_sum` an object with the `amount` as sent; otherwise an empty array',
  }),
  payment: orNull(Payment, 'Filled once a transfer is confirmed'),
  rate: Type.String({
    examples: ['95.50'],
    description: 'Fiat per unit of settlement currency, fixed when the deal starts',
  }),
  isActive: Type.Boolean({ description: 'False once the deal is `completed`, `canceled` or `expired`' }),
  qrCodeLink: Type.String({
    description:
      'Image of a QR code for the payment; of a way to pay with a link of its own (`SBP_QR`) that https link',
  }),
};

/** What is known of a deal once it has begun. */
export const laterDealFields = {
  disputeResult: orNull(Type.String(), 'How a dispute ended; null while it is open and when there was none'),
  attachments: Type.Array(SignedLink, { description: 'Signed links to the receipts; they expire' }),
};

const CreatedDeal = Type.Object(dealFields, { $id: 'CreatedDealDTO' });
const Deal = Type.Object({ ...dealFields, ...laterDealFields }, { $id: 'DealDTO' });

export const invoiceFields = {
  id: Type.String({ description: 'Invoice ID, a UUID' }),
  internalId: orNull(Type.String(), "The merchant's own ID, echoed back"),
  userId: orNull(Type.String(), "Client ID in the merchant's system, echoed back"),
  type: DirectionType,
  status: oneOf(invoiceStatuses, 'Where the invoice stands'),
  paymentMethod: orNull(PaymentMethodType, 'Bank code; null until chosen'),
  paymentOption: orNull(PaymentOptionType, 'Way to pay; null until chosen'),
  paymentRequisites: orNull(PayoutRequisites, 'Where a payout goes; null for a payin'),
  sum: money('Amount and currency of the invoice'),
  storeId: Type.Integer({ description: 'Store ID' }),
  storeName: Type.String({ description: 'Name of the store' }),
  receivedSumFromTaker: moneyOrNull(`What the payer transferred, in fiat; ${untilConfirmed}`),
  receivedSumFromMaker: moneyOrNull(`The same in the settlement currency; ${untilConfirmed}`),
  serviceFeeSum: moneyOrNull(`Fee of the service, in the settlement currency; ${untilConfirmed}`),
  payoutSum: moneyOrNull(`What the merchant is owed, in the settlement currency; ${untilConfirmed}`),
  createdAt: timestamp('When the invoice was created'),
  expireAt: timestamp('When the invoice expires if no transfer is confirmed'),
  updatedAt: timestamp('When the invoice last changed'),
  invoiceUrl: Type.String({ description: 'Page where the payer pays' }),
};

/** The answer to create. */
export const CreatedInvoice = Type.Object(
  { ...invoiceFields, deals: Type.Array(CreatedDeal, { description: dealsNow }) },
  { $id: 'CreatedInvoiceDTO' },
);
export type CreatedInvoice = ShapeOf<typeof CreatedInvoice>;

/** The answer to start-deal, confirm-transfer, dispute and both reads. */
export const Invoice = Type.Object(
  { ...invoiceFields, deals: Type.Array(Deal, { description: dealsNow }) },
  { $id: 'InvoiceDTO' },
);
export type Invoice = ShapeOf<typeof Invoice>;

/** The shorter answer to cancel. Note `expiredAt`: the interface spells it so here. */
export const canceledFields = {
  id: invoiceFields.id,
  internalId: invoiceFields.internalId,
  type: DirectionType,
  paymentMethod: invoiceFields.paymentMethod,
  paymentOption: invoiceFields.paymentOption,
  paymentRequisites: invoiceFields.paymentRequisites,
  expiredAt: timestamp('The time that other answers call `expireAt`; here it is spelled so'),
  sum: invoiceFields.sum,
  status: Type.Enum(['canceled'], { description: '`canceled` after cancel' }),
  deals: Type.Array(Deal, { maxItems: 0, description: 'Empty after cancel' }),
  successUrl: Type.String({ description: 'As given at creation, or the page where the payer pays' }),
  cancelUrl: Type.String({ description: 'As given at creation, or the page where the payer pays' }),
  isSumChanged: Type.Boolean({ description: 'True when a dispute changed the sum' }),
  flow: Type.Enum(['DEFAULT'], { description: 'Always `DEFAULT`' }),
  flowData: Type.Null({ description: 'Always null' }),
};
export const CanceledInvoice = Type.Object(canceledFields, { $id: 'CanceledInvoiceDTO' });
export type CanceledInvoice = ShapeOf<typeof CanceledInvoice>;

export const PaymentVariant = Type.Object(
  { option: PaymentOptionType, method: PaymentMethodType },
  { $id: 'PaymentVariantDTO' },
);
export type PaymentVariant = ShapeOf<typeof PaymentVariant>;

/** Asked by merchants and payers alike. */
export const StartDealBody = Type.Object(
  {
    paymentOption: optionalText(50, { examples: ['TO_CARD'], description: 'Way to pay; null or absent for any' }),
    paymentMethod: optionalText(50, { examples: ['sberbank'], description: 'Bank code; null or absent for any' }),
  },
  { $id: 'StartDeal' },
);
export type StartDealBody = ShapeOf<typeof StartDealBody>;

export const ConfirmTransferForm = Type.Object(
  {
    attachment: Type.String({
      format: 'binary',
      description: 'Receipt or other proof of the transfer, at most 10 MB',
    }),
  },
  { $id: 'ConfirmTransfer' },
);
