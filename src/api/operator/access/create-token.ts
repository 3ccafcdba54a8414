import { Type } from 'typebox';
import { scopes } from '../../../domain/people.ts';
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
    integer(1, 3650, 'Days'),
    'How long it is valid, in days; absent or null: until it is revoked',
  ),
  reason: Reason,
});

/** Made in a session only: a token that could make tokens would have every scope of its owner. */
export const createToken = endpoint({
  method: 'POST',
  path: '/tokens',
  operationId: 'createToken',
  summary: 'Create a token for a script',
  description: 'The answer is the only place that shows the token. Its scopes are among those your role allows.',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  body: json(NewToken),
  response: Type.Object({ id: figure('ID'), token: words('Shown here only') }),
  refusals: ['invalid_choice'],
  example: {
    body: { name: 'bank program', scopes: ['arrivals'], lifetimeDays: 365, reason: 'Arrivals from the bank' },
    answer: { id: 3, token: 'the-token-which-the-script-sends' },
  },
  async handle(call) {
    const { reason, lifetimeDays = null, ...token } = call.body;
    const input = { userId: call.signedIn.user.id, ...token, lifetimeDays };
    return await call.context.settings.run(createTokenAct, input, byOf(call, reason));
  },
});
