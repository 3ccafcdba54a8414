import { multipart } from '../endpoint.ts';
import { ConfirmTransferForm } from '../invoice-schemas.ts';
import { endpoint, invoiceInPath } from './endpoint.ts';
import { sentInvoice } from './examples.ts';
import { confirmPayersTransfer } from './payers-acts.ts';
import { publicInvoiceDTO } from './public-invoice.ts';
import { PublicInvoice } from './shapes.ts';

export const publicConfirmTransfer = endpoint({
  method: 'POST',
  path: '/invoices/:id/confirm-transfer',
  operationId: 'publicConfirmTransfer',
  summary: 'Say that it is paid, with a receipt',
  description: 'Uploads a receipt: JPEG, PNG, GIF, WebP, HEIC, PDF or plain text, at most 10 MB.',
  tag: 'Payers',
  params: { id: invoiceInPath },
  body: multipart(ConfirmTransferForm),
  response: PublicInvoice,
  refusals: [
    'attachment_missing',
    'too_many_attachments',
    'receipts_of_invoice_full',
    'receipts_of_store_full',
    'invoice_not_active',
    'deal_not_active',
    'payout_not_allowed',
  ],
  example: { asks: 'A receipt', body: { attachment: '@receipt.png' }, shows: 'Somebody looks', answer: sentInvoice },
  async handle({ context, params, body }) {
    const readFile = async () => (await body.read()).file;
    return await publicInvoiceDTO(context, await confirmPayersTransfer(context, params.id, readFile));
  },
});
