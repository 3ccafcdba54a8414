import { listEvents } from '../../../storage/reads/endpoint-reads.ts';
import { endpoint } from '../endpoint.ts';
import { ownStore } from '../merchants/own-store.ts';
import { limitQuery, longPageQuery, page, pageDTO } from '../paging.ts';
import { EventShape, endpointInPath, endpointOfStore, eventDTO, exampleEvent } from './endpoint-shape.ts';

export const listEndpointEvents = endpoint({
  method: 'GET',
  path: '/stores/:id/endpoints/:endpointId/events',
  operationId: 'listEndpointEvents',
  summary: 'List what an endpoint was told',
  description: 'The newest first, each with what became of it.',
  tag: 'Notifications',
  roles: ['operator', 'merchant'],
  scope: 'read',
  params: endpointInPath,
  query: { after: longPageQuery.after, limit: limitQuery },
  response: page(EventShape),
  refusals: [],
  example: { answer: { items: [exampleEvent], next: null } },
  async handle(call) {
    const { id: storeId } = ownStore(call, call.params.id);
    const { id } = endpointOfStore(call, storeId, call.params.endpointId);
    return pageDTO(await listEvents(call.context.pool, id, call.query), eventDTO);
  },
});
