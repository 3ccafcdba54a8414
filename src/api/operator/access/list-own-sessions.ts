import { Type } from 'typebox';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import { listSessions } from '../../../storage/reads/people-reads.ts';
import { at } from '../../examples.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { flag, words } from '../fields.ts';
import { all } from '../paging.ts';

const SessionShape = Type.Object({
  address: words('The address of the machine'),
  userAgent: words('The program that signed in'),
  createdAt: words('When it was made'),
  expiresAt: words('When it ends'),
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
          address: '203.0.113.7',
          userAgent: 'Mozilla/5.0',
          createdAt: at('08:00:00'),
          expiresAt: at('20:00:00'),
          isCurrent: true,
        },
      ],
    },
  },
  async handle({ context, signedIn }) {
    const found = await listSessions(context.pool, signedIn.user.id, context.clock());
    return {
      items: found.map(({ csrfToken, address, userAgent, createdAt, expiresAt }) => ({
        address,
        userAgent,
        createdAt: formatTimestamp(createdAt),
        expiresAt: formatTimestamp(expiresAt),
        isCurrent: csrfToken === signedIn.csrfToken,
      })),
    };
  },
});
