import { Type } from 'typebox';
import { removeEndpoint as removeEndpointAct } from '../../../settings/endpoints.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Done, Reason } from '../fields.ts';
import { codeRefusals, MerchantsCode, requireMerchantsCode } from '../merchants/merchants-code.ts';
import { ownStore } from '../merchants/own-store.ts';
import { endpointInPath, endpointOfStore } from './endpoint-shape.ts';

export const removeEndpoint = endpoint({
  method: 'DELETE',
  path: '/stores/:id/endpoints/:endpointId',
  operationId: 'removeEndpoint',
  summary: 'Remove an endpoint of a store',
  description: 'It hears nothing more, not even what waits. A merchant does so for the own stores.',
  tag: 'Notifications',
  roles: ['operator', 'merchant'],
  scope: 'access',
  isForPeople: true,
  needsFreshProof: true,
  params: endpointInPath,
  body: json(Type.Object({ reason: Reason, code: MerchantsCode })),
  response: Done,
  refusals: [...codeRefusals, 'second_person_needed'],
  example: { body: { reason: 'Server retired' }, answer: { status: 'removed' } },
  async handle(call) {
    const { reason, code } = call.body;
    const { id: storeId, merchantId } = ownStore(call, call.params.id);
    const { id } = endpointOfStore(call, storeId, call.params.endpointId);
    await requireMerchantsCode(call, merchantId, code);
    await call.context.settings.run(removeEndpointAct, { storeId, id }, byOf(call, reason));
    return { status: 'removed' };
  },
});
