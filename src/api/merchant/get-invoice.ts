import type { Endpoint } from '../endpoint.ts';
import { invoiceDTO } from '../invoice-dto.ts';
import { Invoice } from '../schemas.ts';
import { ownInvoice } from './own-invoice.ts';

export const getInvoice: Endpoint = {
  method: 'GET',
  path: '/invoices/:id',
  operationId: 'getInvoice',
  summary: 'Get invoice by ID',
  response: Invoice,
  async handle(context, request) {
    return invoiceDTO(context, await ownInvoice(context, request), 'full');
  },
};
