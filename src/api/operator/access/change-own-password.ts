import { Type } from 'typebox';
import { changePassword } from '../../../settings/change-password.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint, everybody } from '../endpoint.ts';
import { Done, flag, optional, Password } from '../fields.ts';
import { ownReason } from './own-access.ts';
import { readSessionCookie } from './session-cookie.ts';

const PasswordChange = Type.Object({
  currentPassword: Type.String({ minLength: 1, maxLength: 200, description: 'The one that is valid now' }),
  password: Password,
  keepsTokens: optional(
    flag('Whether your tokens go on'),
    'Absent or null: they end, in case somebody else has made some',
  ),
});

export const changeOwnPassword = endpoint({
  method: 'POST',
  path: '/me/password',
  operationId: 'changeOwnPassword',
  summary: 'Change your own password',
  description: 'All your other sessions end, and so do your tokens unless you keep them.',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  needsFreshProof: true,
  body: json(PasswordChange),
  response: Done,
  refusals: ['password_too_short', 'password_wrong', 'sign_in_locked'],
  example: {
    body: { currentPassword: 'a long pass phrase', password: 'another long pass phrase' },
    answer: { status: 'changed' },
  },
  async handle(call) {
    const { context, request, signedIn, body } = call;
    const { id } = signedIn.user;
    await context.people.checkPassword(id, body.currentPassword, context.clock());
    const sessionToken = readSessionCookie(request) ?? '';
    const input = { userId: id, password: body.password, sessionToken, keepsTokens: body.keepsTokens ?? false };
    await context.settings.run(changePassword, input, byOf(call, ownReason));
    context.announce([`session u${id}`]);
    return { status: 'changed' };
  },
});
