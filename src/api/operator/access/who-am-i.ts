import { Type } from 'typebox';
import { lacksSecondFactor } from '../../../domain/people.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { flag, nullable } from '../fields.ts';
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
    csrfToken: nullable(Type.String(), 'Send it as `X-CSRF-Token` with every change'),
  }),
  refusals: [],
  example: {
    answer: {
      ...exampleOperator,
      mode: 'production',
      mustSetUpSecondFactor: false,
      csrfToken: 'the-csrf-token-of-this-session',
    },
  },
  async handle({ context, signedIn }) {
    return {
      ...userDTO(signedIn.user),
      mode: context.mode,
      mustSetUpSecondFactor: lacksSecondFactor(signedIn.user, context.mode),
      csrfToken: signedIn.csrfToken,
    };
  },
});
