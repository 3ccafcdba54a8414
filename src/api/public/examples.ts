import { caseNumber } from '../../domain/text/case-number.ts';
import { canceledInvoice, createdPayin, exampleIds, exampleRequisites, exampleUrl } from '../examples.ts';
import type { PublicInvoice } from './shapes.ts';

/** The story of the examples, as its payer sees it. */

const sberbank = { code: 'sberbank', name: 'Sberbank', nameRu: 'Сбербанк' };
/** Noon of the day that the examples tell of. */
const noon = Date.UTC(2026, 10, 14, 12);
const minutes = (count: number) => noon + count * 60_000;

interface Progress {
  readonly status: 'transfer_waiting' | 'transfer_confirmed' | 'dispute';
  readonly receipts: number;
}

export const payingInvoice = seenByPayer({ status: 'transfer_waiting', receipts: 0 });
export const sentInvoice = seenByPayer({ status: 'transfer_confirmed', receipts: 1 });
export const claimedInvoice = seenByPayer({ status: 'dispute', receipts: 1 });
export const givenUpInvoice = seenByPayer(null);

/** Null: the payer has given up. */
function seenByPayer(deal: Progress | null): PublicInvoice {
  const { id, internalId, paymentMethod, paymentOption, createdAt, storeName, sum } = createdPayin;
  const page = `${exampleUrl}/pay/${id}`;
  const status = deal === null ? 'canceled' : deal.status === 'dispute' ? 'dispute' : 'new';
  return {
    ...canceledInvoice,
    ...{ id, internalId, paymentMethod, paymentOption, successUrl: page, cancelUrl: page },
    status,
    deals: deal === null ? [] : [dealSeen(deal)],
    createdAt,
    storeName,
    paymentPage: {
      invoiceId: id,
      type: 'in',
      status,
      now: minutes(4),
      sum,
      isSumChanged: false,
      nudged: null,
      part: null,
      held: null,
      caseNumber: caseNumber(id),
      createdAt: noon,
      expireAt: minutes(60),
      updatedAt: minutes(deal?.status === 'transfer_waiting' ? 0 : 4),
      successUrl: null,
      cancelUrl: null,
      named: { option: 'TO_CARD', bank: sberbank },
      deal: deal === null ? null : pageDeal(deal),
      dealsStarted: 1,
      variants: deal?.status === 'transfer_waiting' ? [{ option: 'TO_CARD', bank: sberbank, isTroubled: false }] : [],
      store: {
        name: storeName,
        description: 'Coffee, freshly roasted',
        supportUrl: 'https://shop.example/help',
        logo: null,
        colour: null,
        darkColour: null,
        language: null,
      },
    },
  };
}

function dealSeen({ status, receipts }: Progress): PublicInvoice['deals'][number] {
  return {
    id: exampleIds.invoice,
    type: 'in',
    status,
    paymentMethodName: sberbank.name,
    paymentMethod: sberbank.code,
    paymentOption: 'TO_CARD',
    requisites: exampleRequisites,
    canceledAt: '2026-11-14T12:15:00+00:00',
    isActive: true,
    qrCodeLink: `${exampleUrl}/api/public/invoices/${exampleIds.invoice}/qr-code`,
    attachmentCount: receipts,
  };
}

function pageDeal({ status, receipts }: Progress): NonNullable<PublicInvoice['paymentPage']['deal']> {
  return {
    id: exampleIds.invoice,
    status,
    option: 'TO_CARD',
    bank: sberbank,
    requisites: { number: exampleRequisites.requisites, holder: exampleRequisites.holder },
    link: null,
    qrCarries: 'page',
    deadlineAt: minutes(15),
    confirmedAt: status === 'transfer_confirmed' ? minutes(4) : null,
    receipts,
  };
}
