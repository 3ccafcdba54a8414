import { Type } from 'typebox';
import { lacksSecondFactor } from '../../domain/people.ts';
import type { OperatorEndpoint } from './endpoint.ts';
import { nullable } from './fields.ts';
import { userDTO } from './sign-in.ts';
import { User } from './users.ts';

export const whoAmI: OperatorEndpoint = {
  method: 'GET',
  path: '/me',
  operationId: 'whoAmI',
  summary: 'Who is signed in',
  description: 'Other sites can make a browser ask, but cannot read the answer: so it may hold the CSRF token.',
  roles: ['operator', 'maker', 'merchant'],
  scope: 'read',
  worksWithoutSecondFactor: true,
  response: Type.Object({
    ...User.properties,
    mode: Type.Enum(['sandbox', 'production']),
    mustSetUpSecondFactor: Type.Boolean({ description: 'Nothing else is open before that' }),
    csrfToken: nullable(Type.String()),
  }),
  async handle({ context, signedIn }) {
    return {
      ...userDTO(signedIn.user),
      mode: context.mode,
      mustSetUpSecondFactor: lacksSecondFactor(signedIn.user, context.mode),
      csrfToken: signedIn.csrfToken,
    };
  },
};
