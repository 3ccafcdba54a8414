import { Type } from 'typebox';
import { type BookAccount, withBalances } from '../../../domain/books.ts';
import { monthPattern, monthPeriod, zonedTimestamps } from '../../../domain/time-zone.ts';
import { AppError } from '../../../errors.ts';
import type { StatementLine } from '../../../paper/statement-pdf.ts';
import { internalIdsOfDeals, type Period, readLines } from '../../../storage/reads/book-reads.ts';
import { inQuery, zoneQuery } from '../../parameters.ts';
import type { OperatorCall, OperatorContext } from '../endpoint.ts';
import { accountInPath, exportPageLines, statementPeriod } from './book-reach.ts';
import { openingBalance } from './statement-lines.ts';

/** What both kinds of a month's statement are asked with. */
export const monthParameters = { id: accountInPath };
export const monthQuery = {
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

export interface MonthStatement {
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

export async function monthOfCall(
  context: OperatorContext,
  account: BookAccount,
  query: MonthQuery,
): Promise<MonthStatement> {
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
export async function* monthPages(
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
export function monthFileName(account: BookAccount, { month }: MonthStatement): string {
  return `statement-${account.id}-${month}`;
}
