import { endpoint } from '../endpoint.ts';
import { ownStore, storeInPath } from './own-store.ts';
import { exampleStore, StoreShape, storeDTO } from './store-shape.ts';

export const getStore = endpoint({
  method: 'GET',
  path: '/stores/:id',
  operationId: 'getStore',
  summary: 'Get a store',
  tag: 'Merchants and stores',
  roles: ['operator', 'merchant'],
  scope: 'read',
  params: { id: storeInPath },
  response: StoreShape,
  refusals: [],
  example: { answer: exampleStore },
  async handle(call) {
    return storeDTO(call.context, ownStore(call, call.params.id));
  },
});
