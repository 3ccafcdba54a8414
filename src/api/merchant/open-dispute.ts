import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { openDispute as openDisputeCommand } from '../../commands/open-dispute.ts';
import { currencyOf } from '../../domain/catalogue.ts';
import { type DisputeReason, disputeReasons, parseDisputeReason } from '../../domain/dispute.ts';
import type { Invoice as InvoiceRow } from '../../domain/invoice.ts';
import { parseAmount } from '../../domain/money.ts';
import { isUuid } from '../../domain/uuid.ts';
import { AppError, type Fault, fault, refuseIfAny } from '../../errors.ts';
import { readUpload, uploadFingerprint } from '../../http/upload.ts';
import type { HttpContext } from '../context.ts';
import type { Endpoint } from '../endpoint.ts';
import { invoiceDTO } from '../invoice-dto.ts';
import { callerOf, perform } from '../perform.ts';
import { Invoice } from '../schemas.ts';
import { pathId } from './own-invoice.ts';

const DisputeForm = Type.Object(
  {
    dealId: Type.Optional(Type.String({ description: 'Which deal; the one that matters now when absent' })),
    disputeReason: Type.Enum(Object.keys(disputeReasons)),
    'disputeReasonData[amount]': Type.Optional(Type.String({ description: 'Needed for `invalid_sum`' })),
    attachment: Type.Optional(Type.String({ format: 'binary' })),
  },
  { $id: 'OpenDispute' },
);

export const openDispute: Endpoint = {
  method: 'POST',
  path: '/invoices/:id/dispute',
  operationId: 'openDispute',
  summary: 'Open dispute',
  description: 'Disputes a deal. The path names the invoice or one of its deals. The body is not signed.',
  body: { kind: 'multipart', schema: DisputeForm },
  response: Invoice,
  async handle(context, request, reply) {
    const { invoice, dealId: dealIdInPath } = await disputedInvoice(context, request);
    const form = await readUpload(context, request);
    const { reason, amount, dealId } = readDisputeForm(context, form.fields, invoice);
    const command = openDisputeCommand({
      invoiceId: invoice.id,
      storeId: invoice.storeId,
      dealId: dealId ?? dealIdInPath,
      reason,
      amount,
      attachment: form.file,
    });
    return await perform(context, request, reply, {
      command,
      render: (state) => invoiceDTO(context, state, 'full'),
      fingerprint: uploadFingerprint(form),
    });
  },
};

/** An ID that is an invoice's is that invoice, although its first deal carries the same one. */
async function disputedInvoice(
  context: HttpContext,
  request: FastifyRequest,
): Promise<{ invoice: InvoiceRow; dealId: string | null }> {
  const id = pathId(request);
  const byInvoice = await context.reads.invoice(id);
  const dealId = byInvoice === undefined ? id : null;
  const invoiceId = dealId === null ? id : await context.reads.invoiceIdOfDeal(dealId);
  const found = byInvoice ?? (invoiceId === null ? undefined : await context.reads.invoice(invoiceId));
  if (found === undefined || found.invoice.storeId !== callerOf(request).store.id) throw new AppError('not_found');
  return { invoice: found.invoice, dealId };
}

/** Also for the form of the operator interface, which asks the same. */
export function readDisputeForm(
  context: HttpContext,
  fields: ReadonlyMap<string, string>,
  invoice: InvoiceRow,
): { reason: DisputeReason; amount: string | null; dealId: string | null } {
  const faults: Fault[] = [];
  const reasonText = fields.get('disputeReason') ?? '';
  const reason = parseDisputeReason(reasonText);
  if (reasonText === '') faults.push(fault('blank', { field: 'disputeReason' }));
  else if (reason === null) {
    const choices = Object.keys(disputeReasons).join(', ');
    faults.push(fault('invalid_choice', { field: 'disputeReason', choices }));
  }
  const amount = reason === 'invalid_sum' ? (fields.get('disputeReasonData[amount]') ?? '') : null;
  const { subunit } = currencyOf(context.catalogue(), invoice.currency);
  const amountField = 'disputeReasonData.amount';
  if (amount === '') faults.push(fault('blank', { field: amountField }));
  else if (amount !== null && parseAmount(amount, subunit) === null) {
    faults.push(fault('invalid_amount', { field: amountField }));
  }
  refuseIfAny(faults);
  const dealId = fields.get('dealId') || null;
  if (dealId !== null && !isUuid(dealId)) throw new AppError('not_found', { field: 'dealId' });
  return { reason: reason ?? 'unknown', amount, dealId: dealId?.toLowerCase() ?? null };
}
