/** The tables of the interface: which fields each shape has, and no others. */
export const moneyFields = ['amount', 'currency', 'subunit'];

export const invoiceFields = [
  'id',
  'internalId',
  'userId',
  'type',
  'status',
  'paymentMethod',
  'paymentOption',
  'paymentRequisites',
  'sum',
  'storeId',
  'storeName',
  'receivedSumFromTaker',
  'receivedSumFromMaker',
  'serviceFeeSum',
  'payoutSum',
  'createdAt',
  'expireAt',
  'updatedAt',
  'invoiceUrl',
  'deals',
];

export const canceledInvoiceFields = [
  'id',
  'internalId',
  'type',
  'paymentMethod',
  'paymentOption',
  'paymentRequisites',
  'expiredAt',
  'sum',
  'status',
  'deals',
  'successUrl',
  'cancelUrl',
  'isSumChanged',
  'flow',
  'flowData',
];

export const createdDealFields = [
  'id',
  'type',
  'status',
  'paymentMethodName',
  'paymentMethod',
  'paymentOption',
  'requisites',
  'canceledAt',
  'disputeAttachment',
  'disputeReason',
  'disputeReasonData',
  'payment',
  'rate',
  'isActive',
  'qrCodeLink',
];

export const dealFields = [...createdDealFields, 'disputeResult', 'attachments'];

export const paymentFields = ['takerSum', 'makerSum', 'feeSum', 'date'];

export const withdrawalFields = ['id', 'createdAt', 'updatedAt', 'sum', 'fee', 'address', 'txId'];
export const createdWithdrawalFields = [...withdrawalFields, 'status', 'accountId'];

export const accountFields = ['id', 'currency', 'sum', 'frozenSum', 'withdrawalFee'];

/** ISO 8601 with a numeric offset; `Z` does not match. */
export const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function keysOf(value: object): string[] {
  return Object.keys(value).sort();
}

export function sorted(names: readonly string[]): string[] {
  return [...names].sort();
}

export function rub(amount: string): object {
  return { amount, currency: 'RUB', subunit: 2 };
}

export function usdt(amount: string): object {
  return { amount, currency: 'USDT', subunit: 8 };
}
