import { Type } from 'typebox';
import { idleEnd } from '../../../domain/people/access-rules.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { closeSessions } from '../../../settings/people/close-sessions.ts';
import { hearOfDevices } from '../../../settings/people/open-session.ts';
import { listSessions } from '../../../storage/reads/people/people-reads.ts';
import { at, exampleIds } from '../../examples.ts';
import { uuidInPath } from '../../parameters.ts';
import { byOf, endpoint, everybody, type OperatorCall } from '../endpoint.ts';
import { Done, figure, flag, words } from '../fields.ts';
import { all } from '../paging.ts';
import { sessionHashOf } from './cookies.ts';
import { ownReason } from './own-access.ts';

const SessionShape = Type.Object({
  id: words('ID'),
  address: words('The address of the machine'),
  userAgent: words('The program that signed in'),
  createdAt: words('When it was made'),
  lastSeenAt: words('When something was last done in it, to the minute'),
  expiresAt: words('When it ends at the latest'),
  isCurrent: flag('The session that asks'),
});

export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/me/sessions',
  operationId: 'listOwnSessions',
  summary: 'Where you are signed in',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  response: all(SessionShape),
  refusals: [],
  example: {
    answer: {
      items: [
        {
          id: exampleIds.request,
          address: '203.0.113.7',
          userAgent: 'Mozilla/5.0',
          createdAt: at('08:00:00'),
          lastSeenAt: at('11:59:00'),
          expiresAt: at('20:00:00'),
          isCurrent: true,
        },
      ],
    },
  },
  async handle({ context, signedIn }) {
    const { user, rules, csrfToken } = signedIn;
    const now = context.clock();
    const found = await listSessions(context.pool, user.id, now);
    const open = found.filter(({ lastSeenAt }) => now < idleEnd(user.role, rules, lastSeenAt));
    return {
      items: open.map(({ id, address, userAgent, createdAt, lastSeenAt, expiresAt, ...session }) => ({
        id,
        address,
        userAgent,
        createdAt: formatTimestamp(createdAt),
        lastSeenAt: formatTimestamp(lastSeenAt),
        expiresAt: formatTimestamp(expiresAt),
        isCurrent: session.csrfToken === csrfToken,
      })),
    };
  },
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/me/sessions/:id',
  operationId: 'endSession',
  summary: 'End one of your sessions',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  needsFreshProof: true,
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
  needsFreshProof: true,
  worksWithoutSecondFactor: true,
  response: Type.Object({ sessions: figure('How many ended') }),
  refusals: [],
  example: { answer: { sessions: 1 } },
  handle: async (call) => ({ sessions: await endOwnSessions(call, { except: sessionHashOf(call.request) }) }),
});

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

/** Ends sessions of the person who asks, and tells windows that are open in them. Answers with how many these were. */
async function endOwnSessions(
  call: OperatorCall,
  which: 'all' | { readonly except: string } | { readonly id: string },
): Promise<number> {
  const { id: userId } = call.signedIn.user;
  const ended = await call.context.settings.run(closeSessions, { userId, which }, byOf(call, ownReason));
  call.context.announce([`session u${userId}`]);
  return ended;
}

/** For this device alone: a thief who says so on another one hides nothing here. */
export const acknowledgeDevices = endpoint({
  method: 'POST',
  path: '/me/new-devices/seen',
  operationId: 'acknowledgeDevices',
  summary: 'Mark new devices as seen',
  description: 'They are not named any more on this device. Your other devices still name them.',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  worksWithoutSecondFactor: true,
  response: Done,
  refusals: [],
  example: { answer: { status: 'seen' } },
  async handle({ context, request }) {
    await context.settings.routine(hearOfDevices, { sessionHash: sessionHashOf(request) }, context.clock());
    return { status: 'seen' };
  },
});
