import { Type } from 'typebox';
import { closeSessions } from '../../../settings/close-sessions.ts';
import { byOf, endpoint, everybody } from '../endpoint.ts';
import { figure } from '../fields.ts';
import { ownReason } from './own-access.ts';
import { sessionHashOf } from './session-cookie.ts';

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/me/sessions/end-others',
  operationId: 'endOtherSessions',
  summary: 'End all your other sessions',
  description: 'This session stays.',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  worksWithoutSecondFactor: true,
  response: Type.Object({ sessions: figure('How many ended') }),
  refusals: [],
  example: { answer: { sessions: 1 } },
  async handle(call) {
    const { id: userId } = call.signedIn.user;
    const which = { except: sessionHashOf(call.request) };
    const sessions = await call.context.settings.run(closeSessions, { userId, which }, byOf(call, ownReason));
    call.context.announce([`session u${userId}`]);
    return { sessions };
  },
});
