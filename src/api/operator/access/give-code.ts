import { Type } from 'typebox';
import { tokenHash } from '../../../domain/people.ts';
import { confirmCode } from '../../../settings/confirm-code.ts';
import { json } from '../../endpoint.ts';
import { exampleCode } from '../../examples.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { Done, text } from '../fields.ts';
import { readSessionCookie } from './session-cookie.ts';

export const giveCode = endpoint({
  method: 'POST',
  path: '/me/code',
  operationId: 'giveCode',
  summary: 'Give a fresh code of your second factor',
  description:
    'For five minutes this session may then act on people, second factors and approvals. Signing in with a code counts, too. ' +
    'Five wrong codes lock for 15 minutes.',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  body: json(Type.Object({ code: text(20, 'Of the authenticator app') })),
  response: Done,
  refusals: ['second_factor_required', 'two_factor_locked', 'two_factor_wrong'],
  example: { body: { code: exampleCode }, answer: { status: 'confirmed' } },
  async handle({ context, request, signedIn, body }) {
    const sessionHash = tokenHash(readSessionCookie(request) ?? '');
    const given = { userId: signedIn.user.id, sessionHash, code: body.code };
    await context.settings.routine(confirmCode, given, context.clock());
    return { status: 'confirmed' };
  },
});
