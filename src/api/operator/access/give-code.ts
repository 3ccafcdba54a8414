import { Type } from 'typebox';
import { AppError } from '../../../errors.ts';
import { confirmCode } from '../../../settings/prove-presence.ts';
import { json } from '../../endpoint.ts';
import { exampleCode } from '../../examples.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { Done, note } from '../fields.ts';
import { sessionHashOf } from './session-cookie.ts';

export const giveCode = endpoint({
  method: 'POST',
  path: '/me/code',
  operationId: 'giveCode',
  summary: 'Show again that it is you',
  description:
    'With a fresh code of your authenticator app; without a second factor, with your password. For five minutes this session may ' +
    'then act on people, second factors and approvals. Signing in counts, too. Five wrong ones lock for 15 minutes.',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  worksWithoutSecondFactor: true,
  body: json(
    Type.Object({
      code: note(20, 'Of the authenticator app'),
      password: note(200, 'Of somebody who has no second factor yet'),
    }),
  ),
  response: Done,
  refusals: [
    'fresh_code_needed',
    'password_wrong',
    'second_factor_required',
    'sign_in_locked',
    'two_factor_locked',
    'two_factor_wrong',
  ],
  example: { body: { code: exampleCode }, answer: { status: 'confirmed' } },
  async handle({ context, request, signedIn, body }) {
    const present = { userId: signedIn.user.id, sessionHash: sessionHashOf(request) };
    const { code, password } = body;
    if (code) await context.settings.routine(confirmCode, { ...present, code }, context.clock());
    else if (password) await context.people.confirmPassword({ ...present, password }, context.clock());
    else throw new AppError('blank', { field: 'code' });
    return { status: 'confirmed' };
  },
});
