import { Type } from 'typebox';
import { AppError } from '../../errors/app-error.ts';
import type { InvoiceWithDeals } from '../../storage/reads/invoices/invoice-reads.ts';
import { act } from '../act.ts';
import { availableVariants } from '../available-ways.ts';
import { ignored } from '../endpoint.ts';
import { canceledInvoice, exampleIds, paidInvoice } from '../examples.ts';
import { cancelOf } from '../invoice-acts.ts';
import { canceledInvoiceDTO, invoiceDTO } from '../invoice-dto.ts';
import { CanceledInvoice, Invoice, PaymentVariant } from '../invoice-schemas.ts';
import { ofInvoice, textInPath, uuidInPath } from '../parameters.ts';
import { endpoint, type MerchantCall } from './endpoint.ts';

export const invoiceInPath = ofInvoice(uuidInPath('Invoice ID', exampleIds.invoice));

/** The caller's own invoice. Another store's does not exist. */
export async function ownInvoice({ context, caller }: MerchantCall, id: string): Promise<InvoiceWithDeals> {
  const found = await context.reads.invoice(id, [caller.store.id]);
  if (found === undefined || found.invoice.storeId !== caller.store.id) throw new AppError('not_found');
  return found;
}

export const getInvoice = endpoint({
  method: 'GET',
  path: '/invoices/:id',
  operationId: 'getInvoice',
  summary: 'Get invoice by ID',
  description:
    'The invoice as it is now: what has expired is shown as expired. An invoice of another store does not exist.',
  tag: 'Invoices and deals',
  scope: 'read',
  params: { id: invoiceInPath },
  response: Invoice,
  refusals: [],
  example: { shows: 'A paid invoice', answer: paidInvoice },
  async handle(call) {
    return invoiceDTO(call.context, await ownInvoice(call, call.params.id));
  },
});

const internalIdCharactersMax = 255;

export const getInvoiceByInternalId = endpoint({
  method: 'GET',
  path: '/invoices/internal-id/:internalId',
  operationId: 'getInvoiceByInternalId',
  summary: 'Get invoice by internal ID',
  description:
    'The invoice that a repeat of its request would get, else the newest with this ID. Percent-encode the ID, a slash too.',
  tag: 'Invoices and deals',
  scope: 'read',
  params: { internalId: textInPath("ID in the merchant's system, percent-encoded", exampleIds.internalId) },
  response: Invoice,
  refusals: ['invoice_detached'],
  example: { shows: 'A paid invoice', answer: paidInvoice },
  async handle({ context, caller, params: { internalId } }) {
    // Counted as create counts them: a character beyond the first plane is one, though it takes two units of a string.
    const isStorable = [...internalId].length <= internalIdCharactersMax;
    const found = isStorable ? await context.reads.invoiceNamed({ storeId: caller.store.id, internalId }) : undefined;
    if (found === undefined) throw new AppError('not_found');
    return invoiceDTO(context, found);
  },
});

export const availablePaymentVariants = endpoint({
  method: 'GET',
  path: '/invoices/:id/available-payment-variants',
  operationId: 'availablePaymentVariants',
  summary: 'Available payment variants of an invoice',
  description:
    'Options and banks that can be had now for this sum. Empty when nothing is free, or the invoice cannot be paid any more.',
  tag: 'Invoices and deals',
  scope: 'read',
  params: { id: invoiceInPath },
  response: Type.Array(PaymentVariant),
  refusals: [],
  example: {
    shows: 'Ways to pay',
    answer: [
      { option: 'SBP', method: 'sberbank' },
      { option: 'TO_CARD', method: 'sberbank' },
      { option: 'TO_CARD', method: 'tinkoff' },
    ],
  },
  async handle(call) {
    return await availableVariants(call.context, await ownInvoice(call, call.params.id));
  },
});

export const cancelInvoice = endpoint({
  method: 'POST',
  path: '/invoices/:id/cancel',
  operationId: 'cancelInvoice',
  summary: 'Cancel invoice',
  description:
    'Ends a new invoice and its deal. Refused once a transfer is confirmed. ' +
    'What a payout had frozen returns to the store account. The answer is shorter than that of the other operations.',
  tag: 'Invoices and deals',
  scope: 'type of invoice',
  params: { id: ofInvoice(uuidInPath('Invoice ID', exampleIds.unpaid)) },
  body: ignored,
  response: CanceledInvoice,
  refusals: ['invoice_not_active', 'transfer_already_confirmed', 'part_paid', 'payout_taken'],
  takesKey: true,
  example: { shows: 'Canceled', answer: canceledInvoice },
  async handle(call) {
    const { invoice } = await ownInvoice(call, call.params.id);
    return act(cancelOf(invoice, invoice.storeId), (state) => canceledInvoiceDTO(call.context, state));
  },
});
