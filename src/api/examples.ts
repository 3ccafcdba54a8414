import type { CanceledInvoice, CreatedInvoice, Invoice } from './invoice-schemas.ts';

/**
 * The story that the examples of all interfaces tell: a shop sells something for 1000 rubles. A test checks the examples
 * against the schemas and against what the running service answers.
 */

/** Where links in examples lead. The reference puts the address of the service that shows it in its place. */
export const exampleUrl = 'https://pay.example.com';

export const exampleIds = {
  invoice: '01a1d9ed-c200-7b52-9d0f-3a8e5c71b2d4',
  /** A payin without a deal, which is given up. */
  unpaid: '01a1d9f0-1b2c-7a11-a3d5-6f0e92c847b1',
  payout: '01a1d9f2-5a38-7c06-8e41-77d20b9c5f13',
  withdrawal: '01a1d9f6-ee70-71a9-b6c5-0e94d3a1672b',
  account: '0193f000-0000-7000-8000-000000000001',
  notification: '01a1d9ed-c200-7b52-9d0f-3a8e5c71b2d4_1',
  internalId: 'order-1042',
  arrival: '01a1d9f9-30c8-7e15-9b7a-52c4e8f01d36',
  movement: '01a1da02-7c10-7d3e-9a54-1f0b6c8e2d97',
  refund: '01a1da12-4e80-7f0b-8c39-6a2d91b7e054',
  request: '01a1da0a-93e4-7b67-8f2d-c41d60a7e935',
} as const;

export const exampleAddress = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
export const exampleTransaction = '7c2d4206c03a883b9066d6c0a31f4bd1c9a5b1e4f0d6a8c7e2b39f5d1046ea8b';
export const exampleShop = {
  notificationUrl: 'https://shop.example.com/quittance',
  notificationToken: 'a-token-of-your-own',
} as const;
/** From an authenticator app. */
export const exampleCode = '492039';

const receipt = '6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b.png';
const receiptSignature = 'expires=1794661320&signature=Lr3sYcN0kq7m5oT8vXhJ2wZbD1fGpE4uAiK6nQyR9Mc';
export const exampleReceipt = `${exampleUrl}/files/${receipt}?${receiptSignature}`;

export const rubles = (amount: string) => ({ amount, currency: 'RUB', subunit: 2 });
export const tethers = (amount: string) => ({ amount, currency: 'USDT', subunit: 8 });
/** On the day that the examples tell of. */
export const at = (time: string) => `2026-11-14T${time}+00:00`;

/** 1000.00 RUB at 95.50: 10.47120418 USDT, of which the service takes 2.5 %. */
export const received = {
  receivedSumFromTaker: rubles('1000.00'),
  receivedSumFromMaker: tethers('10.47120418'),
  serviceFeeSum: tethers('0.26178011'),
  payoutSum: tethers('10.20942407'),
};

export const payment = {
  takerSum: received.receivedSumFromTaker,
  makerSum: received.receivedSumFromMaker,
  feeSum: received.serviceFeeSum,
  date: at('12:04:10'),
};

/** A card of the example's maker. */
export const exampleRequisites = { requisites: '2200000000000012', holder: 'Anna S.' };

type CreatedDeal = CreatedInvoice['deals'][number];

const createdDeal: CreatedDeal = {
  id: exampleIds.invoice,
  type: 'in',
  status: 'transfer_waiting',
  paymentMethodName: 'Sberbank',
  paymentMethod: 'sberbank',
  paymentOption: 'TO_CARD',
  requisites: exampleRequisites,
  canceledAt: at('12:15:00'),
  disputeAttachment: null,
  disputeReason: null,
  disputeReasonData: [],
  payment: null,
  rate: '95.50',
  isActive: true,
  qrCodeLink: `${exampleUrl}/api/public/invoices/${exampleIds.invoice}/qr-code`,
};

export const createdPayin: CreatedInvoice = {
  id: exampleIds.invoice,
  internalId: exampleIds.internalId,
  userId: 'client-7',
  type: 'in',
  status: 'new',
  paymentMethod: 'sberbank',
  paymentOption: 'TO_CARD',
  paymentRequisites: null,
  sum: rubles('1000.00'),
  storeId: 1,
  storeName: 'Demo Shop',
  receivedSumFromTaker: null,
  receivedSumFromMaker: null,
  serviceFeeSum: null,
  payoutSum: null,
  createdAt: at('12:00:00'),
  expireAt: at('13:00:00'),
  updatedAt: at('12:00:00'),
  invoiceUrl: `${exampleUrl}/pay/${exampleIds.invoice}`,
  deals: [createdDeal],
};

/** Nobody has said how to pay it. */
export const createdUnpaid: CreatedInvoice = {
  ...createdPayin,
  id: exampleIds.unpaid,
  internalId: null,
  paymentMethod: null,
  paymentOption: null,
  invoiceUrl: `${exampleUrl}/pay/${exampleIds.unpaid}`,
  deals: [],
};

export const payoutRequisites = { requisites: '2200000000000004', holder: 'Ivan P.' };
export const payoutInternalId = 'refund-88';
const payoutEnd = '2026-11-15T12:05:00+00:00';

export const createdPayout: CreatedInvoice = {
  ...createdPayin,
  id: exampleIds.payout,
  internalId: payoutInternalId,
  type: 'out',
  paymentRequisites: payoutRequisites,
  createdAt: at('12:05:00'),
  expireAt: payoutEnd,
  updatedAt: at('12:05:00'),
  invoiceUrl: `${exampleUrl}/pay/${exampleIds.payout}`,
  deals: [
    {
      ...createdDeal,
      id: exampleIds.payout,
      type: 'out',
      status: 'new',
      requisites: payoutRequisites,
      canceledAt: payoutEnd,
      rate: '93.50',
      qrCodeLink: `${exampleUrl}/api/public/invoices/${exampleIds.payout}/qr-code`,
    },
  ],
};

function invoice(deal: Partial<Invoice['deals'][number]>, change: Partial<Invoice> = {}): Invoice {
  return { ...createdPayin, ...change, deals: [{ ...createdDeal, disputeResult: null, attachments: [], ...deal }] };
}

function confirmed(deal: Partial<Invoice['deals'][number]>, change: Partial<Invoice>): Invoice {
  return invoice({ payment, attachments: [exampleReceipt], ...deal }, { ...received, ...change });
}

export const startedInvoice = invoice({});
export const confirmedInvoice = confirmed({ status: 'transfer_confirmed' }, { updatedAt: at('12:04:10') });
export const paidInvoice = confirmed(
  { status: 'completed', isActive: false },
  { status: 'paid', updatedAt: at('12:06:30') },
);
export const disputedInvoice = confirmed(
  { status: 'dispute', disputeReason: 'invalid_sum', disputeReasonData: { amount: '900.00' } },
  { status: 'dispute', updatedAt: at('12:20:00') },
);

export const canceledInvoice: CanceledInvoice = {
  id: exampleIds.unpaid,
  internalId: null,
  type: 'in',
  paymentMethod: null,
  paymentOption: null,
  paymentRequisites: null,
  expiredAt: at('13:00:00'),
  sum: rubles('1000.00'),
  status: 'canceled',
  deals: [],
  successUrl: `${exampleUrl}/pay/${exampleIds.unpaid}`,
  cancelUrl: `${exampleUrl}/pay/${exampleIds.unpaid}`,
  isSumChanged: false,
  flow: 'DEFAULT',
  flowData: null,
};
