import { Type } from 'typebox';
import { roles } from '../../../domain/audit.ts';
import { loginPattern } from '../../../domain/people.ts';
import { createUser as createUserAct } from '../../../settings/create-user.ts';
import { json } from '../../endpoint.ts';
import { oneOf } from '../../schemas.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { optional, optionalText, Password, Reason, rowId } from '../fields.ts';
import { exampleUser, UserWithCode, userWithCode } from './user-shape.ts';

const NewUser = Type.Object({
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
  reason: Reason,
});

export const createUser = endpoint({
  method: 'POST',
  path: '/users',
  operationId: 'createUser',
  summary: 'Create a user',
  description:
    'In production a new operator waits for a second one, and so does a user of a merchant that has users, a second factor or ' +
    'ever had money. Then withdrawals of the merchant wait a day.',
  tag: 'People and access',
  roles: ['operator'],
  scope: 'access',
  isForPeople: true,
  needsFreshProof: true,
  body: json(NewUser),
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
  async handle(call) {
    const { reason, name = '', makerId = null, merchantId = null, ...user } = call.body;
    const created = { ...user, name, makerId, merchantId };
    return userWithCode(await call.context.settings.run(createUserAct, created, byOf(call, reason)));
  },
});
