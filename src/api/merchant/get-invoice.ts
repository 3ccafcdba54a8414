import { paidInvoice } from '../examples.ts';
import { invoiceDTO } from '../invoice-dto.ts';
import { Invoice } from '../invoice-schemas.ts';
import { endpoint } from './endpoint.ts';
import { invoiceInPath, ownInvoice } from './own-invoice.ts';

export const getInvoice = endpoint({
  method: 'GET',
  path: '/invoices/:id',
  operationId: 'getInvoice',
  summary: 'Get invoice by ID',
  description:
    'The invoice as it is now: what has expired is shown as expired. An invoice of another store does not exist.',
  tag: 'Invoices and deals',
  scope: 'read',
  params: { id: invoiceInPath },
  response: Invoice,
  refusals: [],
  example: { shows: 'A paid invoice', answer: paidInvoice },
  async handle(call) {
    return invoiceDTO(call.context, await ownInvoice(call, call.params.id));
  },
});
