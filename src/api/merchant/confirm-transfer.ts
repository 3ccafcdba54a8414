import type { Endpoint } from '../endpoint.ts';
import { confirmTransferOf } from '../invoice-acts.ts';
import { invoiceDTO } from '../invoice-dto.ts';
import { perform } from '../perform.ts';
import { ConfirmTransferForm, Invoice } from '../schemas.ts';
import { ownInvoice } from './own-invoice.ts';

export const confirmTransfer: Endpoint = {
  method: 'POST',
  path: '/invoices/:id/confirm-transfer',
  operationId: 'confirmTransfer',
  summary: 'Confirm transfer',
  description:
    'Uploads a receipt: JPEG, PNG, GIF, WebP, HEIC, PDF or plain text, at most 10 MB. The body is not signed.',
  body: { kind: 'multipart', schema: ConfirmTransferForm },
  response: Invoice,
  async handle(context, request, reply) {
    // Before the upload is read: nobody sends ten megabytes to an invoice that is not there.
    const { invoice } = await ownInvoice(context, request);
    const act = await confirmTransferOf(context, request, invoice, invoice.storeId);
    return await perform(context, request, reply, { ...act, render: (state) => invoiceDTO(context, state, 'full') });
  },
};
