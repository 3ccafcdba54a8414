import { type BookAccount, withBalances } from '../../../domain/ledger/books.ts';
import { currencyOf, formatAmount } from '../../../domain/money/money.ts';
import { zonedTimestamps } from '../../../domain/text/time-zone.ts';
import { csvLine } from '../../../http/csv.ts';
import { balanceBefore, type Period, readLines } from '../../../storage/reads/book/book-reads.ts';
import { at, exampleIds } from '../../examples.ts';
import type { OperatorContext } from '../endpoint.ts';
import { exportPageLines } from './book-reach.ts';

const columns = [
  'transfer_id',
  'at',
  'kind',
  'subject_id',
  'counterparty',
  'amount',
  'balance',
  'currency',
  'time_zone',
] as const;

/** The head and one line. */
export const exampleStatementLines =
  csvLine(columns) +
  csvLine([
    '42',
    at('12:05:00'),
    'payin_settle',
    exampleIds.invoice,
    'maker_held',
    { figure: '10.20942407' },
    { figure: '10000.20942407' },
    'USDT',
    'UTC',
  ]);

/** A statement as lines of a spreadsheet, read page by page while they are sent. */
export async function* statementLines(context: OperatorContext, account: BookAccount, period: Period, zone: string) {
  yield csvLine(columns);
  const timestamp = zonedTimestamps(zone);
  const { subunit } = currencyOf(context.catalogue(), account.currency);
  const figure = (minor: bigint) => ({ figure: formatAmount(minor, subunit) });
  let start = { afterId: 0n, balance: await openingBalance(context, account, period) };
  for (;;) {
    const page = { afterId: start.afterId, limit: exportPageLines };
    const lines = withBalances(start.balance, await readLines(context.pool, account.id, period, page));
    for (const { id, at, kind, subjectId, counterparty, amount, balance } of lines) {
      const facts = [String(id), timestamp(at), kind, subjectId, counterparty.kind];
      yield csvLine([...facts, figure(amount), figure(balance), account.currency, zone]);
    }
    const last = lines.at(-1);
    if (last === undefined || lines.length < exportPageLines) return;
    start = { afterId: last.id, balance: last.balance };
  }
}

export async function openingBalance(
  { pool }: OperatorContext,
  account: BookAccount,
  { fromMs }: Period,
): Promise<bigint> {
  return fromMs === 0 ? 0n : await balanceBefore(pool, [account.id], fromMs);
}
