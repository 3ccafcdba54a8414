import { confirmTransfer as confirmTransferCommand } from '../../commands/confirm-transfer.ts';
import { act } from '../act.ts';
import { multipart } from '../endpoint.ts';
import { confirmedInvoice } from '../examples.ts';
import { invoiceDTO } from '../invoice-dto.ts';
import { ConfirmTransferForm, Invoice } from '../invoice-schemas.ts';
import { endpoint } from './endpoint.ts';
import { invoiceInPath, ownInvoice } from './own-invoice.ts';

export const confirmTransfer = endpoint({
  method: 'POST',
  path: '/invoices/:id/confirm-transfer',
  operationId: 'confirmTransfer',
  summary: 'Confirm transfer',
  description:
    'Uploads a receipt: JPEG, PNG, GIF, WebP, HEIC, PDF or plain text, at most 10 MB. The body is not signed. ' +
    'A deal holds up to ten receipts; the same file twice counts once. The invoice stays `new` until the money has arrived.',
  tag: 'Invoices and deals',
  scope: 'payin',
  params: { id: invoiceInPath },
  body: multipart(ConfirmTransferForm),
  response: Invoice,
  refusals: [
    'attachment_missing',
    'too_many_attachments',
    'receipts_of_invoice_full',
    'receipts_of_store_full',
    'invoice_not_active',
    'deal_not_active',
    'payout_not_allowed',
  ],
  takesKey: true,
  example: {
    asks: 'A receipt',
    body: { attachment: '@receipt.png' },
    shows: 'The transfer is confirmed',
    answer: confirmedInvoice,
  },
  async handle(call) {
    const { invoice } = await ownInvoice(call, call.params.id);
    const { file: attachment } = await call.body.read();
    const { id: invoiceId, storeId } = invoice;
    const limits = call.context.receiptLimits;
    const command = confirmTransferCommand({ invoiceId, storeId, seenStoreId: storeId, attachment, limits });
    return act(command, (state) => invoiceDTO(call.context, state));
  },
});
