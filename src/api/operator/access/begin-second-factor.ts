import { AppError } from '../../../errors.ts';
import { enrolmentOf } from '../../../settings/set-second-factor.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { BegunEnrolment, beginEnrolment, exampleEnrolment } from './begun-enrolment.ts';

export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/me/second-factor/begin',
  operationId: 'beginSecondFactor',
  summary: 'Begin to set up a second factor',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  worksWithoutSecondFactor: true,
  response: BegunEnrolment,
  refusals: ['second_factor_present'],
  example: { answer: exampleEnrolment },
  async handle({ context, signedIn }) {
    const { id, login, hasSecondFactor } = signedIn.user;
    if (hasSecondFactor) throw new AppError('second_factor_present');
    return await beginEnrolment(context, enrolmentOf.user(id), login);
  },
});
