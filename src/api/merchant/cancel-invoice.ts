import type { Endpoint } from '../endpoint.ts';
import { cancelOf } from '../invoice-acts.ts';
import { canceledInvoiceDTO } from '../invoice-dto.ts';
import { perform } from '../perform.ts';
import { CanceledInvoice } from '../schemas.ts';
import { ownInvoice } from './own-invoice.ts';

export const cancelInvoice: Endpoint = {
  method: 'POST',
  path: '/invoices/:id/cancel',
  operationId: 'cancelInvoice',
  summary: 'Cancel invoice',
  description: 'Ends a new invoice and its deal. Refused once a transfer is confirmed.',
  body: { kind: 'ignored' },
  response: CanceledInvoice,
  async handle(context, request, reply) {
    const { invoice } = await ownInvoice(context, request);
    return await perform(context, request, reply, {
      command: cancelOf(invoice, invoice.storeId),
      render: (state) => canceledInvoiceDTO(context, state),
      fingerprint: '',
    });
  },
};
