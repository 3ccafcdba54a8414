import { removeSecondFactor as removeSecondFactorAct } from '../../../settings/remove-second-factor.ts';
import { json } from '../../endpoint.ts';
import { idInPath } from '../../parameters.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { ReasonBody } from '../fields.ts';
import { exampleUser, UserWithCode, userWithCode } from './user-shape.ts';

export const removeSecondFactor = endpoint({
  method: 'DELETE',
  path: '/users/:id/second-factor',
  operationId: 'removeSecondFactor',
  summary: "Remove a user's second factor",
  description:
    'For a lost phone or key: the authenticator app and all passkeys. Ends all sessions of the user. Another operator has to do it for an operator. ' +
    "When it was a merchant's user, withdrawals of the merchant wait a day.",
  tag: 'People and access',
  roles: ['operator'],
  scope: 'access',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: idInPath('User ID') },
  body: json(ReasonBody),
  response: UserWithCode,
  refusals: ['not_on_oneself', 'second_person_needed'],
  example: {
    body: { reason: 'Lost phone, seen in person' },
    answer: { ...exampleUser, enrolmentCode: 'K5QW-2LHN-7TZC' },
  },
  async handle(call) {
    const input = { userId: call.params.id };
    const user = await call.context.settings.run(removeSecondFactorAct, input, byOf(call, call.body.reason));
    call.context.announce([`session u${user.id}`]);
    return userWithCode(user);
  },
});
