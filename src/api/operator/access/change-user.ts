import { Type } from 'typebox';
import { changeUser as changeUserAct } from '../../../settings/change-user.ts';
import { json } from '../../endpoint.ts';
import { idInPath } from '../../parameters.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { flag, optionalText, Password, Reason } from '../fields.ts';
import { exampleUser, UserWithCode, userWithCode } from './user-shape.ts';

const UserChange = Type.Object({
  name: optionalText(200, 'For people'),
  isDisabled: Type.Optional(flag('True: cannot sign in')),
  password: Type.Optional(Password),
  reason: Reason,
});

export const changeUser = endpoint({
  method: 'PATCH',
  path: '/users/:id',
  operationId: 'changeUser',
  summary: 'Change a user',
  description:
    'A new password, or being disabled, ends all sessions and tokens of the user. Nobody does either to themselves: the own password is changed with the current one. ' +
    "After a new password of a merchant's user, or its way back, withdrawals of the merchant wait a day.",
  tag: 'People and access',
  roles: ['operator'],
  scope: 'access',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: idInPath('User ID') },
  body: json(UserChange),
  response: UserWithCode,
  refusals: ['not_on_oneself', 'password_too_short', 'second_person_needed'],
  example: {
    body: { isDisabled: true, reason: 'Left the company' },
    answer: { ...exampleUser, isDisabled: true, enrolmentCode: null },
  },
  async handle(call) {
    const { reason, ...change } = call.body;
    const { id } = call.params;
    const user = await call.context.settings.run(changeUserAct, { id, ...change }, byOf(call, reason));
    call.context.announce([`session u${id}`]);
    return userWithCode(user);
  },
});
