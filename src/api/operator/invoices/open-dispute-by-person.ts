import { Type } from 'typebox';
import { openDispute } from '../../../commands/open-dispute.ts';
import { claimsRememberedMs } from '../../../domain/claimants.ts';
import { act } from '../../act.ts';
import { disputeFields, readClaim } from '../../dispute-form.ts';
import { multipart } from '../../endpoint.ts';
import { disputedInvoice } from '../../examples.ts';
import { invoiceDTO } from '../../invoice-dto.ts';
import { Invoice } from '../../invoice-schemas.ts';
import { endpoint } from '../endpoint.ts';
import { Attachment, text } from '../fields.ts';
import { findInvoiceWithinReach, invoiceInPath } from '../reach.ts';

const DisputeForm = Type.Object({
  ...disputeFields,
  reason: text(1000, 'Why; it is kept in the audit log'),
  attachment: Type.Optional(Attachment),
});

export const openDisputeByPerson = endpoint({
  method: 'POST',
  path: '/invoices/:id/dispute',
  operationId: 'openDisputeByPerson',
  summary: 'Open a dispute',
  tag: 'Invoices and disputes',
  roles: ['operator', 'merchant'],
  scope: 'money',
  params: { id: invoiceInPath },
  body: multipart(DisputeForm),
  response: Invoice,
  refusals: [
    'claims_of_store_full',
    'blank',
    'too_long',
    'already_disputed',
    'dispute_without_deal',
    'invalid_amount',
    'invalid_choice',
    'invoice_not_active',
    'receipts_of_invoice_full',
    'receipts_of_store_full',
  ],
  takesKey: true,
  example: {
    body: {
      disputeReason: 'invalid_sum',
      'disputeReasonData[amount]': '900.00',
      reason: 'The payer sent less',
      attachment: '@receipt.png',
    },
    answer: disputedInvoice,
  },
  async handle({ context, params, body, actor }) {
    const { invoice } = await findInvoiceWithinReach(context, actor, params.id);
    const { fields, file } = await body.read();
    const command = openDispute({
      invoiceId: invoice.id,
      storeId: invoice.storeId,
      ...readClaim(context, fields, invoice),
      attachment: file,
      limits: context.receiptLimits,
      claimsSince: context.clock() - claimsRememberedMs,
      by: { actor, reason: fields.reason },
    });
    return act(command, (state) => invoiceDTO(context, state));
  },
});
