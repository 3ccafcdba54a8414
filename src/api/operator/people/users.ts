import { Type } from 'typebox';
import { roles } from '../../../domain/people/audit.ts';
import { loginPattern } from '../../../domain/people/people.ts';
import { changeUser as changeUserAct } from '../../../settings/people/change-user.ts';
import { createUser as createUserAct } from '../../../settings/people/create-user.ts';
import { createEnrolmentCode as createEnrolmentCodeAct } from '../../../settings/people/enrolment-codes.ts';
import { removeSecondFactor as removeSecondFactorAct } from '../../../settings/people/remove-second-factor.ts';
import { listUsers as listUserRows } from '../../../storage/reads/people/people-reads.ts';
import { idInPath } from '../../parameters.ts';
import { oneOf } from '../../schemas.ts';
import { type OperatorCall, readsOf } from '../endpoint.ts';
import { flag, optional, optionalText, Password, rowId } from '../fields.ts';
import { numberedDTO, numberedPage, numberedQuery } from '../paging.ts';
import { settingsOf } from '../setting-endpoint.ts';
import { HandedCode } from './own-access.ts';
import { exampleUser, UserShape, UserWithCode, userDTO, userWithCode } from './user-shape.ts';

const users = settingsOf({ tag: 'People and access', scope: 'access', isForPeople: true, needsFreshProof: true });
const read = readsOf({ tag: 'People and access', roles: ['operator'] });

export const createUser = users(createUserAct, {
  method: 'POST',
  path: '/users',
  operationId: 'createUser',
  summary: 'Create a user',
  description:
    'In production a new operator waits for a second one, and so does a user of a merchant that has users, a second factor or ' +
    'ever had money. Then withdrawals of the merchant wait a day.',
  body: {
    login: Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: loginPattern,
      'x-error-code': 'invalid_login',
      description: 'What the person signs in with',
    }),
    name: optionalText(200, 'For people'),
    role: oneOf(roles, 'What the person may do'),
    makerId: optional(rowId('Which maker'), 'Which maker; of makers alone'),
    merchantId: optional(rowId('Which merchant'), 'Which merchant; of merchants alone'),
    password: Password,
  },
  response: UserWithCode,
  refusals: [
    'invalid_choice',
    'invalid_login',
    'login_reserved',
    'login_taken',
    'password_too_short',
    'second_person_needed',
    'user_owner',
  ],
  example: {
    body: { login: 'boris', role: 'maker', makerId: 1, password: 'a long pass phrase', reason: 'New at the desk' },
    answer: { ...exampleUser, enrolmentCode: 'K5QW-2LHN-7TZC' },
  },
  input: ({ body: { name = '', makerId = null, merchantId = null, ...user } }) => ({
    ...user,
    name,
    makerId,
    merchantId,
  }),
  answer: userWithCode,
});

export const listUsers = read({
  path: '/users',
  operationId: 'listUsers',
  summary: 'List users',
  query: numberedQuery,
  response: numberedPage(UserShape),
  example: { answer: { items: [exampleUser], next: null } },
  async handle({ context, query }) {
    return numberedDTO(await listUserRows(context.pool, query), query, userDTO);
  },
});

export const changeUser = users(changeUserAct, {
  method: 'PATCH',
  path: '/users/:id',
  operationId: 'changeUser',
  summary: 'Change a user',
  description:
    'A new password, or being disabled, ends all sessions and tokens of the user. Nobody does either to themselves: the own password is changed with the current one. ' +
    "After a new password of a merchant's user, or its way back, withdrawals of the merchant wait a day.",
  params: { id: idInPath('User ID') },
  body: {
    name: optionalText(200, 'For people'),
    isDisabled: Type.Optional(flag('True: cannot sign in')),
    password: Type.Optional(Password),
  },
  response: UserWithCode,
  refusals: ['not_on_oneself', 'password_too_short', 'second_person_needed'],
  example: {
    body: { isDisabled: true, reason: 'Left the company' },
    answer: { ...exampleUser, isDisabled: true, enrolmentCode: null },
  },
  input: ({ params, body }) => ({ id: params.id, ...body }),
  answer: signedOut,
});

export const removeSecondFactor = users(removeSecondFactorAct, {
  method: 'DELETE',
  path: '/users/:id/second-factor',
  operationId: 'removeSecondFactor',
  summary: "Remove a user's second factor",
  description:
    'For a lost phone or key: the authenticator app and all passkeys. Ends all sessions of the user. Another operator has to do it for an operator. ' +
    "When it was a merchant's user, withdrawals of the merchant wait a day.",
  params: { id: idInPath('User ID') },
  response: UserWithCode,
  refusals: ['not_on_oneself', 'second_person_needed'],
  example: {
    body: { reason: 'Lost phone, seen in person' },
    answer: { ...exampleUser, enrolmentCode: 'K5QW-2LHN-7TZC' },
  },
  input: ({ params }) => ({ userId: params.id }),
  answer: signedOut,
});

export const createEnrolmentCode = users(createEnrolmentCodeAct, {
  method: 'POST',
  path: '/users/:id/enrolment-code',
  operationId: 'createEnrolmentCode',
  summary: 'Make an enrolment code for a second factor',
  description:
    'For a user who has none: a code that works for a week, once, beside the password. The former one ends. When it is for a ' +
    "merchant's user, withdrawals of the merchant wait a day.",
  params: { id: idInPath('User ID') },
  response: Type.Object({ enrolmentCode: HandedCode }),
  refusals: ['not_on_oneself', 'second_factor_present', 'second_person_needed'],
  example: { body: { reason: 'Called back on the known number' }, answer: { enrolmentCode: 'K5QW-2LHN-7TZC' } },
  input: ({ params }) => ({ userId: params.id }),
  answer: ({ secret }) => ({ enrolmentCode: secret }),
});

/** The sessions of the user are looked at anew. */
function signedOut(user: Parameters<typeof userWithCode>[0], { context }: OperatorCall) {
  context.announce([`session u${user.id}`]);
  return userWithCode(user);
}
