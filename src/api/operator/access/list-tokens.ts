import { Type } from 'typebox';
import { type Catalogue, currencyOf } from '../../../domain/catalogue.ts';
import { formatAmount } from '../../../domain/money.ts';
import { type ApiToken, endsSoon } from '../../../domain/people.ts';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import { isUnbound } from '../../../domain/token-bounds.ts';
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
  addresses: Type.Array(Type.String(), { description: 'From where it may be used; none: from anywhere' }),
  dayMax: nullable(Type.String(), 'What its acts may move a day; null: no limit'),
  dayCurrency: nullable(Type.String(), 'In which currency'),
  requisiteIds: nullable(Type.Array(Type.Integer()), 'For which requisites it is; null: for all'),
  isUnbound: flag('It moves money, and names no addresses or no sum a day: replace it'),
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
          addresses: ['203.0.113.7'],
          dayMax: '1000.00000000',
          dayCurrency: 'USDT',
          requisiteIds: [1],
          isUnbound: false,
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
      tokenDTO(token, context.catalogue(), context.clock()),
    );
  },
});

function tokenDTO(
  { createdAt, expiresAt, revokedAt, bounds, ...token }: ApiToken,
  catalogue: Catalogue,
  now: number,
): ShapeOf<typeof TokenShape> {
  const { addresses, day, requisiteIds } = bounds;
  return {
    ...token,
    addresses: [...addresses],
    dayMax: day === null ? null : formatAmount(day.max, currencyOf(catalogue, day.currency).subunit),
    dayCurrency: day?.currency ?? null,
    requisiteIds: requisiteIds === null ? null : [...requisiteIds],
    isUnbound: revokedAt === null && isUnbound(bounds, token.scopes),
    createdAt: formatTimestamp(createdAt),
    expiresAt: formatTimestamp(expiresAt),
    endsSoon: endsSoon({ expiresAt, revokedAt }, now),
    revokedAt: timestampOrNull(revokedAt),
  };
}
