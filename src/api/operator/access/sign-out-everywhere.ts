import { Type } from 'typebox';
import { endpoint, everybody } from '../endpoint.ts';
import { figure } from '../fields.ts';
import { endOwnSessions } from './end-own-sessions.ts';

export const signOutEverywhere = endpoint({
  method: 'DELETE',
  path: '/me/sessions',
  operationId: 'signOutEverywhere',
  summary: 'Sign out everywhere',
  description: 'This session ends too.',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  worksWithoutSecondFactor: true,
  response: Type.Object({ sessions: figure('How many ended') }),
  refusals: [],
  example: { answer: { sessions: 2 } },
  handle: async (call) => ({ sessions: await endOwnSessions(call, 'all') }),
});
