import { Type } from 'typebox';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import { listApiKeys } from '../../../storage/reads/api-key-reads.ts';
import { at } from '../../examples.ts';
import { endpoint } from '../endpoint.ts';
import { nullable, words } from '../fields.ts';
import { all } from '../paging.ts';
import { timestampOrNull } from '../timestamps.ts';
import { ownStore, storeInPath } from './own-store.ts';

const KeyShape = Type.Object({
  key: words('API key of the store'),
  createdAt: words('When it was made'),
  revokedAt: nullable(Type.String(), 'When it was revoked; null while it is valid'),
});

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
  example: { answer: { items: [{ key: 'store-key', createdAt: at('09:00:00'), revokedAt: null }] } },
  async handle(call) {
    const found = await listApiKeys(call.context.pool, ownStore(call, call.params.id).id);
    return {
      items: found.map(({ key, createdAt, revokedAt }) => ({
        key,
        createdAt: formatTimestamp(createdAt),
        revokedAt: timestampOrNull(revokedAt),
      })),
    };
  },
});
