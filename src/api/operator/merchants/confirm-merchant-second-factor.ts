import { Type } from 'typebox';
import { setMerchantSecondFactor } from '../../../settings/set-second-factor.ts';
import { json } from '../../endpoint.ts';
import { exampleCode } from '../../examples.ts';
import { Confirmation } from '../access/own-access.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason } from '../fields.ts';
import {
  exampleMerchant,
  MerchantShape,
  merchantDTO,
  merchantInPath,
  merchantOf,
  ownMerchant,
} from './merchant-shape.ts';

export const confirmMerchantSecondFactor = endpoint({
  method: 'POST',
  path: '/merchants/:id/second-factor/confirm',
  operationId: 'confirmMerchantSecondFactor',
  summary: "Set up a merchant's second factor",
  tag: 'Merchants and stores',
  roles: ['operator', 'merchant'],
  scope: 'access',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: merchantInPath },
  body: json(Type.Object({ ...Confirmation, reason: Reason })),
  response: MerchantShape,
  refusals: ['enrolment_failed', 'second_factor_present', 'second_person_needed'],
  example: {
    body: { ticket: 'the-ticket-of-begin', code: exampleCode, reason: 'First withdrawal' },
    answer: exampleMerchant,
  },
  async handle(call) {
    const { reason, ...given } = call.body;
    const { id } = ownMerchant(call, call.params.id);
    await call.context.settings.run(setMerchantSecondFactor, { merchantId: id, ...given }, byOf(call, reason));
    return merchantDTO(merchantOf(call, id));
  },
});
