import { idInPath, type PublicEndpoint } from './endpoint.ts';
import { cancelByPayer } from './payers-acts.ts';
import { publicInvoiceDTO } from './public-invoice.ts';
import { PublicInvoice } from './shapes.ts';

export const publicCancel: PublicEndpoint = {
  method: 'POST',
  path: '/invoices/:id/cancel',
  operationId: 'publicCancel',
  summary: 'Give up paying',
  description: 'Ends a new payin and its deal. Refused once a transfer is confirmed.',
  body: { kind: 'ignored' },
  response: PublicInvoice,
  async handle(context, request) {
    return await publicInvoiceDTO(context, await cancelByPayer(context, idInPath(request)));
  },
};
