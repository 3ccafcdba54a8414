import { csvFile } from '../../answers.ts';
import { zoneQuery } from '../../parameters.ts';
import { endpoint, everybody } from '../endpoint.ts';
import {
  accountInPath,
  findAccountWithinReach,
  periodQuery,
  refuseLargeExport,
  statementPeriod,
} from './book-reach.ts';
import { exampleStatementLines, statementLines } from './statement-lines.ts';

export const exportStatement = endpoint({
  method: 'GET',
  path: '/accounts/:id/statement.csv',
  operationId: 'exportStatement',
  summary: 'Statement of an account as CSV',
  description:
    'The sum of the column `amount` is the change of the balance over the period. Times are those of `zone`, which the last ' +
    'column names.',
  tag: 'Books',
  roles: everybody,
  scope: 'read',
  mayBeBehind: true,
  params: { id: accountInPath },
  query: { ...periodQuery, zone: zoneQuery },
  response: csvFile,
  refusals: ['export_too_large'],
  example: { answer: exampleStatementLines },
  async handle(call) {
    const { context, query } = call;
    const account = await findAccountWithinReach(call, call.params.id);
    const period = statementPeriod(context, account, query);
    await refuseLargeExport(context, [account.id], period);
    return { name: `statement-${account.id}`, lines: statementLines(context, account, period, query.zone) };
  },
});
