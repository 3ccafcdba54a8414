import { Type } from 'typebox';
import { createApiKey } from '../../../settings/create-api-key.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason, words } from '../fields.ts';
import { codeRefusals, MerchantsCode, requireMerchantsCode } from './merchants-code.ts';
import { ownStore, storeInPath } from './own-store.ts';

export const createStoreKey = endpoint({
  method: 'POST',
  path: '/stores/:id/keys',
  operationId: 'createStoreKey',
  summary: 'Create an API key',
  description: 'A merchant does so for the own stores.',
  tag: 'Merchants and stores',
  roles: ['operator', 'merchant'],
  scope: 'access',
  params: { id: storeInPath },
  body: json(Type.Object({ reason: Reason, code: MerchantsCode })),
  response: Type.Object({ key: words('API key of the store') }),
  refusals: codeRefusals,
  example: { body: { reason: 'Second shop server' }, answer: { key: 'second-store-key' } },
  async handle(call) {
    const { reason, code } = call.body;
    const { id, merchantId } = ownStore(call, call.params.id);
    await requireMerchantsCode(call, merchantId, code);
    return { key: await call.context.settings.run(createApiKey, { storeId: id }, byOf(call, reason)) };
  },
});
