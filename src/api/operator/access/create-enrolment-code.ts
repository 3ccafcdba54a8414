import { Type } from 'typebox';
import { createEnrolmentCode as createEnrolmentCodeAct } from '../../../settings/enrolment-codes.ts';
import { json } from '../../endpoint.ts';
import { idInPath } from '../../parameters.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { ReasonBody } from '../fields.ts';
import { HandedCode } from './own-access.ts';

export const createEnrolmentCode = endpoint({
  method: 'POST',
  path: '/users/:id/enrolment-code',
  operationId: 'createEnrolmentCode',
  summary: 'Let a user set up a second factor',
  description:
    'For somebody who has none: a code that works for a week, once, beside the password. The former one ends. When it is for a ' +
    "merchant's user, withdrawals of the merchant wait a day.",
  tag: 'People and access',
  roles: ['operator'],
  scope: 'access',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: idInPath('User ID') },
  body: json(ReasonBody),
  response: Type.Object({ enrolmentCode: HandedCode }),
  refusals: ['not_on_oneself', 'second_factor_present', 'second_person_needed'],
  example: { body: { reason: 'Called back on the known number' }, answer: { enrolmentCode: 'K5QW-2LHN-7TZC' } },
  async handle(call) {
    const input = { userId: call.params.id };
    const { secret } = await call.context.settings.run(createEnrolmentCodeAct, input, byOf(call, call.body.reason));
    return { enrolmentCode: secret };
  },
});
