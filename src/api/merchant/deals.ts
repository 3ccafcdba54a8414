import { confirmTransfer as confirmTransferCommand } from '../../commands/invoices/confirm-transfer.ts';
import { act } from '../act.ts';
import { json, multipart } from '../endpoint.ts';
import { confirmedInvoice, startedInvoice } from '../examples.ts';
import { startDealOf, wishOf } from '../invoice-acts.ts';
import { invoiceDTO } from '../invoice-dto.ts';
import { ConfirmTransferForm, Invoice, StartDealBody } from '../invoice-schemas.ts';
import { endpoint } from './endpoint.ts';
import { invoiceInPath, ownInvoice } from './invoices.ts';

export const startDeal = endpoint({
  method: 'POST',
  path: '/invoices/:id/start-deal',
  operationId: 'startDeal',
  summary: 'Create deal',
  description:
    'Gives requisites for a payin. Naming no variant means any; naming another one than the running deal has cancels that ' +
    'deal and starts a new one. `deals` is empty when no requisites are free. ' +
    'Repeating the call is safe: with the same or no variant, the running deal is returned.',
  tag: 'Invoices and deals',
  scope: 'payin',
  params: { id: invoiceInPath },
  body: json(StartDealBody, { nullIsEmpty: true }),
  response: Invoice,
  refusals: [
    'payment_option_not_allowed',
    'payment_method_not_allowed',
    'rate_unavailable',
    'rate_outdated',
    'invoice_not_active',
    'transfer_already_confirmed',
    'payout_not_allowed',
    'too_many_deals',
  ],
  takesKey: true,
  example: {
    asks: 'A card of this bank',
    body: { paymentOption: 'TO_CARD', paymentMethod: 'sberbank' },
    shows: 'Requisites to pay to',
    answer: startedInvoice,
  },
  async handle(call) {
    const { context, params, body } = call;
    const { invoice } = await ownInvoice(call, params.id);
    const command = startDealOf(context, invoice, invoice.storeId, wishOf(body));
    return act(command, (state) => invoiceDTO(context, state));
  },
});

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
