import { Type } from 'typebox';
import { availableVariants } from '../available-ways.ts';
import { PaymentVariant } from '../invoice-schemas.ts';
import { endpoint, invoiceInPath } from './endpoint.ts';
import { findPayersInvoice } from './payment-page.ts';

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
