import { Type } from 'typebox';
import { availableVariants } from '../../domain/allocation.ts';
import { storeOf } from '../../domain/catalogue.ts';
import { asOf } from '../../domain/expiry.ts';
import type { Endpoint } from '../endpoint.ts';
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
    const found = await ownInvoice(context, request);
    const { invoice } = asOf(found.invoice, found.deals, context.clock());
    if (invoice.type === 'out' || invoice.status !== 'new') return [];
    const catalogue = context.catalogue();
    return availableVariants(catalogue, { ...invoice, store: storeOf(catalogue, invoice.storeId) });
  },
};
