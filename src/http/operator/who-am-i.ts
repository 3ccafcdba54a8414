import { Type } from 'typebox';
import type { OperatorEndpoint } from './endpoint.ts';
import { userDTO } from './sign-in.ts';

export const whoAmI: OperatorEndpoint = {
  method: 'GET',
  path: '/me',
  operationId: 'whoAmI',
  summary: 'Who is signed in',
  roles: ['operator', 'maker', 'merchant'],
  scope: 'read',
  worksWithoutSecondFactor: true,
  response: Type.Object({ id: Type.Integer(), login: Type.String(), role: Type.String() }),
  async handle({ signedIn }) {
    return userDTO(signedIn.user);
  },
};
