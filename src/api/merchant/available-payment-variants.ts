import { Type } from 'typebox';
import type { Endpoint } from '../endpoint.ts';
import { variantsOf } from '../invoice-acts.ts';
import { PaymentVariant } from '../schemas.ts';
import { ownInvoice } from './own-invoice.ts';

export const availablePaymentVariants: Endpoint = {
  method: 'GET',
  path: '/invoices/:id/available-payment-variants',
  operationId: 'availablePaymentVariants',
  summary: 'Available payment variants of an invoice',
  description:
    'Options and banks for which requisites exist that take this sum. Empty when the invoice cannot be paid any more.',
  response: Type.Array(PaymentVariant),
  async handle(context, request) {
    return variantsOf(context, await ownInvoice(context, request));
  },
};
