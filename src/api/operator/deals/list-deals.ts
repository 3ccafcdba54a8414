import { dealStatuses } from '../../../domain/deal.ts';
import { directions } from '../../../domain/payment.ts';
import { listDeals as listDealRows } from '../../../storage/reads/deal-list-reads.ts';
import { choiceQuery, integerQuery } from '../../parameters.ts';
import { endpoint } from '../endpoint.ts';
import { page, pageDTO, pageQuery } from '../paging.ts';
import { DealShape, dealDTO, exampleDeal } from './deal-shape.ts';

const statusFilters = { ...dealStatuses, running: 'running' } as const;

export const listDeals = endpoint({
  method: 'GET',
  path: '/deals',
  operationId: 'listDeals',
  summary: 'List deals',
  description: "Newest first. A maker sees the own ones; an operator all, or one maker's.",
  tag: 'Deals',
  roles: ['operator', 'maker'],
  scope: 'read',
  mayBeBehind: true,
  query: {
    makerId: integerQuery('Of one maker'),
    status: choiceQuery(
      statusFilters,
      `${Object.keys(dealStatuses).join(', ')}, or \`running\`: waits for money or a word about it, or is in dispute`,
    ),
    type: choiceQuery(directions),
    ...pageQuery,
  },
  response: page(DealShape),
  refusals: [],
  example: { answer: { items: [exampleDeal], next: null } },
  async handle({ context, query, actor }) {
    const makerId = actor.role === 'maker' ? actor.makerId : query.makerId;
    const filter = { makerId, status: query.status, type: query.type };
    const found = await listDealRows(context.pool, filter, query, [...context.catalogue().makers.keys()]);
    return pageDTO(found, ({ deal, storeId }) => dealDTO(context, deal, storeId));
  },
});
