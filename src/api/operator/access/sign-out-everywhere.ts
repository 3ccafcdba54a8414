import { Type } from 'typebox';
import { closeSessions } from '../../../settings/close-sessions.ts';
import { byOf, endpoint, everybody } from '../endpoint.ts';
import { figure } from '../fields.ts';
import { ownReason } from './own-access.ts';

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
  async handle(call) {
    const { id } = call.signedIn.user;
    const sessions = await call.context.settings.run(
      closeSessions,
      { userId: id, which: 'all' },
      byOf(call, ownReason),
    );
    call.context.announce([`session u${id}`]);
    return { sessions };
  },
});
