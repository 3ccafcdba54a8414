import { Type } from 'typebox';
import { availableWays } from '../available-ways.ts';
import { PaymentVariant } from '../schemas.ts';
import { idInPath, type PublicEndpoint } from './endpoint.ts';
import { findPayersInvoice } from './payment-page.ts';

export const publicVariants: PublicEndpoint = {
  method: 'GET',
  path: '/invoices/:id/available-payment-variants',
  operationId: 'publicPaymentVariants',
  summary: 'Available payment variants of an invoice, for its payer',
  response: Type.Array(PaymentVariant),
  async handle(context, request) {
    return await availableWays(context, await findPayersInvoice(context, idInPath(request)));
  },
};
