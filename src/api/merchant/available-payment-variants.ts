import { Type } from 'typebox';
import { availableWays } from '../available-ways.ts';
import type { Endpoint } from '../endpoint.ts';
import { PaymentVariant } from '../schemas.ts';
import { ownInvoice } from './own-invoice.ts';

export const availablePaymentVariants: Endpoint = {
  method: 'GET',
  path: '/invoices/:id/available-payment-variants',
  operationId: 'availablePaymentVariants',
  summary: 'Available payment variants of an invoice',
  description:
    'Options and banks that can be had now for this sum. Empty when nothing is free, or the invoice cannot be paid any more.',
  response: Type.Array(PaymentVariant),
  async handle(context, request) {
    return await availableWays(context, await ownInvoice(context, request));
  },
};
