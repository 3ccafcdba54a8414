import { listBankAccounts as listAccountRows } from '../../../storage/reads/bank-statement-reads.ts';
import { endpoint } from '../endpoint.ts';
import { numberedDTO, numberedPage, numberedQuery } from '../paging.ts';
import { accountDTO, BankAccountShape, exampleBankAccount } from './account-shape.ts';

export const listBankAccounts = endpoint({
  method: 'GET',
  path: '/bank-accounts',
  operationId: 'listBankAccounts',
  summary: 'List bank accounts',
  description: 'Those whose statements are read. A maker sees own ones.',
  tag: 'Bank statements',
  roles: ['operator', 'maker'],
  scope: 'read',
  query: numberedQuery,
  response: numberedPage(BankAccountShape),
  refusals: [],
  example: { answer: { items: [exampleBankAccount], next: null } },
  async handle({ context, query, actor }) {
    const makerId = actor.role === 'maker' ? (actor.makerId ?? 0) : null;
    const rows = await listAccountRows(context.pool, { makerId, ...query });
    return numberedDTO(rows, query, (account) => accountDTO(context, account));
  },
});
