import { Type } from 'typebox';
import { type BookAccount, withBalances } from '../../../domain/ledger/books.ts';
import { currencyOf, formatAmount } from '../../../domain/money/money.ts';
import { monthPattern, monthPeriod, zonedTimestamps } from '../../../domain/text/time-zone.ts';
import { AppError } from '../../../errors/app-error.ts';
import { csvLine } from '../../../http/csv.ts';
import { type StatementFacts, type StatementLine, statementPdf } from '../../../paper/statement-pdf.ts';
import { paperLanguages } from '../../../paper/statement-words.ts';
import { countTransfers, internalIdsOfDeals, type Period, readLines } from '../../../storage/reads/book/book-reads.ts';
import { csvFile, file } from '../../answers.ts';
import { at, exampleIds } from '../../examples.ts';
import { choiceQuery, inQuery, orElse, zoneQuery } from '../../parameters.ts';
import { everybody, type OperatorCall, type OperatorContext, readsOf } from '../endpoint.ts';
import {
  accountInPath,
  exportPageLines,
  findAccountWithinReach,
  refuseLargeExport,
  statementPeriod,
} from './book-reach.ts';
import { openingBalance } from './statement-lines.ts';

const read = readsOf({ tag: 'Books', roles: everybody });

/** What both kinds of a month's statement are asked with. */
const monthParameters = { id: accountInPath };
const monthQuery = {
  month: inQuery<string>({
    description: 'The month, `2026-11`; the current one when absent',
    schema: Type.String({ pattern: monthPattern }),
    refusals: ['wrong_type'],
    parse: (text) => (monthPeriod(text, 'UTC') === null ? null : text),
    malformed: (field) => new AppError('wrong_type', { field, type: 'month' }),
  }),
  zone: {
    ...zoneQuery,
    description: 'Where the month begins and its times are shown, as in the IANA database; `UTC` when absent',
  },
};

interface MonthStatement {
  readonly month: string;
  readonly zone: string;
  /** Of the calendar. */
  readonly calendar: Period;
  /** What of it is in the statement: fixed when the request begins. */
  readonly period: Period;
  readonly madeAt: number;
  readonly opening: bigint;
}

interface MonthQuery {
  readonly month: string | null;
  readonly zone: string;
}

async function monthOfCall(context: OperatorContext, account: BookAccount, query: MonthQuery): Promise<MonthStatement> {
  const madeAt = context.clock();
  const { zone } = query;
  const current = zonedTimestamps(zone)(madeAt).slice(0, 7);
  const month = query.month ?? current;
  const calendar = monthPeriod(month, zone);
  if (calendar === null) throw new AppError('wrong_type', { field: 'month', type: 'month' });
  if (calendar.fromMs > madeAt)
    throw new AppError('out_of_range', { field: 'month', minimum: '2000-01', maximum: current });
  const to = Math.min(calendar.toMs, madeAt + 1);
  const period = statementPeriod(context, account, { from: calendar.fromMs, to });
  return { month, zone, calendar, period, madeAt, opening: await openingBalance(context, account, period) };
}

/**
 * The lines of the month, page by page. The shop's own ID is for those whose invoices they are: a maker does not learn it.
 */
async function* monthPages(
  { context, actor }: OperatorCall,
  account: BookAccount,
  { period, opening }: MonthStatement,
): AsyncGenerator<readonly StatementLine[]> {
  let start = { afterId: 0n, balance: opening };
  for (;;) {
    const page = { afterId: start.afterId, limit: exportPageLines };
    const lines = withBalances(start.balance, await readLines(context.pool, account.id, period, page));
    const subjects = actor.role === 'maker' ? [] : lines.map(({ subjectId }) => subjectId);
    const internalIds = await internalIdsOfDeals(context.pool, subjects);
    yield lines.map((line) => ({ ...line, internalId: internalIds.get(line.subjectId) ?? null }));
    const last = lines.at(-1);
    if (last === undefined || lines.length < exportPageLines) return;
    start = { afterId: last.id, balance: last.balance };
  }
}

/** `statement-11-2026-11` */
function monthFileName(account: BookAccount, { month }: MonthStatement): string {
  return `statement-${account.id}-${month}`;
}

const columns = [
  'line',
  'transfer_id',
  'at',
  'kind',
  'subject_id',
  'internal_id',
  'counterparty',
  'amount',
  'balance',
  'currency',
  'time_zone',
] as const;

const exampleLines =
  csvLine(columns) +
  csvLine(['opening', '', at('00:00:00'), '', '', '', '', '', { figure: '9990.00000000' }, 'USDT', 'UTC']) +
  csvLine([
    'movement',
    '42',
    at('12:05:00'),
    'payin_settle',
    exampleIds.invoice,
    exampleIds.internalId,
    'maker_held',
    { figure: '10.20942407' },
    { figure: '10000.20942407' },
    'USDT',
    'UTC',
  ]) +
  csvLine(['closing', '', at('23:59:59'), '', '', '', '', '', { figure: '10000.20942407' }, 'USDT', 'UTC']);

export const exportMonthStatement = read({
  path: '/accounts/:id/month.csv',
  operationId: 'exportMonthStatement',
  summary: "A month's statement of an account as CSV",
  description:
    'Opening balance, every movement, closing balance: the first balance and all amounts add up to the last. The month begins ' +
    'and ends in `zone`, which the last column names. Of a month that is not over, what has moved so far.',
  mayBeBehind: true,
  params: monthParameters,
  query: monthQuery,
  response: csvFile,
  refusals: ['export_too_large', 'out_of_range'],
  example: { answer: exampleLines },
  async handle(call) {
    const account = await findAccountWithinReach(call, call.params.id);
    const month = await monthOfCall(call.context, account, call.query);
    await refuseLargeExport(call.context, [account.id], month.period);
    return { name: monthFileName(account, month), lines: monthLines(call, account, month) };
  },
});

async function* monthLines(call: OperatorCall, account: BookAccount, month: MonthStatement) {
  const { zone, calendar, madeAt, opening } = month;
  const timestamp = zonedTimestamps(zone);
  const { subunit } = currencyOf(call.context.catalogue(), account.currency);
  const figure = (minor: bigint) => ({ figure: formatAmount(minor, subunit) });
  const edge = (line: 'opening' | 'closing', atMs: number, balance: bigint) =>
    csvLine([line, '', timestamp(atMs), '', '', '', '', '', figure(balance), account.currency, zone]);
  yield csvLine(columns);
  yield edge('opening', calendar.fromMs, opening);
  let closing = opening;
  for await (const lines of monthPages(call, account, month)) {
    for (const { id, at, kind, subjectId, internalId, counterparty, amount, balance } of lines) {
      const facts = ['movement', String(id), timestamp(at), kind, subjectId, internalId ?? '', counterparty.kind];
      yield csvLine([...facts, figure(amount), figure(balance), account.currency, zone]);
      closing = balance;
    }
  }
  yield edge('closing', Math.min(calendar.toMs, madeAt), closing);
}

/** Some 200 pages. Nobody reads more on paper, and the file is made in memory; the CSV takes any length. */
const printedLinesMax = 10_000;

export const printMonthStatement = read({
  path: '/accounts/:id/month.pdf',
  operationId: 'printMonthStatement',
  summary: "A month's statement of an account as PDF",
  description:
    'Opening balance, every movement, closing balance, on A4. The month begins and ends in `zone`, which every page names. ' +
    `At most ${printedLinesMax} movements: for more, take the CSV.`,
  mayBeBehind: true,
  params: monthParameters,
  query: {
    ...monthQuery,
    language: orElse(choiceQuery(paperLanguages, 'Of the words: `en` (when absent) or `ru`'), 'en'),
  },
  response: file(['application/pdf'], 'A document, `application/pdf`'),
  refusals: ['export_too_large', 'out_of_range'],
  async handle(call) {
    const { context, query } = call;
    const account = await findAccountWithinReach(call, call.params.id);
    const month = await monthOfCall(context, account, query);
    const rows = await countTransfers(context.pool, [account.id], month.period);
    if (rows > printedLinesMax) throw new AppError('export_too_large', { rows, limit: printedLinesMax });
    const { kind, currency } = account;
    const facts: StatementFacts = {
      language: query.language,
      month: month.month,
      zone: month.zone,
      period: month.calendar,
      madeAt: month.madeAt,
      account: { kind, currency, subunit: currencyOf(context.catalogue(), currency).subunit },
      owner: ownerOf(context, account),
    };
    const content = await statementPdf(facts, month.opening, monthPages(call, account, month));
    const name = `${monthFileName(account, month)}.pdf`;
    return {
      type: 'application/pdf',
      headers: {
        'content-disposition': `attachment; filename="${name}"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      },
      content,
    };
  },
});

function ownerOf(context: OperatorContext, { kind, ownerId }: BookAccount): StatementFacts['owner'] {
  const { stores, makers } = context.catalogue();
  if (kind.startsWith('store_')) return { kind: 'store', name: stores.get(ownerId)?.name ?? String(ownerId) };
  if (kind.startsWith('maker_')) return { kind: 'maker', name: makers.get(ownerId)?.name ?? String(ownerId) };
  return null;
}
