import { withdrawalStatuses } from '../../../domain/withdrawal.ts';
import {
  findWithdrawalOfAnyStore,
  listWithdrawals as listWithdrawalRows,
} from '../../../storage/reads/withdrawal-reads.ts';
import { choiceQuery, integerQuery, uuidQuery } from '../../parameters.ts';
import { endpoint } from '../endpoint.ts';
import { page, pageDTO, pageQuery } from '../paging.ts';
import { reachesStore, storesAsked } from '../reach.ts';
import { exampleRequested, operatorWithdrawalDTO, WithdrawalShape } from './withdrawal-shape.ts';

const statusFilters = { open: 'open', ...withdrawalStatuses } as const;

export const listWithdrawals = endpoint({
  method: 'GET',
  path: '/withdrawals',
  operationId: 'listWithdrawals',
  summary: 'List withdrawals',
  description: 'Newest first. `status=open` are those that wait for approval or for being sent.',
  tag: 'Withdrawals',
  roles: ['operator', 'merchant'],
  scope: 'read',
  mayBeBehind: true,
  query: {
    status: choiceQuery(statusFilters),
    storeId: integerQuery('Of one store'),
    id: uuidQuery('This one alone'),
    ...pageQuery,
  },
  response: page(WithdrawalShape),
  refusals: [],
  example: { answer: { items: [exampleRequested], next: null } },
  async handle({ context, query, actor }) {
    const { id, status } = query;
    if (id !== null) {
      const withdrawal = await findWithdrawalOfAnyStore(context.pool, id);
      const isReached = withdrawal !== null && reachesStore(context.catalogue(), actor, withdrawal.storeId);
      return { items: isReached ? [operatorWithdrawalDTO(context, withdrawal, actor.role)] : [], next: null };
    }
    const storeIds = storesAsked(context.catalogue(), actor, query.storeId);
    const filter = { storeIds, status: status === null ? null : statusFilters[status] };
    const found = await listWithdrawalRows(context.pool, filter, query);
    return pageDTO(found, (withdrawal) => operatorWithdrawalDTO(context, withdrawal, actor.role));
  },
});
