import type { BookAccount } from '../../../domain/books.ts';
import { currencyOf } from '../../../domain/catalogue.ts';
import { formatAmount } from '../../../domain/money.ts';
import { zonedTimestamps } from '../../../domain/time-zone.ts';
import { csvLine } from '../../../http/csv.ts';
import { csvFile } from '../../answers.ts';
import { at, exampleIds } from '../../examples.ts';
import { endpoint, everybody, type OperatorCall } from '../endpoint.ts';
import { findAccountWithinReach, refuseLargeExport } from './book-reach.ts';
import {
  type MonthStatement,
  monthFileName,
  monthOfCall,
  monthPages,
  monthParameters,
  monthQuery,
} from './month-statement.ts';

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

export const exportMonthStatement = endpoint({
  method: 'GET',
  path: '/accounts/:id/month.csv',
  operationId: 'exportMonthStatement',
  summary: "A month's statement of an account as CSV",
  description:
    'Opening balance, every movement, closing balance: the first balance and all amounts add up to the last. The month begins ' +
    'and ends in `zone`, which the last column names. Of a month that is not over, what has moved so far.',
  tag: 'Books',
  roles: everybody,
  scope: 'read',
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
