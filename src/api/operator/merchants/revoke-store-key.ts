import { Type } from 'typebox';
import { revokeApiKey } from '../../../settings/revoke-api-key.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Done, Reason } from '../fields.ts';
import { keyInPath } from './key-shape.ts';
import { codeRefusals, MerchantsCode, requireMerchantsCode } from './merchants-code.ts';
import { ownStore, storeInPath } from './own-store.ts';

export const revokeStoreKey = endpoint({
  method: 'DELETE',
  path: '/stores/:id/keys/:key',
  operationId: 'revokeStoreKey',
  summary: 'Revoke an API key',
  description: 'Requests with it are refused from now on. A merchant does so for the own stores.',
  tag: 'Merchants and stores',
  roles: ['operator', 'merchant'],
  scope: 'access',
  params: { id: storeInPath, key: keyInPath },
  body: json(Type.Object({ reason: Reason, code: MerchantsCode })),
  response: Done,
  refusals: codeRefusals,
  example: { body: { reason: 'Server retired' }, answer: { status: 'revoked' } },
  async handle(call) {
    const { reason, code } = call.body;
    const { id, merchantId } = ownStore(call, call.params.id);
    await requireMerchantsCode(call, merchantId, code);
    await call.context.settings.run(revokeApiKey, { storeId: id, key: call.params.key }, byOf(call, reason));
    return { status: 'revoked' };
  },
});
