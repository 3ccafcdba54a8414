import { Type } from 'typebox';
import { readEndpointKinds, readEndpointUrl } from '../../../domain/store-endpoint.ts';
import { createEndpoint as createEndpointAct } from '../../../settings/endpoints.ts';
import { json } from '../../endpoint.ts';
import { exampleCode } from '../../examples.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason, words } from '../fields.ts';
import { codeRefusals, MerchantsCode, requireMerchantsCode } from '../merchants/merchants-code.ts';
import { ownStore, storeInPath } from '../merchants/own-store.ts';
import { EndpointUrl, endpointRefusals, exampleEndpoint, Kinds, requireCalled } from './endpoint-shape.ts';

export const createEndpoint = endpoint({
  method: 'POST',
  path: '/stores/:id/endpoints',
  operationId: 'createEndpoint',
  summary: 'Add an endpoint to a store',
  description:
    'It hears of what happens from now on, in order, signed with a secret of its own, which only this answer shows. ' +
    'A merchant does so for the own stores.',
  tag: 'Notifications',
  roles: ['operator', 'merchant'],
  scope: 'access',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: storeInPath },
  body: json(Type.Object({ url: EndpointUrl, kinds: Kinds, reason: Reason, code: MerchantsCode })),
  response: Type.Object({ id: words('Endpoint ID, a UUID'), secret: words('What events are signed with') }),
  refusals: [...endpointRefusals, 'too_many_endpoints', ...codeRefusals, 'second_person_needed'],
  example: {
    body: { url: exampleEndpoint.url, kinds: exampleEndpoint.kinds, reason: 'Our books follow it', code: exampleCode },
    answer: { id: exampleEndpoint.id, secret: 'its-secret' },
  },
  async handle(call) {
    const { reason, code, kinds, url: given } = call.body;
    const { id: storeId, merchantId } = ownStore(call, call.params.id);
    // Before the code: a slip must not cost one.
    const url = readEndpointUrl(given);
    readEndpointKinds(kinds);
    requireCalled(call, url);
    await requireMerchantsCode(call, merchantId, code);
    return await call.context.settings.run(createEndpointAct, { storeId, url, kinds }, byOf(call, reason));
  },
});
