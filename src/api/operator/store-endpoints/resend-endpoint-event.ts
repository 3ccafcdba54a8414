import { resendEndpointEvent as resendEndpointEventAct } from '../../../settings/endpoints.ts';
import { json } from '../../endpoint.ts';
import { idInPath } from '../../parameters.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Done, ReasonBody } from '../fields.ts';
import { ownStore } from '../merchants/own-store.ts';
import { endpointInPath, endpointOfStore } from './endpoint-shape.ts';

export const resendEndpointEvent = endpoint({
  method: 'POST',
  path: '/stores/:id/endpoints/:endpointId/events/:sequence/resend',
  operationId: 'resendEndpointEvent',
  summary: 'Send an event of an endpoint again',
  description: 'With the same `webhook-id`. Later ones that wait follow it.',
  tag: 'Notifications',
  roles: ['operator', 'merchant'],
  scope: 'settings',
  params: { ...endpointInPath, sequence: idInPath('Which of its events') },
  body: json(ReasonBody),
  response: Done,
  refusals: [],
  example: { body: { reason: 'The receiver lost it' }, answer: { status: 'waiting' } },
  async handle(call) {
    const { id: storeId } = ownStore(call, call.params.id);
    const { id } = endpointOfStore(call, storeId, call.params.endpointId);
    const wanted = { storeId, id, sequence: call.params.sequence };
    await call.context.settings.run(resendEndpointEventAct, wanted, byOf(call, call.body.reason));
    return { status: 'waiting' };
  },
});
