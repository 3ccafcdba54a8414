import { Type } from 'typebox';
import { endpoint, everybody } from '../endpoint.ts';
import { figure } from '../fields.ts';
import { endOwnSessions } from './end-own-sessions.ts';
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
  handle: async (call) => ({ sessions: await endOwnSessions(call, { except: sessionHashOf(call.request) }) }),
});
