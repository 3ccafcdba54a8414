import { Type } from 'typebox';
import { readEndpointKinds, readEndpointUrl } from '../../../domain/merchants/store-endpoint.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import {
  changeEndpoint as changeEndpointAct,
  createEndpoint as createEndpointAct,
  removeEndpoint as removeEndpointAct,
  resendEndpointEvent as resendEndpointEventAct,
  rotateEndpointSecret as rotateEndpointSecretAct,
} from '../../../settings/merchants/endpoints.ts';
import { listEvents } from '../../../storage/reads/merchants/endpoint-reads.ts';
import type { Input } from '../../endpoint.ts';
import { exampleCode } from '../../examples.ts';
import { idInPath } from '../../parameters.ts';
import { type OperatorCall, readsOf } from '../endpoint.ts';
import { done, Reason, words } from '../fields.ts';
import { overlapHours } from '../merchants/key-shape.ts';
import { codeRefusals, MerchantsCode, requireMerchantsCode } from '../merchants/merchants-code.ts';
import { ownStore, storeInPath } from '../merchants/own-store.ts';
import { all, limitQuery, longPageQuery, page, pageDTO } from '../paging.ts';
import { settingsOf } from '../setting-endpoint.ts';
import {
  EndpointShape,
  EndpointUrl,
  EventShape,
  endpointDTO,
  endpointInPath,
  endpointOfStore,
  endpointRefusals,
  eventDTO,
  exampleEndpoint,
  exampleEvent,
  Kinds,
  requireCalled,
} from './endpoint-shape.ts';

const endpoints = settingsOf({ tag: 'Notifications', scope: 'access' });
const read = readsOf({ tag: 'Notifications', roles: ['operator', 'merchant'] });

export const createEndpoint = endpoints(createEndpointAct, {
  method: 'POST',
  path: '/stores/:id/endpoints',
  operationId: 'createEndpoint',
  summary: 'Add an endpoint to a store',
  description:
    'It hears of what happens from now on, in order, signed with a secret of its own, which only this answer shows. ' +
    'A merchant does so for the own stores.',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: storeInPath },
  body: { url: EndpointUrl, kinds: Kinds, reason: Reason, code: MerchantsCode },
  response: Type.Object({ id: words('Endpoint ID, a UUID'), secret: words('What events are signed with') }),
  refusals: [...endpointRefusals, 'too_many_endpoints', ...codeRefusals, 'second_person_needed'],
  example: {
    body: { url: exampleEndpoint.url, kinds: exampleEndpoint.kinds, reason: 'Our books follow it', code: exampleCode },
    answer: { id: exampleEndpoint.id, secret: 'its-secret' },
  },
  input: async (call) => {
    const { kinds, code } = call.body;
    const { id: storeId, merchantId } = ownStore(call, call.params.id);
    // Before the code: a slip must not cost one.
    const url = readEndpointUrl(call.body.url);
    readEndpointKinds(kinds);
    requireCalled(call, url);
    await requireMerchantsCode(call, merchantId, code);
    return { storeId, url, kinds };
  },
  answer: (made) => made,
});

export const listEndpoints = read({
  path: '/stores/:id/endpoints',
  operationId: 'listEndpoints',
  summary: 'List the endpoints of a store',
  description: 'Addresses of the store that hear of more than one invoice, each with what it hears of.',
  params: { id: storeInPath },
  response: all(EndpointShape),
  example: { answer: { items: [exampleEndpoint] } },
  async handle(call) {
    const { id } = ownStore(call, call.params.id);
    const endpoints = [...call.context.catalogue().endpoints.values()].filter(({ storeId }) => storeId === id);
    return { items: endpoints.sort((a, b) => a.createdAt - b.createdAt).map(endpointDTO) };
  },
});

export const changeEndpoint = endpoints(changeEndpointAct, {
  method: 'PATCH',
  path: '/stores/:id/endpoints/:endpointId',
  operationId: 'changeEndpoint',
  summary: 'Change where an endpoint is, or what it hears of',
  description:
    'What is absent stays as it is. What waits goes to the new address. A merchant does so for the own stores.',
  isForPeople: true,
  needsFreshProof: true,
  params: endpointInPath,
  body: {
    url: Type.Optional(EndpointUrl),
    kinds: Type.Optional(Kinds),
    reason: Reason,
    code: MerchantsCode,
  },
  refusals: [...endpointRefusals, ...codeRefusals, 'second_person_needed'],
  example: {
    body: { kinds: ['withdrawal'], reason: 'Only what is paid out', code: exampleCode },
    answer: { status: 'changed' },
  },
  ...done('changed'),
  input: async (call) => {
    const { kinds, url: given, code } = call.body;
    const { id: storeId, merchantId } = ownStore(call, call.params.id);
    const { id } = endpointOfStore(call, storeId, call.params.endpointId);
    const url = given === undefined ? undefined : readEndpointUrl(given);
    if (kinds !== undefined) readEndpointKinds(kinds);
    if (url !== undefined) requireCalled(call, url);
    await requireMerchantsCode(call, merchantId, code);
    return { storeId, id, ...(url === undefined ? {} : { url }), ...(kinds === undefined ? {} : { kinds }) };
  },
});

export const rotateEndpointSecret = endpoints(rotateEndpointSecretAct, {
  method: 'POST',
  path: '/stores/:id/endpoints/:endpointId/rotate-secret',
  operationId: 'rotateEndpointSecret',
  summary: 'Sign the events of an endpoint with a new secret',
  description:
    'The answer is the only place that shows it. Until the overlap ends, events carry a signature with the former one as well.',
  isForPeople: true,
  needsFreshProof: true,
  params: endpointInPath,
  body: { overlapHours, reason: Reason, code: MerchantsCode },
  response: Type.Object({
    secret: words('Shown here only'),
    oldValidUntil: words('How long the former secret still signs as well'),
  }),
  refusals: [...codeRefusals, 'second_person_needed'],
  example: {
    body: { overlapHours: 24, reason: 'Yearly rotation', code: exampleCode },
    answer: { secret: 'the-new-secret', oldValidUntil: '2026-11-15T12:00:00+00:00' },
  },
  input: async (call) => ({ ...(await endpointByCode(call)), overlapHours: call.body.overlapHours }),
  answer: ({ secret, formerUntil }) => ({ secret, oldValidUntil: formatTimestamp(formerUntil) }),
});

export const removeEndpoint = endpoints(removeEndpointAct, {
  method: 'DELETE',
  path: '/stores/:id/endpoints/:endpointId',
  operationId: 'removeEndpoint',
  summary: 'Remove an endpoint of a store',
  description: 'It hears nothing more, not even what waits. A merchant does so for the own stores.',
  isForPeople: true,
  needsFreshProof: true,
  params: endpointInPath,
  body: { reason: Reason, code: MerchantsCode },
  refusals: [...codeRefusals, 'second_person_needed'],
  example: { body: { reason: 'Server retired' }, answer: { status: 'removed' } },
  ...done('removed'),
  input: endpointByCode,
});

export const listEndpointEvents = read({
  path: '/stores/:id/endpoints/:endpointId/events',
  operationId: 'listEndpointEvents',
  summary: 'List what an endpoint was told',
  description: 'The newest first, each with what became of it.',
  params: endpointInPath,
  query: { after: longPageQuery.after, limit: limitQuery },
  response: page(EventShape),
  example: { answer: { items: [exampleEvent], next: null } },
  async handle(call) {
    const { id: storeId } = ownStore(call, call.params.id);
    const { id } = endpointOfStore(call, storeId, call.params.endpointId);
    return pageDTO(await listEvents(call.context.pool, id, call.query), eventDTO);
  },
});

export const resendEndpointEvent = endpoints(resendEndpointEventAct, {
  method: 'POST',
  path: '/stores/:id/endpoints/:endpointId/events/:sequence/resend',
  operationId: 'resendEndpointEvent',
  summary: 'Send an event of an endpoint again',
  description: 'With the same `webhook-id`. Later ones that wait follow it.',
  scope: 'settings',
  params: { ...endpointInPath, sequence: idInPath('Which of its events') },
  refusals: [],
  example: { body: { reason: 'The receiver lost it' }, answer: { status: 'waiting' } },
  ...done('waiting'),
  input: (call) => {
    const { id: storeId } = ownStore(call, call.params.id);
    const { id } = endpointOfStore(call, storeId, call.params.endpointId);
    return { storeId, id, sequence: call.params.sequence };
  },
});

/** Which endpoint it is, once the merchant has given the code. */
async function endpointByCode(
  call: OperatorCall &
    Input<{ readonly id: number; readonly endpointId: string }, unknown, { readonly code?: string | null }>,
) {
  const { id: storeId, merchantId } = ownStore(call, call.params.id);
  const { id } = endpointOfStore(call, storeId, call.params.endpointId);
  await requireMerchantsCode(call, merchantId, call.body.code);
  return { storeId, id };
}
