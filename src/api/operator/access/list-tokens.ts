import { Type } from 'typebox';
import { type ApiToken, endsSoon } from '../../../domain/people.ts';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import { AppError } from '../../../errors.ts';
import { listTokens as listTokenRows } from '../../../storage/reads/people-reads.ts';
import { at } from '../../examples.ts';
import { integerQuery } from '../../parameters.ts';
import type { ShapeOf } from '../../schemas.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { figure, flag, nullable, words } from '../fields.ts';
import { numberedDTO, numberedPage, numberedQuery } from '../paging.ts';
import { timestampOrNull } from '../timestamps.ts';

const TokenShape = Type.Object({
  id: figure('ID'),
  userId: figure('Which user'),
  name: words('For people'),
  scopes: Type.Array(Type.String(), { description: 'What it may do' }),
  createdAt: words('When it was made'),
  expiresAt: words('When it ends'),
  endsSoon: flag('It ends within two weeks: make another one'),
  revokedAt: nullable(Type.String(), 'When it was revoked; null while it is valid'),
});

export const listTokens = endpoint({
  method: 'GET',
  path: '/tokens',
  operationId: 'listTokens',
  summary: 'List tokens',
  tag: 'People and access',
  roles: everybody,
  scope: 'read',
  query: {
    ...numberedQuery,
    userId: integerQuery('Whose; your own when absent. Operators may name anybody', { minimum: 1 }),
  },
  response: numberedPage(TokenShape),
  refusals: ['not_found'],
  example: {
    answer: {
      items: [
        {
          id: 3,
          userId: 1,
          name: 'bank program',
          scopes: ['arrivals'],
          createdAt: at('09:30:00'),
          expiresAt: '2027-02-12T09:30:00+00:00',
          endsSoon: false,
          revokedAt: null,
        },
      ],
      next: null,
    },
  },
  async handle({ context, query, signedIn }) {
    const { id, role } = signedIn.user;
    const userId = query.userId ?? id;
    if (userId !== id && role !== 'operator') throw new AppError('not_found');
    return numberedDTO(await listTokenRows(context.pool, userId, query), query, (token) =>
      tokenDTO(token, context.clock()),
    );
  },
});

function tokenDTO({ createdAt, expiresAt, revokedAt, ...token }: ApiToken, now: number): ShapeOf<typeof TokenShape> {
  return {
    ...token,
    createdAt: formatTimestamp(createdAt),
    expiresAt: formatTimestamp(expiresAt),
    endsSoon: endsSoon({ expiresAt, revokedAt }, now),
    revokedAt: timestampOrNull(revokedAt),
  };
}
