import { type Static, Type } from 'typebox';
import { formatTimestamp } from '../../domain/timestamp.ts';
import { listApiKeys } from '../../storage/api-key-reads.ts';
import type { OperatorEndpoint } from './endpoint.ts';
import { nullable } from './fields.ts';
import { ownStore } from './stores.ts';
import { byOf, WithReasonBody } from './users.ts';

/** The keys a store's programs name themselves by. */
const keys: OperatorEndpoint = {
  roles: ['operator', 'merchant'],
  scope: 'read',
  method: 'GET',
  path: '/stores/:id/keys',
  operationId: 'listStoreKeys',
  summary: 'List the API keys of a store',
  response: Type.Object({
    items: Type.Array(
      Type.Object({ key: Type.String(), createdAt: Type.String(), revokedAt: nullable(Type.String()) }),
    ),
  }),
  async handle(call) {
    const found = await listApiKeys(call.context.pool, ownStore(call).id);
    return {
      items: found.map(({ key, createdAt, revokedAt }) => ({
        key,
        createdAt: formatTimestamp(createdAt),
        revokedAt: revokedAt === null ? null : formatTimestamp(revokedAt),
      })),
    };
  },
};

const createKey: OperatorEndpoint = {
  roles: ['operator'],
  scope: 'access',
  method: 'POST',
  path: '/stores/:id/keys',
  operationId: 'createStoreKey',
  summary: 'Create an API key',
  body: { kind: 'json', schema: WithReasonBody },
  response: Type.Object({ key: Type.String() }),
  async handle(call) {
    const { reason } = call.request.body as Static<typeof WithReasonBody>;
    const key = await call.context.settings.merchants.createApiKey(ownStore(call).id, byOf(call, reason));
    await call.context.refreshCatalogue();
    return { key };
  },
};

const revokeKey: OperatorEndpoint = {
  roles: ['operator'],
  scope: 'access',
  method: 'DELETE',
  path: '/stores/:id/keys/:key',
  operationId: 'revokeStoreKey',
  summary: 'Revoke an API key',
  description: 'Requests with it are refused from now on.',
  body: { kind: 'json', schema: WithReasonBody },
  response: Type.Object({ status: Type.String() }),
  async handle(call) {
    const { reason } = call.request.body as Static<typeof WithReasonBody>;
    const { key } = call.request.params as { readonly key: string };
    await call.context.settings.merchants.revokeApiKey(ownStore(call).id, key, byOf(call, reason));
    await call.context.refreshCatalogue();
    return { status: 'revoked' };
  },
};

export const storeKeyEndpoints: readonly OperatorEndpoint[] = [keys, createKey, revokeKey];
