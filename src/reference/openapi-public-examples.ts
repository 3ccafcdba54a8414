import type { OperationExamples } from './openapi-examples.ts';
import { canceled, createdPayin, exampleIds, one } from './openapi-examples.ts';

/** The same small story, as its payer sees it. */
export function publicExamples(serverUrl: string): Readonly<Record<string, OperationExamples>> {
  const paying = seenByPayer(serverUrl, { status: 'transfer_waiting', receipts: 0 });
  return {
    getPublicInvoice: { response: one('Requisites are there', paying) },
    publicPaymentVariants: { response: one('Ways to pay', [{ option: 'TO_CARD', method: 'sberbank' }]) },
    publicStartDeal: {
      request: one('A card of this bank', { paymentOption: 'TO_CARD', paymentMethod: 'sberbank' }),
      response: one('Requisites to pay to', paying),
    },
    publicConfirmTransfer: {
      request: one('A receipt', { attachment: '@receipt.png' }),
      response: one('Somebody looks', seenByPayer(serverUrl, { status: 'transfer_confirmed', receipts: 1 })),
    },
    publicCancel: { response: one('Given up', seenByPayer(serverUrl, null)) },
    publicBanks: { response: one('Banks', [{ code: 'sberbank', name: 'Sberbank' }]) },
    publicRates: {
      response: one('Rubles', { in: { pair: 'USDT/RUB', rate: '95.50' }, out: { pair: 'USDT/RUB', rate: '93.50' } }),
    },
  };
}

const sberbank = { code: 'sberbank', name: 'Sberbank', nameRu: 'Сбербанк' };
/** Noon of the day that the examples tell of. */
const noon = Date.UTC(2026, 10, 14, 12);
const minutes = (count: number) => noon + count * 60_000;

interface Progress {
  readonly status: 'transfer_waiting' | 'transfer_confirmed';
  readonly receipts: number;
}

/** Null: the payer has given up. */
function seenByPayer(serverUrl: string, deal: Progress | null) {
  const payin = createdPayin(serverUrl);
  const isWaiting = deal?.status === 'transfer_waiting';
  const shown = payin.deals.map((one) => ({
    id: one.id,
    type: one.type,
    status: deal?.status ?? '',
    paymentMethodName: one.paymentMethodName,
    paymentMethod: one.paymentMethod,
    paymentOption: one.paymentOption,
    requisites: one.requisites,
    canceledAt: one.canceledAt,
    isActive: true,
    qrCodeLink: one.qrCodeLink,
    attachmentCount: deal?.receipts ?? 0,
  }));
  return {
    ...canceled(serverUrl),
    status: deal === null ? 'canceled' : 'new',
    deals: deal === null ? [] : shown,
    createdAt: payin.createdAt,
    storeName: payin.storeName,
    paymentPage: {
      invoiceId: exampleIds.invoice,
      type: 'in',
      status: deal === null ? 'canceled' : 'new',
      now: minutes(4),
      sum: payin.sum,
      isSumChanged: false,
      createdAt: noon,
      expireAt: minutes(60),
      updatedAt: minutes(isWaiting ? 0 : 4),
      successUrl: null,
      cancelUrl: null,
      named: { option: 'TO_CARD', bank: sberbank },
      deal: deal === null ? null : pageDeal(deal),
      dealsStarted: 1,
      variants: isWaiting ? [{ option: 'TO_CARD', bank: sberbank }] : [],
      store: { name: payin.storeName, colour: null, darkColour: null, language: null },
    },
  };
}

function pageDeal({ status, receipts }: Progress) {
  return {
    id: exampleIds.invoice,
    status,
    option: 'TO_CARD',
    bank: sberbank,
    requisites: { number: '2200000000000012', holder: 'Anna S.' },
    link: null,
    qrCarries: 'page',
    deadlineAt: minutes(15),
    confirmedAt: status === 'transfer_waiting' ? null : minutes(4),
    receipts,
  };
}
