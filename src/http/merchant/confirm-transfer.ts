import { Type } from 'typebox';
import { confirmTransfer as confirmTransferCommand } from '../../commands/confirm-transfer.ts';
import { AppError } from '../../errors.ts';
import type { Endpoint } from '../endpoint.ts';
import { invoiceDTO } from '../invoice-dto.ts';
import { perform } from '../perform.ts';
import { Invoice } from '../schemas.ts';
import { readUpload, uploadFingerprint } from '../upload.ts';
import { ownInvoice } from './own-invoice.ts';

export const confirmTransfer: Endpoint = {
  method: 'POST',
  path: '/invoices/:id/confirm-transfer',
  operationId: 'confirmTransfer',
  summary: 'Confirm transfer',
  description:
    'Uploads a receipt: JPEG, PNG, GIF, WebP, HEIC, PDF or plain text, at most 10 MB. The body is not signed.',
  body: {
    kind: 'multipart',
    schema: Type.Object({ attachment: Type.String({ format: 'binary' }) }, { $id: 'ConfirmTransfer' }),
  },
  response: Invoice,
  async handle(context, request, reply) {
    // Before the upload is read: nobody sends ten megabytes to an invoice that is not there.
    const { invoice } = await ownInvoice(context, request);
    const form = await readUpload(context, request);
    if (form.file === null) throw new AppError('attachment_missing', { field: 'attachment' });
    const command = confirmTransferCommand({
      invoiceId: invoice.id,
      storeId: invoice.storeId,
      attachment: form.file,
    });
    return await perform(context, request, reply, {
      command,
      render: (state) => invoiceDTO(context, state, 'full'),
      fingerprint: uploadFingerprint(form),
    });
  },
};
