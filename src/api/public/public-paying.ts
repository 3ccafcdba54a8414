import { Type } from 'typebox';
import { availableVariants } from '../available-ways.ts';
import { ignored, json, multipart } from '../endpoint.ts';
import { wishOf } from '../invoice-acts.ts';
import { ConfirmTransferForm, PaymentVariant, StartDealBody } from '../invoice-schemas.ts';
import { endpoint, invoiceInPath } from './endpoint.ts';
import { givenUpInvoice, payingInvoice, sentInvoice } from './examples.ts';
import { cancelByPayer, confirmPayersTransfer, startPayersDeal } from './payers-acts.ts';
import { findPayersInvoice } from './payment-page.ts';
import { publicInvoiceDTO } from './public-invoice.ts';
import { PublicInvoice } from './shapes.ts';

export const getPublicInvoice = endpoint({
  method: 'GET',
  path: '/invoices/:id',
  operationId: 'getPublicInvoice',
  summary: 'Get invoice as its payer sees it',
  description: 'The answer of cancel, with what the payment page shows.',
  tag: 'Payers',
  params: { id: invoiceInPath },
  response: PublicInvoice,
  refusals: [],
  example: { shows: 'Requisites are there', answer: payingInvoice },
  async handle({ context, params }) {
    return await publicInvoiceDTO(context, await findPayersInvoice(context, params.id));
  },
});

export const publicVariants = endpoint({
  method: 'GET',
  path: '/invoices/:id/available-payment-variants',
  operationId: 'publicPaymentVariants',
  summary: 'Available payment variants of an invoice, for its payer',
  tag: 'Payers',
  params: { id: invoiceInPath },
  response: Type.Array(PaymentVariant),
  refusals: [],
  example: { shows: 'Ways to pay', answer: [{ option: 'TO_CARD', method: 'sberbank' }] },
  async handle({ context, params }) {
    return await availableVariants(context, await findPayersInvoice(context, params.id));
  },
});

export const publicStartDeal = endpoint({
  method: 'POST',
  path: '/invoices/:id/start-deal',
  operationId: 'publicStartDeal',
  summary: 'Get requisites to pay to',
  description:
    'Naming no variant means any; naming another one than the running deal has cancels that deal and starts a new one. ' +
    '`deals` is empty when no requisites are free.',
  tag: 'Payers',
  params: { id: invoiceInPath },
  body: json(StartDealBody, { nullIsEmpty: true }),
  response: PublicInvoice,
  refusals: [
    'payment_option_not_allowed',
    'payment_method_not_allowed',
    'rate_unavailable',
    'rate_outdated',
    'invoice_not_active',
    'transfer_already_confirmed',
    'payout_not_allowed',
    'too_many_deals',
    'payer_pending',
    'payer_too_often',
    'payer_blocked',
  ],
  example: {
    asks: 'A card of this bank',
    body: { paymentOption: 'TO_CARD', paymentMethod: 'sberbank' },
    shows: 'Requisites to pay to',
    answer: payingInvoice,
  },
  async handle({ context, request, params, body }) {
    return await publicInvoiceDTO(context, await startPayersDeal(context, params.id, wishOf(body), request.ip));
  },
});

export const publicConfirmTransfer = endpoint({
  method: 'POST',
  path: '/invoices/:id/confirm-transfer',
  operationId: 'publicConfirmTransfer',
  summary: 'Say that it is paid, with a receipt',
  description: 'Uploads a receipt: JPEG, PNG, GIF, WebP, HEIC, PDF or plain text, at most 10 MB.',
  tag: 'Payers',
  params: { id: invoiceInPath },
  body: multipart(ConfirmTransferForm),
  response: PublicInvoice,
  refusals: [
    'attachment_missing',
    'too_many_attachments',
    'receipts_of_invoice_full',
    'receipts_of_store_full',
    'invoice_not_active',
    'deal_not_active',
    'payout_not_allowed',
  ],
  example: { asks: 'A receipt', body: { attachment: '@receipt.png' }, shows: 'Somebody looks', answer: sentInvoice },
  async handle({ context, params, body }) {
    const readFile = async () => (await body.read()).file;
    return await publicInvoiceDTO(context, await confirmPayersTransfer(context, params.id, readFile));
  },
});

export const publicCancel = endpoint({
  method: 'POST',
  path: '/invoices/:id/cancel',
  operationId: 'publicCancel',
  summary: 'Give up paying',
  description: 'Ends a new payin and its deal. Refused once a transfer is confirmed.',
  tag: 'Payers',
  params: { id: invoiceInPath },
  body: ignored,
  response: PublicInvoice,
  refusals: ['invoice_not_active', 'transfer_already_confirmed', 'part_paid', 'payout_not_allowed'],
  example: { shows: 'Given up', answer: givenUpInvoice },
  async handle({ context, params }) {
    return await publicInvoiceDTO(context, await cancelByPayer(context, params.id));
  },
});
