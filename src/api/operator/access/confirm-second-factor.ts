import { Type } from 'typebox';
import { setOwnSecondFactor } from '../../../settings/set-second-factor.ts';
import { json } from '../../endpoint.ts';
import { exampleCode } from '../../examples.ts';
import { byOf, endpoint, everybody } from '../endpoint.ts';
import { Done } from '../fields.ts';
import { Confirmation, ownReason } from './own-access.ts';
import { sessionHashOf } from './session-cookie.ts';

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/me/second-factor/confirm',
  operationId: 'confirmSecondFactor',
  summary: 'Set up an authenticator app',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  worksWithoutSecondFactor: true,
  body: json(Type.Object(Confirmation)),
  response: Done,
  refusals: ['enrolment_failed', 'second_factor_present'],
  example: { body: { ticket: 'the-ticket-of-begin', code: exampleCode }, answer: { status: 'set up' } },
  async handle(call) {
    const input = { userId: call.signedIn.user.id, sessionHash: sessionHashOf(call.request), ...call.body };
    await call.context.settings.run(setOwnSecondFactor, input, byOf(call, ownReason));
    return { status: 'set up' };
  },
});
