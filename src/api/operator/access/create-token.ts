import { Type } from 'typebox';
import { scopes, tokenDays } from '../../../domain/people.ts';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import { createToken as createTokenAct } from '../../../settings/create-token.ts';
import { json } from '../../endpoint.ts';
import { oneOf } from '../../schemas.ts';
import { byOf, endpoint, everybody } from '../endpoint.ts';
import { figure, integer, optional, Reason, text, words } from '../fields.ts';

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
  refusals: ['invalid_choice'],
  example: {
    body: { name: 'bank program', scopes: ['arrivals'], lifetimeDays: 90, reason: 'Arrivals from the bank' },
    answer: { id: 3, token: 'the-token-which-the-script-sends', expiresAt: '2027-02-12T09:30:00+00:00' },
  },
  async handle(call) {
    const { reason, lifetimeDays = null, ...token } = call.body;
    const input = { userId: call.signedIn.user.id, ...token, lifetimeDays };
    const made = await call.context.settings.run(createTokenAct, input, byOf(call, reason));
    return { ...made, expiresAt: formatTimestamp(made.expiresAt) };
  },
});
