import { exampleIds } from '../../examples.ts';
import { uuidInPath } from '../../parameters.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { Done } from '../fields.ts';
import { endOwnSessions } from './end-own-sessions.ts';

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
    await endOwnSessions(call, { id: call.params.id });
    return { status: 'ended' };
  },
});
