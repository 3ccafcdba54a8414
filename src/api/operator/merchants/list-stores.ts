import { integerQuery } from '../../parameters.ts';
import { endpoint } from '../endpoint.ts';
import { numberedDTO, numberedPage, numberedQuery, pageFrom } from '../paging.ts';
import { exampleStore, StoreShape, storeDTO } from './store-shape.ts';

export const listStores = endpoint({
  method: 'GET',
  path: '/stores',
  operationId: 'listStores',
  summary: 'List stores',
  description: 'A merchant sees only its own.',
  tag: 'Merchants and stores',
  roles: ['operator', 'merchant'],
  scope: 'read',
  query: { ...numberedQuery, merchantId: integerQuery('Only of this merchant', { minimum: 1 }) },
  response: numberedPage(StoreShape),
  refusals: [],
  example: { answer: { items: [exampleStore], next: null } },
  async handle({ context, query, actor }) {
    const merchantId = actor.role === 'operator' ? query.merchantId : actor.merchantId;
    const seen = [...context.catalogue().stores.values()].filter(
      (store) => merchantId === null || store.merchantId === merchantId,
    );
    return numberedDTO(pageFrom(seen, query), query, (store) => storeDTO(context, store));
  },
});
