import { Type } from 'typebox';
import { availableVariants } from '../available-ways.ts';
import { PaymentVariant } from '../invoice-schemas.ts';
import { endpoint } from './endpoint.ts';
import { invoiceInPath, ownInvoice } from './own-invoice.ts';

export const availablePaymentVariants = endpoint({
  method: 'GET',
  path: '/invoices/:id/available-payment-variants',
  operationId: 'availablePaymentVariants',
  summary: 'Available payment variants of an invoice',
  description:
    'Options and banks that can be had now for this sum. Empty when nothing is free, or the invoice cannot be paid any more.',
  tag: 'Invoices and deals',
  scope: 'read',
  params: { id: invoiceInPath },
  response: Type.Array(PaymentVariant),
  refusals: [],
  example: {
    shows: 'Ways to pay',
    answer: [
      { option: 'SBP', method: 'sberbank' },
      { option: 'TO_CARD', method: 'sberbank' },
      { option: 'TO_CARD', method: 'tinkoff' },
    ],
  },
  async handle(call) {
    return await availableVariants(call.context, await ownInvoice(call, call.params.id));
  },
});
