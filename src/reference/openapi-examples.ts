/**
 * The examples of the reference, in one place: one small story of a shop that sells something for 1000 rubles. A test
 * checks them against the schemas and against what the running service answers.
 */
export interface NamedExample {
  readonly summary: string;
  readonly value: unknown;
}

export interface OperationExamples {
  /** By name; the answers carry the same names where there is more than one. */
  readonly request?: Readonly<Record<string, NamedExample>>;
  readonly response: Readonly<Record<string, NamedExample>>;
}

export const exampleIds = {
  invoice: '01a1d9ed-c200-7b52-9d0f-3a8e5c71b2d4',
  payout: '01a1d9f2-5a38-7c06-8e41-77d20b9c5f13',
  withdrawal: '01a1d9f6-ee70-71a9-b6c5-0e94d3a1672b',
  account: '0193f000-0000-7000-8000-000000000001',
  notification: '01a1d9ed-c200-7b52-9d0f-3a8e5c71b2d4_1',
  internalId: 'order-1042',
} as const;

const address = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
const receipt = '6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b.png';
const receiptSignature = 'expires=1794661320&signature=Lr3sYcN0kq7m5oT8vXhJ2wZbD1fGpE4uAiK6nQyR9Mc';

export const rubles = (amount: string) => ({ amount, currency: 'RUB', subunit: 2 });
const tethers = (amount: string) => ({ amount, currency: 'USDT', subunit: 8 });
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

const createPayin = {
  type: 'in',
  amount: '1000.00',
  currency: 'RUB',
  notificationUrl: 'https://shop.example.com/quittance',
  notificationToken: 'a-token-of-your-own',
  internalId: exampleIds.internalId,
  userId: 'client-7',
  paymentOption: 'TO_CARD',
  paymentMethod: 'sberbank',
  startDeal: true,
};

const createPayout = {
  type: 'out',
  amount: '1000.00',
  currency: 'RUB',
  notificationUrl: 'https://shop.example.com/quittance',
  notificationToken: 'a-token-of-your-own',
  internalId: 'refund-88',
  userId: 'client-7',
  paymentOption: 'TO_CARD',
  paymentMethod: 'sberbank',
  paymentRequisites: { requisites: '2200000000000004', holder: 'Ivan P.' },
};

/** Links in the examples lead to the service that shows them. */
export function createdPayin(serverUrl: string) {
  return {
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
    invoiceUrl: `${serverUrl}/pay/${exampleIds.invoice}`,
    deals: [
      {
        id: exampleIds.invoice,
        type: 'in',
        status: 'transfer_waiting',
        paymentMethodName: 'Sberbank',
        paymentMethod: 'sberbank',
        paymentOption: 'TO_CARD',
        requisites: { requisites: '2200000000000012', holder: 'Anna S.' },
        canceledAt: at('12:15:00'),
        disputeAttachment: null as string | null,
        disputeReason: null as string | null,
        disputeReasonData: [] as unknown,
        payment: null as typeof payment | null,
        rate: '95.50',
        isActive: true,
        qrCodeLink: `${serverUrl}/api/public/invoices/${exampleIds.invoice}/qr-code`,
      },
    ],
  };
}

function createdPayout(serverUrl: string) {
  const payin = createdPayin(serverUrl);
  return {
    ...payin,
    id: exampleIds.payout,
    internalId: createPayout.internalId,
    type: 'out',
    paymentRequisites: createPayout.paymentRequisites,
    createdAt: at('12:05:00'),
    expireAt: '2026-11-15T12:05:00+00:00',
    updatedAt: at('12:05:00'),
    invoiceUrl: `${serverUrl}/pay/${exampleIds.payout}`,
    deals: payin.deals.map((deal) => ({
      ...deal,
      id: exampleIds.payout,
      type: 'out',
      status: 'new',
      requisites: createPayout.paymentRequisites,
      canceledAt: '2026-11-15T12:05:00+00:00',
      rate: '93.50',
      qrCodeLink: `${serverUrl}/api/public/invoices/${exampleIds.payout}/qr-code`,
    })),
  };
}

function invoice(serverUrl: string, deal: object = {}, change: object = {}) {
  const created = createdPayin(serverUrl);
  return {
    ...created,
    ...change,
    deals: created.deals.map((one) => ({ ...one, ...deal, disputeResult: null, attachments: [] as string[] })),
  };
}

function confirmed(serverUrl: string, deal: object, change: object) {
  const base = invoice(serverUrl, { payment, ...deal }, { ...received, ...change });
  const attachments = [`${serverUrl}/files/${receipt}?${receiptSignature}`];
  return { ...base, deals: base.deals.map((one) => ({ ...one, attachments })) };
}

export function canceled(serverUrl: string) {
  const { id, internalId, type, paymentMethod, paymentOption, paymentRequisites, sum } = createdPayin(serverUrl);
  return {
    ...{ id, internalId, type, paymentMethod, paymentOption, paymentRequisites },
    expiredAt: at('13:00:00'),
    sum,
    status: 'canceled',
    deals: [],
    successUrl: `${serverUrl}/pay/${id}`,
    cancelUrl: `${serverUrl}/pay/${id}`,
    isSumChanged: false,
    flow: 'DEFAULT',
    flowData: null,
  };
}

const withdrawal = {
  id: exampleIds.withdrawal,
  createdAt: at('12:10:00'),
  updatedAt: at('12:10:00'),
  sum: tethers('100.00000000'),
  fee: tethers('2.00000000'),
  address,
  txId: null as string | null,
};

export function one(summary: string, value: unknown): Record<string, NamedExample> {
  return { example: { summary, value } };
}

export function operationExamples(serverUrl: string): Readonly<Record<string, OperationExamples>> {
  return { ...invoiceExamples(serverUrl), ...accountExamples, ...listExamples };
}

function invoiceExamples(serverUrl: string): Record<string, OperationExamples> {
  const completed = { status: 'completed', isActive: false };
  const paid = confirmed(serverUrl, completed, { status: 'paid', updatedAt: at('12:06:30') });
  const waiting = confirmed(serverUrl, { status: 'transfer_confirmed' }, { updatedAt: at('12:04:10') });
  const dispute = { status: 'dispute', disputeReason: 'invalid_sum', disputeReasonData: { amount: '900.00' } };
  const disputed = confirmed(serverUrl, dispute, { status: 'dispute', updatedAt: at('12:20:00') });
  return {
    createInvoice: {
      request: {
        payin: { summary: 'Payin, with a deal at once', value: createPayin },
        payout: { summary: 'Payout', value: createPayout },
      },
      response: {
        payin: { summary: 'Payin, with a deal at once', value: createdPayin(serverUrl) },
        payout: { summary: 'Payout', value: createdPayout(serverUrl) },
      },
    },
    startDeal: {
      request: one('A card of this bank', { paymentOption: 'TO_CARD', paymentMethod: 'sberbank' }),
      response: one('Requisites to pay to', invoice(serverUrl)),
    },
    cancelInvoice: { response: one('Canceled', canceled(serverUrl)) },
    confirmTransfer: {
      request: one('A receipt', { attachment: '@receipt.png' }),
      response: one('The transfer is confirmed', waiting),
    },
    getInvoice: { response: one('A paid invoice', paid) },
    getInvoiceByInternalId: { response: one('A paid invoice', paid) },
    availablePaymentVariants: {
      response: one('Ways to pay', [
        { option: 'SBP', method: 'sberbank' },
        { option: 'TO_CARD', method: 'sberbank' },
        { option: 'TO_CARD', method: 'tinkoff' },
      ]),
    },
    openDispute: {
      request: one('The payer sent less', { disputeReason: 'invalid_sum', 'disputeReasonData[amount]': '900.00' }),
      response: one('Under dispute', disputed),
    },
  };
}

const accountExamples: Record<string, OperationExamples> = {
  createWithdrawal: {
    request: one('100 USDT to an address', {
      accountId: exampleIds.account,
      amount: '100',
      address,
      code2FA: '492039',
    }),
    response: one('Created', { ...withdrawal, status: 2, accountId: exampleIds.account }),
  },
  getWithdrawal: {
    response: one('Sent', {
      ...withdrawal,
      updatedAt: at('12:25:00'),
      txId: '7c2d4206c03a883b9066d6c0a31f4bd1c9a5b1e4f0d6a8c7e2b39f5d1046ea8b',
    }),
  },
  listAccounts: {
    response: one('One account', [
      {
        id: exampleIds.account,
        currency: 'USDT',
        sum: tethers('9898.00000000'),
        frozenSum: tethers('102.00000000'),
        withdrawalFee: tethers('2.00000000'),
      },
    ]),
  },
};

const listExamples: Record<string, OperationExamples> = {
  listPaymentOptions: {
    response: one('Banks', [
      { code: 'sberbank', name: 'Sberbank', currency: 'RUB' },
      { code: 'unknown', name: 'Any bank', currency: 'RUB' },
    ]),
  },
  listPaymentMethods: {
    response: one('Ways to pay', [
      { code: 'SBP', name: 'Faster Payments System', currency: 'RUB' },
      { code: 'TO_CARD', name: 'Card transfer', currency: 'RUB' },
    ]),
  },
  currentRates: {
    response: one('Rubles', { in: { pair: 'USDT/RUB', rate: '95.50' }, out: { pair: 'USDT/RUB', rate: '93.50' } }),
  },
};
