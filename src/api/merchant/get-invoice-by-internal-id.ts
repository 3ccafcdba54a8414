import { AppError } from '../../errors.ts';
import { exampleIds, paidInvoice } from '../examples.ts';
import { invoiceDTO } from '../invoice-dto.ts';
import { Invoice } from '../invoice-schemas.ts';
import { textInPath } from '../parameters.ts';
import { endpoint } from './endpoint.ts';

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
