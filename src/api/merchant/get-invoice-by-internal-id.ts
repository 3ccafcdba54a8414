import { AppError } from '../../errors.ts';
import type { Endpoint } from '../endpoint.ts';
import { invoiceDTO } from '../invoice-dto.ts';
import { callerOf } from '../perform.ts';
import { Invoice } from '../schemas.ts';

const internalIdCharactersMax = 255;

export const getInvoiceByInternalId: Endpoint = {
  method: 'GET',
  path: '/invoices/internal-id/:internalId',
  operationId: 'getInvoiceByInternalId',
  summary: 'Get invoice by internal ID',
  description:
    'The invoice that a repeat of its request would get, else the newest with this ID. Percent-encode the ID, a slash too.',
  response: Invoice,
  async handle(context, request) {
    const { internalId } = request.params as { readonly internalId: string };
    // Counted as create counts them: a character beyond the first plane is one, though it takes two units of a string.
    const isStorable = [...internalId].length <= internalIdCharactersMax && !internalId.includes('\0');
    const found = isStorable
      ? await context.reads.invoiceNamed({ storeId: callerOf(request).store.id, internalId })
      : undefined;
    if (found === undefined) throw new AppError('not_found');
    return invoiceDTO(context, found, 'full');
  },
};
