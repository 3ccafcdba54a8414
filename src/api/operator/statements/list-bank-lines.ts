import { lineLists, listLines } from '../../../storage/reads/bank-statement-reads.ts';
import { choiceQuery, cursorQuery } from '../../parameters.ts';
import { endpoint } from '../endpoint.ts';
import { limitQuery, page, pageDTO } from '../paging.ts';
import { accountInPath, accountWithinReach, dayQuery } from './account-shape.ts';
import { BankLineShape, exampleLine, lineDTO } from './line-shape.ts';

export const listBankLines = endpoint({
  method: 'GET',
  path: '/bank-accounts/:id/lines',
  operationId: 'listBankLines',
  summary: "List lines of the bank's statements",
  description:
    '`list=matched`: money that we know. `list=bank`: only the bank knows it, and somebody has to say what it is. `list=explained`: somebody has. `list=out`: it went out. Newest day first.',
  tag: 'Bank statements',
  roles: ['operator', 'maker'],
  scope: 'read',
  params: { id: accountInPath },
  query: {
    list: choiceQuery(lineLists),
    from: dayQuery('First day'),
    to: dayQuery('Last day'),
    after: cursorQuery('cursor', (text) => {
      const [, day, id] = /^(\d{4}-\d\d-\d\d)\.(\d{1,18})$/.exec(text) ?? [];
      return day === undefined || id === undefined || Number.isNaN(Date.parse(day)) ? null : { day, id };
    }),
    limit: limitQuery,
  },
  response: page(BankLineShape),
  refusals: [],
  example: { answer: { items: [exampleLine], next: null } },
  async handle(call) {
    const { context, params, query } = call;
    const account = await accountWithinReach(call, params.id);
    const found = await listLines(context.pool, { accountId: account.id, ...query }, query);
    return pageDTO(found, (line) => lineDTO(context, account, line));
  },
});
