import { asOf } from '../../../domain/invoices/expiry.ts';
import { storeOf } from '../../../domain/merchants/store.ts';
import { currencyOf, formatAmount } from '../../../domain/money/money.ts';
import { zonedTimestamps } from '../../../domain/text/time-zone.ts';
import { type CsvCell, csvLine } from '../../../http/csv.ts';
import type { InvoiceWithDeals } from '../../../storage/reads/invoices/invoice-reads.ts';
import type { Page, PageRequest } from '../../../storage/reads/listing.ts';
import { at, exampleIds } from '../../examples.ts';
import type { OperatorContext } from '../endpoint.ts';

/** One statement reads this many: few enough that nobody else waits for them. */
const pageRows = 500;

const columns = [
  'id',
  'internal_id',
  'store_id',
  'store',
  'type',
  'status',
  'sum',
  'currency',
  'payment_option',
  'bank',
  'received_from_maker',
  'fee',
  'payout_sum',
  'settlement_currency',
  'created_at',
  'updated_at',
  'time_zone',
] as const;

const exampleFigure = (figure: string) => ({ figure });

/** The head and one line. */
export const exampleLines =
  csvLine(columns) +
  csvLine([
    exampleIds.invoice,
    exampleIds.internalId,
    exampleFigure('1'),
    'Demo Store',
    'in',
    'paid',
    exampleFigure('1000.00'),
    'RUB',
    'SBP',
    'sberbank',
    exampleFigure('10.47120418'),
    exampleFigure('0.26178011'),
    exampleFigure('10.20942407'),
    'USDT',
    at('12:00:00'),
    at('12:05:00'),
    'UTC',
  ]);

/** Invoices as lines of a spreadsheet, read page by page while they are sent. */
export async function* invoiceLines(
  context: OperatorContext,
  zone: string,
  readPage: (page: PageRequest) => Promise<Page<InvoiceWithDeals>>,
): AsyncGenerator<string> {
  yield csvLine(columns);
  const timestamp = zonedTimestamps(zone);
  let after: string | null = null;
  do {
    const page: Page<InvoiceWithDeals> = await readPage({ after, limit: pageRows });
    for (const found of page.items) yield csvLine([...cellsOf(context, timestamp, found), zone]);
    after = page.next;
  } while (after !== null);
}

function cellsOf(
  context: OperatorContext,
  timestamp: (instant: number) => string,
  found: InvoiceWithDeals,
): readonly CsvCell[] {
  const catalogue = context.catalogue();
  const { invoice } = asOf(found.invoice, found.deals, context.clock());
  const { id, name, settlementCurrency } = storeOf(catalogue, invoice.storeId);
  const figure = (minor: bigint | null, currency: string): CsvCell =>
    minor === null ? null : { figure: formatAmount(minor, currencyOf(catalogue, currency).subunit) };
  return [
    invoice.id,
    invoice.internalId,
    { figure: String(id) },
    name,
    invoice.type,
    invoice.status,
    figure(invoice.shownSum, invoice.currency),
    invoice.currency,
    invoice.paymentOption,
    invoice.bank,
    figure(invoice.makerSum, settlementCurrency),
    figure(invoice.feeSum, settlementCurrency),
    figure(invoice.payoutSum, settlementCurrency),
    settlementCurrency,
    timestamp(invoice.createdAt),
    timestamp(invoice.updatedAt),
  ];
}
