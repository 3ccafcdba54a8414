import { Type } from 'typebox';
import { idleEnd } from '../../../domain/access-rules.ts';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import { listSessions } from '../../../storage/reads/people-reads.ts';
import { at, exampleIds } from '../../examples.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { flag, words } from '../fields.ts';
import { all } from '../paging.ts';

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
