import { ignored } from '../endpoint.ts';
import { endpoint, invoiceInPath } from './endpoint.ts';
import { givenUpInvoice } from './examples.ts';
import { cancelByPayer } from './payers-acts.ts';
import { publicInvoiceDTO } from './public-invoice.ts';
import { PublicInvoice } from './shapes.ts';

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
