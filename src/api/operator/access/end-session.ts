import { closeSessions } from '../../../settings/close-sessions.ts';
import { exampleIds } from '../../examples.ts';
import { uuidInPath } from '../../parameters.ts';
import { byOf, endpoint, everybody } from '../endpoint.ts';
import { Done } from '../fields.ts';
import { ownReason } from './own-access.ts';

export const endSession = endpoint({
  method: 'DELETE',
  path: '/me/sessions/:id',
  operationId: 'endSession',
  summary: 'End one of your sessions',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  worksWithoutSecondFactor: true,
  params: { id: uuidInPath('ID of the session, a UUID', exampleIds.request) },
  response: Done,
  refusals: [],
  example: { answer: { status: 'ended' } },
  async handle(call) {
    const { id: userId } = call.signedIn.user;
    await call.context.settings.run(closeSessions, { userId, which: { id: call.params.id } }, byOf(call, ownReason));
    call.context.announce([`session u${userId}`]);
    return { status: 'ended' };
  },
});
