import { asOf } from '../../../domain/invoices/expiry.ts';
import { invoiceStatuses } from '../../../domain/invoices/invoice.ts';
import { currencyOf, minorMax, parseAmount } from '../../../domain/money/money.ts';
import { directions } from '../../../domain/money/payment.ts';
import type { Catalogue } from '../../../domain/state/catalogue.ts';
import { AppError, type ErrorCode } from '../../../errors/app-error.ts';
import {
  countInvoices,
  type InvoiceFilter,
  listInvoices as listInvoiceRows,
  type RequisiteSearch,
} from '../../../storage/reads/invoices/invoice-list-reads.ts';
import type { InvoiceWithDeals } from '../../../storage/reads/invoices/invoice-reads.ts';
import type { Page, PageRequest } from '../../../storage/reads/listing.ts';
import { csvFile } from '../../answers.ts';
import { paidInvoice } from '../../examples.ts';
import { invoiceDTO } from '../../invoice-dto.ts';
import { Invoice } from '../../invoice-schemas.ts';
import {
  choiceQuery,
  instantQuery,
  integerQuery,
  textQuery,
  uuidQuery,
  type ValuesOf,
  zoneQuery,
} from '../../parameters.ts';
import { decimalCharactersMax } from '../../schemas.ts';
import { type OperatorCall, type OperatorContext, readsOf } from '../endpoint.ts';
import { page, pageDTO, pageQuery } from '../paging.ts';
import { storesAsked } from '../reach.ts';
import { exampleLines, invoiceLines } from './invoice-lines.ts';

const read = readsOf({ tag: 'Invoices and disputes', roles: ['operator', 'merchant'] });

/** What the list of invoices and its export are asked by. */
const invoiceQuery = {
  storeId: integerQuery('Of one store'),
  status: choiceQuery(invoiceStatuses),
  type: choiceQuery(directions),
  from: instantQuery('Created at this instant or later, ISO 8601'),
  to: instantQuery('Created before this instant, ISO 8601'),
  internalId: textQuery("ID in the merchant's system"),
  id: uuidQuery('An invoice or one of its deals'),
  requisite: textQuery('A number, or its last digits, four at least'),
  amount: textQuery('A decimal sum, together with `currency`', decimalCharactersMax),
  currency: textQuery('Of the amount'),
};

const invoiceQueryRefusals: readonly ErrorCode[] = ['blank', 'currency_not_allowed', 'invalid_amount'];

type InvoiceQuery = ValuesOf<typeof invoiceQuery>;

function invoiceFilterOf({ context, actor }: OperatorCall, query: InvoiceQuery): InvoiceFilter {
  const catalogue = context.catalogue();
  const { status, type, from, to, internalId, id } = query;
  return {
    storeIds: storesAsked(catalogue, actor, query.storeId),
    ...{ status, type, from, to, internalId, id },
    sum: readSum(catalogue, query),
    requisite: readRequisite(catalogue, query),
  };
}

async function readInvoicePage(
  context: OperatorContext,
  filter: InvoiceFilter,
  request: PageRequest,
): Promise<Page<InvoiceWithDeals>> {
  const found = await listInvoiceRows(context.pool, filter, request, [...context.catalogue().stores.keys()]);
  // What has expired and is not written down yet is not shown as open.
  const items = found.items.filter(
    ({ invoice, deals }) =>
      filter.status === null || asOf(invoice, deals, context.clock()).invoice.status === filter.status,
  );
  return { ...found, items };
}

function readSum(catalogue: Catalogue, { amount: text, currency }: InvoiceQuery): InvoiceFilter['sum'] {
  if (text === null) return null;
  if (currency === null) throw new AppError('blank', { field: 'currency' });
  if (!catalogue.currencies.has(currency)) throw new AppError('currency_not_allowed', { field: 'currency' });
  const { subunit } = currencyOf(catalogue, currency);
  const amount = parseAmount(text, subunit);
  if (amount === null || amount > minorMax) throw new AppError('invalid_amount', { field: 'amount', subunit });
  return { amount, currency };
}

function readRequisite(catalogue: Catalogue, { requisite }: InvoiceQuery): RequisiteSearch | null {
  if (requisite === null) return null;
  const search = requisiteSearch(catalogue, requisite.replaceAll(' ', ''));
  if (search === null) throw new AppError('wrong_type', { field: 'requisite', type: 'number' });
  return search;
}

/** Null for what cannot be the end of a number. */
export function requisiteSearch(catalogue: Catalogue, tail: string): RequisiteSearch | null {
  // Signs of a pattern have no place in a number, and fewer than four characters would find half the world.
  if (!/^\+?[0-9A-Za-z]{4,}$/.test(tail)) return null;
  const found = [...catalogue.requisiteById.values()].filter(({ number }) => number.endsWith(tail));
  return { tail, requisiteIds: found.map(({ id }) => id) };
}

export const listInvoices = read({
  path: '/invoices',
  operationId: 'listInvoices',
  summary: 'List and search invoices',
  description:
    'Newest first. A merchant sees those of the own stores. A page may hold fewer than its limit, even none, and still have a next one.',
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

/** More than a spreadsheet shows with comfort; all of them can be exported month by month. */
const exportRowsMax = 200_000;

export const exportInvoices = read({
  path: '/invoices.csv',
  operationId: 'exportInvoices',
  summary: 'Invoices as CSV',
  description:
    'Those that the list finds with the same filters, newest first. Times are those of `zone`, which the last column names.',
  mayBeBehind: true,
  query: { ...invoiceQuery, zone: zoneQuery },
  response: csvFile,
  refusals: [...invoiceQueryRefusals, 'export_too_large'],
  example: { answer: exampleLines },
  async handle(call) {
    const { context } = call;
    const filter = invoiceFilterOf(call, call.query);
    const storeIds = [...context.catalogue().stores.keys()];
    const rows = await countInvoices(context.pool, filter, exportRowsMax + 1, storeIds);
    if (rows > exportRowsMax) {
      throw new AppError('export_too_large', { rows: `over ${exportRowsMax}`, limit: exportRowsMax });
    }
    const readPage = (page: PageRequest) => readInvoicePage(context, filter, page);
    return { name: 'invoices', lines: invoiceLines(context, call.query.zone, readPage) };
  },
});
