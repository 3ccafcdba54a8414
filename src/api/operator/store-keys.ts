import { type Static, Type } from 'typebox';
import { formatTimestamp } from '../../domain/timestamp.ts';
import { createApiKey } from '../../settings/create-api-key.ts';
import { revokeApiKey } from '../../settings/revoke-api-key.ts';
import { listApiKeys } from '../../storage/reads/api-key-reads.ts';
import type { OperatorEndpoint } from './endpoint.ts';
import { nullable, Reason } from './fields.ts';
import { MerchantsCode, requireMerchantsCode } from './merchants-code.ts';
import { ownStore } from './stores.ts';
import { byOf } from './users.ts';

const KeyChange = Type.Object({ reason: Reason, code: MerchantsCode });

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
  roles: ['operator', 'merchant'],
  scope: 'access',
  method: 'POST',
  path: '/stores/:id/keys',
  operationId: 'createStoreKey',
  summary: 'Create an API key',
  description: 'A merchant does so for the own stores.',
  body: { kind: 'json', schema: KeyChange },
  response: Type.Object({ key: Type.String() }),
  async handle(call) {
    const { reason, code } = call.request.body as Static<typeof KeyChange>;
    const { id, merchantId } = ownStore(call);
    await requireMerchantsCode(call, merchantId, code);
    return { key: await call.context.settings.run(createApiKey, { storeId: id }, byOf(call, reason)) };
  },
};

const revokeKey: OperatorEndpoint = {
  roles: ['operator', 'merchant'],
  scope: 'access',
  method: 'DELETE',
  path: '/stores/:id/keys/:key',
  operationId: 'revokeStoreKey',
  summary: 'Revoke an API key',
  description: 'Requests with it are refused from now on. A merchant does so for the own stores.',
  body: { kind: 'json', schema: KeyChange },
  response: Type.Object({ status: Type.String() }),
  async handle(call) {
    const { reason, code } = call.request.body as Static<typeof KeyChange>;
    const { key } = call.request.params as { readonly key: string };
    const { id, merchantId } = ownStore(call);
    await requireMerchantsCode(call, merchantId, code);
    await call.context.settings.run(revokeApiKey, { storeId: id, key }, byOf(call, reason));
    return { status: 'revoked' };
  },
};

export const storeKeyEndpoints: readonly OperatorEndpoint[] = [keys, createKey, revokeKey];
