import { Type } from 'typebox';
import { readEndpointKinds, readEndpointUrl } from '../../../domain/store-endpoint.ts';
import { changeEndpoint as changeEndpointAct } from '../../../settings/endpoints.ts';
import { json } from '../../endpoint.ts';
import { exampleCode } from '../../examples.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Done, Reason } from '../fields.ts';
import { codeRefusals, MerchantsCode, requireMerchantsCode } from '../merchants/merchants-code.ts';
import { ownStore } from '../merchants/own-store.ts';
import {
  EndpointUrl,
  endpointInPath,
  endpointOfStore,
  endpointRefusals,
  Kinds,
  requireCalled,
} from './endpoint-shape.ts';

export const changeEndpoint = endpoint({
  method: 'PATCH',
  path: '/stores/:id/endpoints/:endpointId',
  operationId: 'changeEndpoint',
  summary: 'Change where an endpoint is, or what it hears of',
  description:
    'What is absent stays as it is. What waits goes to the new address. A merchant does so for the own stores.',
  tag: 'Notifications',
  roles: ['operator', 'merchant'],
  scope: 'access',
  isForPeople: true,
  needsFreshProof: true,
  params: endpointInPath,
  body: json(
    Type.Object({
      url: Type.Optional(EndpointUrl),
      kinds: Type.Optional(Kinds),
      reason: Reason,
      code: MerchantsCode,
    }),
  ),
  response: Done,
  refusals: [...endpointRefusals, ...codeRefusals, 'second_person_needed'],
  example: {
    body: { kinds: ['withdrawal'], reason: 'Only what is paid out', code: exampleCode },
    answer: { status: 'changed' },
  },
  async handle(call) {
    const { reason, code, kinds, url: given } = call.body;
    const { id: storeId, merchantId } = ownStore(call, call.params.id);
    const { id } = endpointOfStore(call, storeId, call.params.endpointId);
    const url = given === undefined ? undefined : readEndpointUrl(given);
    if (kinds !== undefined) readEndpointKinds(kinds);
    if (url !== undefined) requireCalled(call, url);
    await requireMerchantsCode(call, merchantId, code);
    const wish = { storeId, id, ...(url === undefined ? {} : { url }), ...(kinds === undefined ? {} : { kinds }) };
    await call.context.settings.run(changeEndpointAct, wish, byOf(call, reason));
    return { status: 'changed' };
  },
});
