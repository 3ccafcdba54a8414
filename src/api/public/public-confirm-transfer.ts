import { ConfirmTransferForm } from '../schemas.ts';
import { idInPath, type PublicEndpoint } from './endpoint.ts';
import { confirmPayersTransfer } from './payers-acts.ts';
import { publicInvoiceDTO } from './public-invoice.ts';
import { PublicInvoice } from './shapes.ts';

export const publicConfirmTransfer: PublicEndpoint = {
  method: 'POST',
  path: '/invoices/:id/confirm-transfer',
  operationId: 'publicConfirmTransfer',
  summary: 'Say that it is paid, with a receipt',
  description: 'Uploads a receipt: JPEG, PNG, GIF, WebP, HEIC, PDF or plain text, at most 10 MB.',
  body: { kind: 'multipart', schema: ConfirmTransferForm },
  response: PublicInvoice,
  async handle(context, request) {
    return await publicInvoiceDTO(context, await confirmPayersTransfer(context, request, idInPath(request)));
  },
};
