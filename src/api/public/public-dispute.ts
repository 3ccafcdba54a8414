import { Type } from 'typebox';
import { isUuid } from '../../domain/text/uuid.ts';
import { AppError } from '../../errors/app-error.ts';
import { multipart } from '../endpoint.ts';
import { ConfirmTransferForm } from '../invoice-schemas.ts';
import { endpoint, invoiceInPath } from './endpoint.ts';
import { claimedInvoice } from './examples.ts';
import { claimPayersPayment } from './payers-acts.ts';
import { publicInvoiceDTO } from './public-invoice.ts';
import { PublicInvoice } from './shapes.ts';

const ClaimForm = Type.Object(
  {
    dealId: Type.Optional(
      Type.String({ description: 'To whose requisites the money went; absent: the newest ones that have ended' }),
    ),
    attachment: ConfirmTransferForm.properties.attachment,
  },
  { $id: 'ClaimPayment' },
);

export const publicDispute = endpoint({
  method: 'POST',
  path: '/invoices/:id/dispute',
  operationId: 'publicDispute',
  summary: 'Say that it was paid after all, with a receipt',
  description:
    'For requisites that have ended: their time was over, the invoice expired or was canceled, or no money was found for an ' +
    'earlier receipt. Opens a dispute with the reason `has_payment`, or adds a receipt to the one that is open. Nothing moves ' +
    'until an operator has decided.',
  tag: 'Payers',
  params: { id: invoiceInPath },
  body: multipart(ClaimForm),
  response: PublicInvoice,
  refusals: [
    'attachment_missing',
    'too_many_attachments',
    'receipts_of_invoice_full',
    'receipts_of_store_full',
    'invoice_not_active',
    'dispute_without_deal',
    'claim_decided',
    'claims_of_payer_full',
    'claims_of_store_full',
    'deal_settled',
    'payout_not_allowed',
  ],
  example: {
    asks: 'A receipt',
    body: { attachment: '@receipt.png' },
    shows: 'Somebody looks into it',
    answer: claimedInvoice,
  },
  async handle({ context, request, params, body }) {
    const readForm = async () => {
      const { fields, file } = await body.read();
      if (file === null) throw new AppError('attachment_missing', { field: 'attachment' });
      return { attachment: file, dealId: dealIn(fields.dealId) };
    };
    return await publicInvoiceDTO(context, await claimPayersPayment(context, params.id, readForm, request.ip));
  },
});

/** Anything that is not a UUID is not one of its deals. */
export function dealIn(text: string | undefined): string | null {
  if (text === undefined || text === '') return null;
  if (!isUuid(text)) throw new AppError('not_found', { field: 'dealId' });
  return text.toLowerCase();
}
