import { type Static, type TSchema, Type } from 'typebox';
import { directions } from '../domain/payment.ts';

/**
 * The shapes of the merchant interface. They validate requests, and the API reference is made from the same objects.
 * `x-error-code` names the refusal for a value that does not match a pattern.
 */

/** PostgreSQL cannot store NUL in text. */
const noNul = { pattern: '^[^\\u0000]*$', 'x-error-code': 'invalid_characters' } as const;
/** It travels as a header, where a line break would begin another one. */
const headerText = { pattern: '^[^\\u0000-\\u001f\\u007f]*$', 'x-error-code': 'invalid_characters' } as const;
/** The subunit of the currency is checked later; this is what no currency allows. */
const decimal = { pattern: '^[0-9]{1,20}(\\.[0-9]{1,40})?$', 'x-error-code': 'invalid_amount' } as const;
const httpUrl = { pattern: '^(https?://[^\\s\\u0000]+)?$', 'x-error-code': 'invalid_url' } as const;

function text(lengthMax: number, options: object = {}) {
  return Type.String({ minLength: 1, maxLength: lengthMax, ...noNul, ...options });
}

/** `null` equals absent for optional parameters. */
function optionalText(lengthMax: number, options: object = {}) {
  return Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: lengthMax, ...noNul, ...options }),
  );
}

export function orNull<Schema extends TSchema>(schema: Schema) {
  return Type.Unsafe<Static<Schema> | null>({ anyOf: [schema, { type: 'null' }] });
}

export const NotificationUrl = Type.String({
  ...httpUrl,
  maxLength: 2048,
  description: 'May be empty: then nothing is sent',
});
export const NotificationToken = Type.String({ ...headerText, maxLength: 1024, description: 'May be empty' });

export const Money = Type.Object(
  {
    amount: Type.String({
      description: 'Decimal number with exactly `subunit` fraction digits',
      examples: ['1000.00'],
    }),
    currency: Type.String({ examples: ['RUB'] }),
    subunit: Type.Integer({ examples: [2] }),
  },
  { $id: 'MoneyDTO' },
);

export const Timestamp = Type.String({
  description: 'ISO 8601 with numeric offset',
  examples: ['2026-11-14T12:00:00+00:00'],
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\+00:00$',
});

export const DirectionType = Type.Enum(Object.keys(directions) as ['in', 'out'], {
  description: '`in` payin, `out` payout',
});
export const PaymentOptionType = Type.String({
  description: 'A code of payment-methods, such as SBP, TO_CARD, TO_ACCOUNT, CROSS_BORDER or SBP_QR',
  examples: ['SBP'],
});
export const PaymentMethodType = Type.String({ description: 'A bank code of payment-options', examples: ['sberbank'] });

export const PayoutRequisites = Type.Object(
  {
    requisites: text(255, { description: 'Card number, phone or account the payout goes to' }),
    holder: optionalText(255, { description: 'Name of the holder' }),
  },
  { $id: 'RequisitesDTO' },
);

const Payment = Type.Object(
  { takerSum: Money, makerSum: Money, feeSum: Money, date: Timestamp },
  { $id: 'PaymentDTO' },
);

const dealFields = {
  id: Type.String(),
  type: DirectionType,
  status: Type.Enum(['new', 'transfer_waiting', 'transfer_confirmed', 'completed', 'canceled', 'expired', 'dispute']),
  paymentMethodName: Type.String(),
  paymentMethod: PaymentMethodType,
  paymentOption: PaymentOptionType,
  requisites: Type.Object({ requisites: Type.String(), holder: Type.String() }),
  canceledAt: Timestamp,
  disputeAttachment: orNull(Type.String({ description: 'Signed link that expires' })),
  disputeReason: orNull(Type.Enum(['unknown', 'has_payment', 'no_payment', 'invalid_sum', 'invalid_requisites'])),
  disputeReasonData: Type.Unsafe<unknown>({
    anyOf: [{ type: 'array', maxItems: 0 }, Type.Object({ amount: Type.String() })],
  }),
  payment: orNull(Payment),
  rate: Type.String({ examples: ['95.50'] }),
  isActive: Type.Boolean(),
  qrCodeLink: Type.String(),
};

const CreatedDeal = Type.Object(dealFields, { $id: 'CreatedDealDTO' });
const Deal = Type.Object(
  {
    ...dealFields,
    disputeResult: orNull(Type.String()),
    attachments: Type.Array(Type.String({ description: 'Signed link that expires' })),
  },
  { $id: 'DealDTO' },
);

const invoiceFields = {
  id: Type.String(),
  internalId: orNull(Type.String()),
  userId: orNull(Type.String()),
  type: DirectionType,
  status: Type.Enum(['new', 'paid', 'canceled', 'expired', 'dispute']),
  paymentMethod: orNull(PaymentMethodType),
  paymentOption: orNull(PaymentOptionType),
  paymentRequisites: orNull(PayoutRequisites),
  sum: Money,
  storeId: Type.Integer(),
  storeName: Type.String(),
  receivedSumFromTaker: orNull(Money),
  receivedSumFromMaker: orNull(Money),
  serviceFeeSum: orNull(Money),
  payoutSum: orNull(Money),
  createdAt: Timestamp,
  expireAt: Timestamp,
  updatedAt: Timestamp,
  invoiceUrl: Type.String(),
};

export const CreatedInvoice = Type.Object(
  { ...invoiceFields, deals: Type.Array(CreatedDeal) },
  { $id: 'CreatedInvoiceDTO' },
);
export const Invoice = Type.Object({ ...invoiceFields, deals: Type.Array(Deal) }, { $id: 'InvoiceDTO' });

const { paymentMethodName: _name, rate: _rate, isActive: _active, qrCodeLink: _link, ...notifiedDeal } = dealFields;
const NotifiedDeal = Type.Object(
  { ...notifiedDeal, attachments: Deal.properties.attachments, disputeResult: Deal.properties.disputeResult },
  { $id: 'NotifiedDealDTO' },
);
const {
  paymentMethod: _method,
  paymentOption: _option,
  paymentRequisites: _requisites,
  invoiceUrl: _page,
  ...notifiedInvoice
} = invoiceFields;
const NotifiedInvoice = Type.Object(
  { ...notifiedInvoice, rate: orNull(Type.String({ examples: ['95.50'] })), deal: orNull(NotifiedDeal) },
  { $id: 'NotifiedInvoiceDTO' },
);
const notificationFields = {
  notificationType: Type.Enum(['invoice']),
  notificationDate: Timestamp,
  sequence: Type.Integer(),
  invoice: NotifiedInvoice,
};
/** What a shop is sent. */
export const Notification = Type.Object(notificationFields, { $id: 'NotificationDTO' });
export const FeedItem = Type.Object(
  { feedSequence: Type.Integer(), webhookId: Type.String(), ...notificationFields },
  { $id: 'FeedItemDTO' },
);

export const CanceledInvoice = Type.Object(
  {
    id: Type.String(),
    internalId: orNull(Type.String()),
    type: DirectionType,
    paymentMethod: orNull(PaymentMethodType),
    paymentOption: orNull(PaymentOptionType),
    paymentRequisites: orNull(PayoutRequisites),
    expiredAt: Timestamp,
    sum: Money,
    status: Type.Enum(['canceled']),
    deals: Type.Array(Deal, { maxItems: 0 }),
    successUrl: Type.String(),
    cancelUrl: Type.String(),
    isSumChanged: Type.Boolean(),
    flow: Type.Enum(['DEFAULT']),
    flowData: Type.Null(),
  },
  { $id: 'CanceledInvoiceDTO' },
);

const withdrawalFields = {
  id: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  sum: Money,
  fee: Money,
  address: Type.String(),
  txId: orNull(Type.String()),
};
export const Withdrawal = Type.Object(withdrawalFields, { $id: 'WithdrawalDTO' });
export const CreatedWithdrawal = Type.Object(
  {
    ...withdrawalFields,
    status: Type.Integer({ description: '2 created, 3 being sent, 4 sent, 5 rejected' }),
    accountId: Type.String(),
  },
  { $id: 'CreatedWithdrawalDTO' },
);

export const Account = Type.Object(
  { id: Type.String(), currency: Type.String(), sum: Money, frozenSum: Money, withdrawalFee: Money },
  { $id: 'AccountDTO' },
);

export const PaymentVariant = Type.Object(
  { option: PaymentOptionType, method: PaymentMethodType },
  { $id: 'PaymentVariantDTO' },
);

export const ReferenceItem = Type.Object(
  { code: Type.String(), name: Type.String(), currency: Type.String() },
  { $id: 'ReferenceItem' },
);

const CurrentRate = Type.Object({ pair: Type.String({ examples: ['USDT/RUB'] }), rate: Type.String() });
export const CurrentRates = Type.Object({ in: CurrentRate, out: CurrentRate }, { $id: 'CurrentRates' });

export const CreateInvoiceBody = Type.Object(
  {
    type: DirectionType,
    amount: text(61, { ...decimal, description: 'Decimal amount as a string', examples: ['1000.00'] }),
    currency: text(10, { description: 'Currency code', examples: ['RUB'] }),
    notificationUrl: NotificationUrl,
    notificationToken: NotificationToken,
    internalId: optionalText(255, { description: "ID in the merchant's system" }),
    userId: optionalText(255, { description: "Client ID in the merchant's system" }),
    paymentOption: optionalText(50, { description: 'Mandatory for type `out`', examples: ['SBP'] }),
    paymentMethod: optionalText(50, { description: 'Mandatory for type `out`', examples: ['sberbank'] }),
    paymentRequisites: Type.Optional(orNull(PayoutRequisites)),
    startDeal: Type.Optional(
      Type.Unsafe<boolean | null>({
        type: ['boolean', 'null'],
        description: 'Only for type `in`: create a deal at once',
      }),
    ),
    successUrl: optionalText(2048, { ...httpUrl, description: 'Where the payer is sent after paying' }),
    cancelUrl: optionalText(2048, { ...httpUrl, description: 'Where the payer is sent after giving up' }),
  },
  {
    $id: 'CreateInvoice',
    if: { properties: { type: { const: 'out' } }, required: ['type'] },
    // biome-ignore lint/suspicious/noThenProperty: this is the keyword of JSON Schema.
    then: {
      required: ['paymentOption', 'paymentMethod', 'paymentRequisites'],
      properties: {
        paymentOption: { type: 'string', minLength: 1 },
        paymentMethod: { type: 'string', minLength: 1 },
        paymentRequisites: { type: 'object' },
      },
    },
  },
);
export type CreateInvoiceBody = Static<typeof CreateInvoiceBody>;

export const StartDealBody = Type.Object(
  {
    paymentOption: optionalText(50, { examples: ['TO_CARD'] }),
    paymentMethod: optionalText(50, { examples: ['sberbank'] }),
  },
  { $id: 'StartDeal' },
);
export type StartDealBody = Static<typeof StartDealBody>;

export const ConfirmTransferForm = Type.Object(
  { attachment: Type.String({ format: 'binary' }) },
  { $id: 'ConfirmTransfer' },
);

export const CreateWithdrawalBody = Type.Object(
  {
    accountId: text(100),
    amount: text(61, { ...decimal, examples: ['100.00'] }),
    address: text(255, { description: 'Destination address on the network of the account' }),
    code2FA: text(20, { description: 'Current two-factor code', examples: ['123456'] }),
    substractFeeFromAmount: Type.Optional(
      Type.Unsafe<boolean | null>({
        type: ['boolean', 'null'],
        description: 'True: the fee is taken from the amount (the name is spelled exactly so)',
      }),
    ),
  },
  { $id: 'CreateWithdrawal' },
);
export type CreateWithdrawalBody = Static<typeof CreateWithdrawalBody>;

export const Faults = Type.Array(
  Type.Object({ code: Type.String(), message: Type.String(), field: Type.Optional(Type.String()) }),
  { $id: 'Faults' },
);
