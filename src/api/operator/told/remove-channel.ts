import { removeChannel as removeChannelAct } from '../../../settings/told.ts';
import { byOf, endpoint, everybody } from '../endpoint.ts';
import { Done } from '../fields.ts';
import { channelInPath, ownTellingReason } from './told-shape.ts';

export const removeChannel = endpoint({
  method: 'DELETE',
  path: '/me/channels/:id',
  operationId: 'removeChannel',
  summary: 'Remove an address at which you are told',
  description: 'Nothing more is sent to it, not even what waits.',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  params: { id: channelInPath },
  response: Done,
  refusals: [],
  example: { answer: { status: 'removed' } },
  async handle(call) {
    await call.context.settings.run(removeChannelAct, { channelId: call.params.id }, byOf(call, ownTellingReason));
    return { status: 'removed' };
  },
});
