import { idInPath, type PublicEndpoint } from './endpoint.ts';
import { findPayersInvoice } from './payment-page.ts';
import { publicInvoiceDTO } from './public-invoice.ts';
import { PublicInvoice } from './shapes.ts';

export const getPublicInvoice: PublicEndpoint = {
  method: 'GET',
  path: '/invoices/:id',
  operationId: 'getPublicInvoice',
  summary: 'Get invoice as its payer sees it',
  description: 'The answer of cancel, with what the payment page shows.',
  response: PublicInvoice,
  async handle(context, request) {
    return await publicInvoiceDTO(context, await findPayersInvoice(context, idInPath(request)));
  },
};
