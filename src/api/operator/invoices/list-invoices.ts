import { paidInvoice } from '../../examples.ts';
import { invoiceDTO } from '../../invoice-dto.ts';
import { Invoice } from '../../invoice-schemas.ts';
import { endpoint } from '../endpoint.ts';
import { page, pageDTO, pageQuery } from '../paging.ts';
import { invoiceFilterOf, invoiceQuery, invoiceQueryRefusals, readInvoicePage } from './invoice-filter.ts';

export const listInvoices = endpoint({
  method: 'GET',
  path: '/invoices',
  operationId: 'listInvoices',
  summary: 'List and search invoices',
  description:
    'Newest first. A merchant sees those of the own stores. A page may hold fewer than its limit, even none, and still have a next one.',
  tag: 'Invoices and disputes',
  roles: ['operator', 'merchant'],
  scope: 'read',
  mayBeBehind: true,
  query: { ...invoiceQuery, ...pageQuery },
  response: page(Invoice),
  refusals: invoiceQueryRefusals,
  example: { answer: { items: [paidInvoice], next: null } },
  async handle(call) {
    const { context, query } = call;
    const found = await readInvoicePage(context, invoiceFilterOf(call, query), query);
    return pageDTO(found, (one) => invoiceDTO(context, one));
  },
});
