import { enrolmentOf } from '../../../settings/set-second-factor.ts';
import { BegunEnrolment, beginEnrolment, exampleEnrolment } from '../access/begun-enrolment.ts';
import { endpoint } from '../endpoint.ts';
import { merchantInPath, ownMerchant } from './merchant-shape.ts';

/** An operator may replace a second factor; a merchant may only set up a first one, or a thief in a session could too. */
export const beginMerchantSecondFactor = endpoint({
  method: 'POST',
  path: '/merchants/:id/second-factor/begin',
  operationId: 'beginMerchantSecondFactor',
  summary: "Begin to set up a merchant's second factor for withdrawals",
  tag: 'Merchants and stores',
  roles: ['operator', 'merchant'],
  scope: 'access',
  isForPeople: true,
  params: { id: merchantInPath },
  response: BegunEnrolment,
  refusals: ['second_factor_present'],
  example: { answer: exampleEnrolment },
  async handle(call) {
    const { id, name } = ownMerchant(call, call.params.id);
    return await beginEnrolment(call.context, enrolmentOf.merchant(id), name);
  },
});
