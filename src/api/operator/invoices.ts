import { Type } from 'typebox';
import { type Catalogue, currencyOf } from '../../domain/catalogue.ts';
import { asOf } from '../../domain/expiry.ts';
import { invoiceStatuses } from '../../domain/invoice.ts';
import { minorMax, parseAmount } from '../../domain/money.ts';
import { directions } from '../../domain/payment.ts';
import { AppError } from '../../errors.ts';
import { sendCsv } from '../../http/csv.ts';
import {
  countInvoices,
  type InvoiceFilter,
  listInvoices as listInvoiceRows,
  type RequisiteSearch,
} from '../../storage/reads/invoice-list-reads.ts';
import type { InvoiceWithDeals } from '../../storage/reads/invoice-reads.ts';
import type { Page, PageRequest } from '../../storage/reads/listing.ts';
import { findTimeline } from '../../storage/reads/timeline-reads.ts';
import { invoiceDTO } from '../invoice-dto.ts';
import { pathUuid } from './act.ts';
import type { OperatorCall, OperatorContext, OperatorEndpoint } from './endpoint.ts';
import { invoiceLines } from './invoice-lines.ts';
import { ListAnswer, ListQuery, pageDTO, pageQuery } from './list-query.ts';
import { reachesStore } from './reach.ts';
import { timelineDTO } from './timeline-dto.ts';
import { storesAsked } from './withdrawals.ts';

const invoiceQuery = {
  storeId: 'Of one store',
  status: Object.keys(invoiceStatuses).join(', '),
  type: Object.keys(directions).join(', '),
  from: 'Created at this instant or later, ISO 8601',
  to: 'Created before this instant, ISO 8601',
  internalId: "ID in the merchant's system",
  id: 'An invoice or one of its deals',
  requisite: 'A number, or its last digits, four at least',
  amount: 'A decimal sum, together with `currency`',
  currency: 'Of the amount',
} as const;

export const listInvoices: OperatorEndpoint = {
  method: 'GET',
  path: '/invoices',
  operationId: 'listInvoices',
  summary: 'List and search invoices',
  description:
    'Newest first. A merchant sees those of the own stores. A page may hold fewer than its limit, even none, and still have a next one.',
  roles: ['operator', 'merchant'],
  scope: 'read',
  query: { ...invoiceQuery, ...pageQuery },
  response: ListAnswer,
  async handle(call) {
    const { context, request } = call;
    const page = await readInvoicePage(context, invoiceFilterOf(call), new ListQuery(request).page());
    return pageDTO(page, (found) => invoiceDTO(context, found));
  },
};

export const exportInvoices: OperatorEndpoint = {
  method: 'GET',
  path: '/invoices.csv',
  operationId: 'exportInvoices',
  summary: 'Invoices as CSV',
  description: 'Those that the list finds with the same filters, newest first.',
  roles: ['operator', 'merchant'],
  scope: 'read',
  query: invoiceQuery,
  response: Type.String(),
  async handle(call) {
    const { context, reply } = call;
    const filter = invoiceFilterOf(call);
    const storeIds = [...context.catalogue().stores.keys()];
    const rows = await countInvoices(context.pool, filter, exportRowsMax + 1, storeIds);
    if (rows > exportRowsMax)
      throw new AppError('export_too_large', { rows: `over ${exportRowsMax}`, limit: exportRowsMax });
    const readPage = (page: PageRequest) => readInvoicePage(context, filter, page);
    return sendCsv(reply, 'invoices', invoiceLines(context, readPage));
  },
};

/** More than a spreadsheet shows with comfort; whoever needs them all asks month by month. */
const exportRowsMax = 200_000;

function invoiceFilterOf({ context, request, actor }: OperatorCall): InvoiceFilter {
  const query = new ListQuery(request);
  const catalogue = context.catalogue();
  return {
    storeIds: storesAsked(context, actor, query),
    status: query.choice('status', invoiceStatuses),
    type: query.choice('type', directions),
    from: query.instant('from'),
    to: query.instant('to'),
    internalId: query.text('internalId'),
    id: query.uuid('id'),
    sum: readSum(catalogue, query),
    requisite: readRequisite(catalogue, query),
  };
}

async function readInvoicePage(
  context: OperatorContext,
  filter: InvoiceFilter,
  request: PageRequest,
): Promise<Page<InvoiceWithDeals>> {
  const page = await listInvoiceRows(context.pool, filter, request, [...context.catalogue().stores.keys()]);
  // What has expired and is not written down yet is not shown as open.
  const items = page.items.filter(
    ({ invoice, deals }) =>
      filter.status === null || asOf(invoice, deals, context.clock()).invoice.status === filter.status,
  );
  return { ...page, items };
}

function readSum(catalogue: Catalogue, query: ListQuery): InvoiceFilter['sum'] {
  const text = query.text('amount', 61);
  if (text === null) return null;
  const currency = query.text('currency');
  if (currency === null) throw new AppError('blank', { field: 'currency' });
  if (!catalogue.currencies.has(currency)) throw new AppError('currency_not_allowed', { field: 'currency' });
  const { subunit } = currencyOf(catalogue, currency);
  const amount = parseAmount(text, subunit);
  if (amount === null || amount > minorMax) throw new AppError('invalid_amount', { field: 'amount', subunit });
  return { amount, currency };
}

function readRequisite(catalogue: Catalogue, query: ListQuery): RequisiteSearch | null {
  const tail = query.text('requisite')?.replaceAll(' ', '') ?? null;
  if (tail === null) return null;
  const search = requisiteSearch(catalogue, tail);
  if (search === null) throw new AppError('wrong_type', { field: 'requisite', type: 'number' });
  return search;
}

/** Null for what cannot be the end of a number. */
export function requisiteSearch(catalogue: Catalogue, tail: string): RequisiteSearch | null {
  // Signs of a pattern have no place in a number, and fewer than four characters would find half the world.
  if (!/^\+?[0-9A-Za-z]{4,}$/.test(tail)) return null;
  const found = [...catalogue.requisiteById.values()].filter(({ number }) => number.endsWith(tail));
  return {
    tail,
    requisiteIds: found.map(({ id }) => id),
  };
}

export const readInvoice: OperatorEndpoint = {
  method: 'GET',
  path: '/invoices/:id',
  operationId: 'readInvoice',
  summary: 'Read an invoice with all that ever happened to it',
  description:
    'All deals, transfers, notifications and dispute facts; for an operator also arrivals and the audit log. A merchant sees the transfers of the own accounts.',
  roles: ['operator', 'merchant'],
  scope: 'read',
  response: Type.Object({}),
  async handle({ context, request, actor }) {
    const timeline = await findTimeline(context.pool, pathUuid(request));
    if (timeline === null || !reachesStore(context.catalogue(), actor, timeline.invoice.storeId)) {
      throw new AppError('not_found');
    }
    return timelineDTO(context, timeline, actor.role === 'operator' ? 'operator' : 'merchant');
  },
};
