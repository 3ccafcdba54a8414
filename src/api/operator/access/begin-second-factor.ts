import { AppError } from '../../../errors.ts';
import { enrolmentOf } from '../../../settings/set-second-factor.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { BegunEnrolment, beginEnrolment, exampleEnrolment } from './begun-enrolment.ts';
import { Beginning, requireMayEnrol } from './own-access.ts';

export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/me/second-factor/begin',
  operationId: 'beginSecondFactor',
  summary: 'Begin to set up an authenticator app',
  description:
    'In production a first second factor needs an enrolment code beside the password, which somebody else may know.',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  needsFreshProof: 'always',
  worksWithoutSecondFactor: true,
  body: Beginning,
  response: BegunEnrolment,
  refusals: ['enrolment_code_needed', 'second_factor_present'],
  example: { body: { enrolmentCode: 'K5QW-2LHN-7TZC' }, answer: exampleEnrolment },
  async handle(call) {
    const { context, signedIn } = call;
    const { id, login, hasAuthenticator } = signedIn.user;
    if (hasAuthenticator) throw new AppError('second_factor_present');
    await requireMayEnrol(call, call.body.enrolmentCode);
    return await beginEnrolment(context, enrolmentOf.user(id), login);
  },
});
