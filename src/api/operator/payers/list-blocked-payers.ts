import { listBlockedPayers as findBlockedPayers } from '../../../storage/reads/payer-reads.ts';
import { integerQuery } from '../../parameters.ts';
import { endpoint } from '../endpoint.ts';
import { all } from '../paging.ts';
import { storesAsked } from '../reach.ts';
import { BlockedPayer, blockedPayerDTO, exampleBlocked } from './payer-shape.ts';

export const listBlockedPayers = endpoint({
  method: 'GET',
  path: '/blocked-payers',
  operationId: 'listBlockedPayers',
  summary: 'List payers who are blocked',
  description:
    "Payers who left too many payins in a row unpaid, by a store's own rule. A block is written down when it first " +
    'refuses a payin. At most 500, the longest first. A merchant sees those of the own stores.',
  tag: 'Payers who play',
  roles: ['operator', 'merchant'],
  scope: 'read',
  query: { storeId: integerQuery('Of one store') },
  response: all(BlockedPayer),
  refusals: [],
  example: { answer: { items: [exampleBlocked] } },
  async handle({ context, actor, query }) {
    const storeIds = storesAsked(context.catalogue(), actor, query.storeId);
    const blocked = await findBlockedPayers(context.pool, { storeIds, now: context.clock() });
    return { items: blocked.map((payer) => blockedPayerDTO(context, payer)) };
  },
});
