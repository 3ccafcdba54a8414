import { Type } from 'typebox';
import { isUnbound, tokenAddressesMax, tokenRequisitesMax } from '../../../domain/authority/token-bounds.ts';
import { currencyOf, formatAmount } from '../../../domain/money/money.ts';
import { type ApiToken, endsSoon, scopes, tokenDays } from '../../../domain/people/people.ts';
import type { Catalogue } from '../../../domain/state/catalogue.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { AppError } from '../../../errors/app-error.ts';
import { createToken as createTokenAct } from '../../../settings/people/create-token.ts';
import { revokeToken as revokeTokenAct } from '../../../settings/people/revoke-token.ts';
import { listTokens as listTokenRows } from '../../../storage/reads/people/people-reads.ts';
import { at } from '../../examples.ts';
import { idInPath, integerQuery } from '../../parameters.ts';
import { oneOf, type ShapeOf } from '../../schemas.ts';
import { everybody, readsOf } from '../endpoint.ts';
import {
  Done,
  figure,
  flag,
  foundRowId,
  integer,
  nullable,
  optional,
  text,
  timestampOrNull,
  words,
} from '../fields.ts';
import { numberedDTO, numberedPage, numberedQuery } from '../paging.ts';
import { settingsOf } from '../setting-endpoint.ts';

const tokens = settingsOf({ tag: 'People and access', scope: 'access', isForPeople: true });
const read = readsOf({ tag: 'People and access', roles: everybody });

/** Made in a session only: a token that could make tokens would have every scope of its owner. */
export const createToken = tokens(createTokenAct, {
  method: 'POST',
  path: '/tokens',
  operationId: 'createToken',
  summary: 'Create a token for a script',
  description:
    'The answer is the only place that shows the token. Its scopes are among those your role allows. It ends by itself, with a new password from an operator, and when you are disabled.',
  needsFreshProof: true,
  body: {
    name: text(100, 'For people'),
    scopes: Type.Array(oneOf(scopes), {
      minItems: 1,
      maxItems: Object.keys(scopes).length,
      'x-error-code': 'blank',
      description: 'What it may do',
    }),
    lifetimeDays: optional(
      integer(1, tokenDays.longest, 'Days'),
      `How long it works, in days, ${tokenDays.longest} at most; absent or null: ${tokenDays.usual}`,
    ),
    addresses: optional(
      Type.Array(Type.String({ maxLength: 64, examples: ['203.0.113.7'] }), { maxItems: tokenAddressesMax }),
      'IPv4 and IPv6 addresses or ranges it may be used from; absent or none: from anywhere. In production a token for arrivals or money needs them',
    ),
    dayMax: optional(
      Type.String({ maxLength: 40, examples: ['1000'] }),
      'What its acts may move a day (UTC), by the ledger; absent: no limit. In production a token for arrivals or money needs it',
    ),
    dayCurrency: optional(
      Type.String({ maxLength: 20, examples: ['USDT'] }),
      'In which settlement currency; it moves no other',
    ),
    requisiteIds: optional(
      Type.Array(foundRowId('A requisite'), { maxItems: tokenRequisitesMax }),
      'For which requisites its files, arrivals and decisions are; absent: for all',
    ),
  },
  response: Type.Object({ id: figure('ID'), token: words('Shown here only'), expiresAt: words('When it ends') }),
  refusals: [
    'invalid_choice',
    'invalid_address_range',
    'invalid_amount',
    'currency_not_allowed',
    'not_found',
    'token_bounds_needed',
  ],
  example: {
    body: {
      name: 'bank program',
      scopes: ['arrivals'],
      lifetimeDays: 90,
      addresses: ['203.0.113.7'],
      dayMax: '1000',
      dayCurrency: 'USDT',
      requisiteIds: [1],
      reason: 'Arrivals from the bank',
    },
    answer: { id: 3, token: 'the-token-which-the-script-sends', expiresAt: '2027-02-12T09:30:00+00:00' },
  },
  input: ({ signedIn, body: { name, scopes: wanted, addresses, ...given } }) => {
    const { lifetimeDays = null, dayMax = null, dayCurrency = null, requisiteIds = null } = given;
    const bounds = { addresses: addresses ?? [], dayMax, dayCurrency, requisiteIds };
    return { userId: signedIn.user.id, name, scopes: wanted, lifetimeDays, ...bounds };
  },
  answer: (made) => ({ ...made, expiresAt: formatTimestamp(made.expiresAt) }),
});

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

export const listTokens = read({
  path: '/tokens',
  operationId: 'listTokens',
  summary: 'List tokens',
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

export const revokeToken = tokens(revokeTokenAct, {
  method: 'DELETE',
  path: '/tokens/:id',
  operationId: 'revokeToken',
  summary: 'Revoke a token',
  params: { id: idInPath('Token ID') },
  response: Done,
  refusals: [],
  example: { body: { reason: 'Replaced' }, answer: { status: 'revoked' } },
  input: ({ params }) => ({ tokenId: params.id }),
  answer: (_, { context, signedIn }) => {
    // Whose it was is not said; if it was somebody else's, their streams end when they are next looked at.
    context.announce([`session u${signedIn.user.id}`]);
    return { status: 'revoked' };
  },
});
