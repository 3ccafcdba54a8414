import { Type } from 'typebox';
import { lacksSecondFactor, tokensEndingUntil } from '../../../domain/people.ts';
import { countEndingTokens } from '../../../storage/reads/people-reads.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { figure, flag, nullable } from '../fields.ts';
import { exampleOperator, UserShape, userDTO } from './user-shape.ts';

export const whoAmI = endpoint({
  method: 'GET',
  path: '/me',
  operationId: 'whoAmI',
  summary: 'Who is signed in',
  description: 'Other sites can make a browser ask, but cannot read the answer: so it may hold the CSRF token.',
  tag: 'People and access',
  roles: everybody,
  scope: 'read',
  worksWithoutSecondFactor: true,
  response: Type.Object({
    ...UserShape.properties,
    mode: Type.Enum(['sandbox', 'production'], {
      description: '`sandbox` has a demo world; `production` wants a second factor of operators',
    }),
    mustSetUpSecondFactor: flag('Nothing else is open before that'),
    tokensEndSoon: figure('How many of your tokens end within two weeks'),
    csrfToken: nullable(Type.String(), 'Send it as `X-CSRF-Token` with every change'),
  }),
  refusals: [],
  example: {
    answer: {
      ...exampleOperator,
      mode: 'production',
      mustSetUpSecondFactor: false,
      tokensEndSoon: 0,
      csrfToken: 'the-csrf-token-of-this-session',
    },
  },
  async handle({ context, signedIn }) {
    const now = context.clock();
    return {
      ...userDTO(signedIn.user),
      mode: context.mode,
      mustSetUpSecondFactor: lacksSecondFactor(signedIn.user, context.mode),
      tokensEndSoon: await countEndingTokens(context.pool, signedIn.user.id, { from: now, to: tokensEndingUntil(now) }),
      csrfToken: signedIn.csrfToken,
    };
  },
});
