import { Type } from 'typebox';
import { maskedMail } from '../../../domain/enrolment.ts';
import { AppError } from '../../../errors.ts';
import { mailEnrolmentCode as mailEnrolmentCodeAct } from '../../../settings/enrolment-codes.ts';
import { byOf, endpoint, everybody } from '../endpoint.ts';
import { words } from '../fields.ts';
import { ownReason } from './own-access.ts';

export const mailEnrolmentCode = endpoint({
  method: 'POST',
  path: '/me/enrolment-code',
  operationId: 'mailEnrolmentCode',
  summary: 'Have an enrolment code sent to you',
  description:
    'To the oldest of your mail addresses that you confirmed when you had a second factor. It works for an hour, once; five are ' +
    'sent a day at most.',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  worksWithoutSecondFactor: true,
  response: Type.Object({ address: words('Where it went, in part') }),
  refusals: ['enrolment_mail_unavailable', 'second_factor_present'],
  example: { answer: { address: 'm…@shop.com' } },
  async handle(call) {
    const { settings, told } = call.context;
    if (!told.offered.includes('email')) throw new AppError('enrolment_mail_unavailable');
    const input = { userId: call.signedIn.user.id, codeKey: told.codeKey };
    const address = await settings.run(mailEnrolmentCodeAct, input, byOf(call, ownReason));
    told.wake();
    return { address: maskedMail(address) };
  },
});
