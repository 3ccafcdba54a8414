import { endpoint } from '../endpoint.ts';
import { ownStore, storeInPath } from '../merchants/own-store.ts';
import { all } from '../paging.ts';
import { EndpointShape, endpointDTO, exampleEndpoint } from './endpoint-shape.ts';

export const listEndpoints = endpoint({
  method: 'GET',
  path: '/stores/:id/endpoints',
  operationId: 'listEndpoints',
  summary: 'List the endpoints of a store',
  description: 'Addresses of the store that hear of more than one invoice, each with what it hears of.',
  tag: 'Notifications',
  roles: ['operator', 'merchant'],
  scope: 'read',
  params: { id: storeInPath },
  response: all(EndpointShape),
  refusals: [],
  example: { answer: { items: [exampleEndpoint] } },
  async handle(call) {
    const { id } = ownStore(call, call.params.id);
    const endpoints = [...call.context.catalogue().endpoints.values()].filter(({ storeId }) => storeId === id);
    return { items: endpoints.sort((a, b) => a.createdAt - b.createdAt).map(endpointDTO) };
  },
});
