import { Type } from 'typebox';
import { scopes, tokenDays } from '../../../domain/people.ts';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import { tokenAddressesMax, tokenRequisitesMax } from '../../../domain/token-bounds.ts';
import { createToken as createTokenAct } from '../../../settings/create-token.ts';
import { json } from '../../endpoint.ts';
import { oneOf } from '../../schemas.ts';
import { byOf, endpoint, everybody } from '../endpoint.ts';
import { figure, foundRowId, integer, optional, Reason, text, words } from '../fields.ts';

const NewToken = Type.Object({
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
  reason: Reason,
});

/** Made in a session only: a token that could make tokens would have every scope of its owner. */
export const createToken = endpoint({
  method: 'POST',
  path: '/tokens',
  operationId: 'createToken',
  summary: 'Create a token for a script',
  description:
    'The answer is the only place that shows the token. Its scopes are among those your role allows. It ends by itself, with a new password from an operator, and when you are disabled.',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  needsFreshProof: true,
  body: json(NewToken),
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
  async handle(call) {
    const { reason, name, scopes: wanted, addresses, ...given } = call.body;
    const { lifetimeDays = null, dayMax = null, dayCurrency = null, requisiteIds = null } = given;
    const bounds = { addresses: addresses ?? [], dayMax, dayCurrency, requisiteIds };
    const input = { userId: call.signedIn.user.id, name, scopes: wanted, lifetimeDays, ...bounds };
    const made = await call.context.settings.run(createTokenAct, input, byOf(call, reason));
    return { ...made, expiresAt: formatTimestamp(made.expiresAt) };
  },
});
