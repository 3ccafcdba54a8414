import { listApiKeys } from '../../../storage/reads/api-key-reads.ts';
import { endpoint } from '../endpoint.ts';
import { all } from '../paging.ts';
import { exampleKey, KeyShape, keyDTO } from './key-shape.ts';
import { ownStore, storeInPath } from './own-store.ts';

/** The keys a store's programs name themselves by. */
export const listStoreKeys = endpoint({
  method: 'GET',
  path: '/stores/:id/keys',
  operationId: 'listStoreKeys',
  summary: 'List the API keys of a store',
  tag: 'Merchants and stores',
  roles: ['operator', 'merchant'],
  scope: 'read',
  params: { id: storeInPath },
  response: all(KeyShape),
  refusals: [],
  example: { answer: { items: [exampleKey] } },
  async handle(call) {
    const found = await listApiKeys(call.context.pool, ownStore(call, call.params.id).id);
    return { items: found.map(keyDTO) };
  },
});
