import { endpoint, invoiceInPath } from './endpoint.ts';
import { payingInvoice } from './examples.ts';
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
