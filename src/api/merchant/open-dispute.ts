import { type Static, Type } from 'typebox';
import { openDispute as openDisputeCommand } from '../../commands/disputes/open-dispute.ts';
import { claimsRememberedMs } from '../../domain/disputes/claimants.ts';
import type { Invoice as InvoiceRow } from '../../domain/invoices/invoice.ts';
import { AppError } from '../../errors/app-error.ts';
import { multipartLimits } from '../../http/multipart.ts';
import { act } from '../act.ts';
import { disputeFields, readClaim } from '../dispute-form.ts';
import { multipartOrPlain } from '../endpoint.ts';
import { disputedInvoice, exampleIds } from '../examples.ts';
import { invoiceDTO } from '../invoice-dto.ts';
import { Invoice } from '../invoice-schemas.ts';
import { ofInvoice, uuidInPath } from '../parameters.ts';
import { optionalText } from '../schemas.ts';
import { endpoint, type MerchantCall } from './endpoint.ts';

const DisputeForm = Type.Object(
  {
    ...disputeFields,
    attachment: Type.Optional(Type.String({ format: 'binary', description: 'Proof, at most 10 MB' })),
  },
  { $id: 'OpenDispute' },
);

/** As long as a field of the form may be. */
const fieldInJson = (description: string) => optionalText(multipartLimits.fieldValueBytesMax, { description });

/** In JSON `null` equals absent. `disputeReasonData` of an answer may come back as it was, an empty list included. */
const DisputeJson = Type.Object({
  dealId: fieldInJson('Which deal; the one that matters now when null or absent'),
  disputeReason: disputeFields.disputeReason,
  disputeReasonData: Type.Optional(
    Type.Unsafe<{ readonly amount?: string | null } | readonly unknown[] | null>({
      type: ['object', 'array', 'null'],
      properties: { amount: fieldInJson('The sum that came') },
      description: 'Needed for `invalid_sum`, with the `amount`',
    }),
  ),
  'disputeReasonData[amount]': fieldInJson('The same, under its name in a form'),
});

export const openDispute = endpoint({
  method: 'POST',
  path: '/invoices/:id/dispute',
  operationId: 'openDispute',
  summary: 'Open dispute',
  description:
    'Disputes a deal. The path names the invoice or one of its deals. Nothing moves until an operator has decided; then the ' +
    'invoice is `paid`, or back where it came from. While the deal is in dispute, another call adds its file as evidence, to ' +
    'the `attachments` of the deal: ten at most, and nine for a payout, whose maker may have to prove it. The dispute stays as ' +
    'it was opened, whatever reason and sum that call names; without a file, or with one that is there, nothing changes. ' +
    'A form is signed without its body. Without a file the body may also be urlencoded, or JSON, which is signed as everywhere.',
  tag: 'Invoices and deals',
  scope: 'type of invoice',
  params: { id: ofInvoice(uuidInPath('ID of the invoice or of one of its deals', exampleIds.invoice)) },
  body: multipartOrPlain(DisputeForm, {
    json: DisputeJson,
    example: { disputeReason: 'invalid_sum', disputeReasonData: { amount: '900.00' } },
    fieldsOf: ({ dealId, disputeReason, disputeReasonData, ...form }) => ({
      dealId: dealId ?? '',
      disputeReason,
      'disputeReasonData[amount]': amountIn(disputeReasonData) ?? form['disputeReasonData[amount]'] ?? '',
    }),
  }),
  response: Invoice,
  refusals: [
    'claims_of_store_full',
    'blank',
    'invalid_choice',
    'invalid_amount',
    'invoice_not_active',
    'dispute_without_deal',
    'too_many_attachments',
    'receipts_of_invoice_full',
    'receipts_of_store_full',
  ],
  takesKey: true,
  example: {
    asks: 'The payer sent less',
    body: { disputeReason: 'invalid_sum', 'disputeReasonData[amount]': '900.00' },
    shows: 'Under dispute',
    answer: disputedInvoice,
  },
  async handle(call) {
    const { context, params, body } = call;
    const { invoice, dealId } = await disputedOf(call, params.id);
    const { fields, file } = await body.read();
    const claim = readClaim(context, fields, invoice);
    const command = openDisputeCommand({
      invoiceId: invoice.id,
      storeId: invoice.storeId,
      ...claim,
      dealId: claim.dealId ?? dealId,
      attachment: file,
      limits: context.receiptLimits,
      claimsSince: context.clock() - claimsRememberedMs,
    });
    return act(command, (state) => invoiceDTO(context, state));
  },
});

/** An ID that is an invoice's is that invoice, although its first deal carries the same one. */
async function disputedOf(
  { context, caller }: MerchantCall,
  id: string,
): Promise<{ invoice: InvoiceRow; dealId: string | null }> {
  const stores = [caller.store.id];
  const byInvoice = await context.reads.invoice(id, stores);
  const dealId = byInvoice === undefined ? id : null;
  const invoiceId = dealId === null ? id : await context.reads.invoiceIdOfDeal(dealId, stores);
  const found = byInvoice ?? (invoiceId === null ? undefined : await context.reads.invoice(invoiceId, stores));
  if (found === undefined || found.invoice.storeId !== caller.store.id) throw new AppError('not_found');
  return { invoice: found.invoice, dealId };
}

function amountIn(data: Static<typeof DisputeJson>['disputeReasonData']): string | null {
  return data == null || !('amount' in data) ? null : (data.amount ?? null);
}
