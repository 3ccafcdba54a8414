import { AppError } from '../../../errors.ts';
import { enrolmentOf } from '../../../settings/set-second-factor.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { BegunEnrolment, beginEnrolment, exampleEnrolment } from './begun-enrolment.ts';

export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/me/second-factor/begin',
  operationId: 'beginSecondFactor',
  summary: 'Begin to set up an authenticator app',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  needsFreshProof: 'always',
  worksWithoutSecondFactor: true,
  response: BegunEnrolment,
  refusals: ['second_factor_present'],
  example: { answer: exampleEnrolment },
  async handle({ context, signedIn }) {
    const { id, login, hasAuthenticator } = signedIn.user;
    if (hasAuthenticator) throw new AppError('second_factor_present');
    return await beginEnrolment(context, enrolmentOf.user(id), login);
  },
});
