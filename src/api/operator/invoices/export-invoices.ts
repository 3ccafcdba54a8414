import { AppError } from '../../../errors.ts';
import { countInvoices } from '../../../storage/reads/invoice-list-reads.ts';
import type { PageRequest } from '../../../storage/reads/listing.ts';
import { csvFile } from '../../answers.ts';
import { zoneQuery } from '../../parameters.ts';
import { endpoint } from '../endpoint.ts';
import { invoiceFilterOf, invoiceQuery, invoiceQueryRefusals, readInvoicePage } from './invoice-filter.ts';
import { exampleLines, invoiceLines } from './invoice-lines.ts';

/** More than a spreadsheet shows with comfort; whoever needs them all asks month by month. */
const exportRowsMax = 200_000;

export const exportInvoices = endpoint({
  method: 'GET',
  path: '/invoices.csv',
  operationId: 'exportInvoices',
  summary: 'Invoices as CSV',
  description:
    'Those that the list finds with the same filters, newest first. Times are those of `zone`, which the last column names.',
  tag: 'Invoices and disputes',
  roles: ['operator', 'merchant'],
  scope: 'read',
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
