import { Type } from 'typebox';
import { changePaymentPolicy as changePaymentPolicyAct } from '../../../settings/change-payment-policy.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason } from '../fields.ts';
import { ownStore, storeInPath } from './own-store.ts';
import { exampleStore, policyFields, StoreShape, storeDTO } from './store-shape.ts';

const { shortUnits, shortBps, restBy, nudgeMinor, excess } = policyFields;

export const changePaymentPolicy = endpoint({
  method: 'PATCH',
  path: '/stores/:id/payment-policy',
  operationId: 'changePaymentPolicy',
  summary: 'Say what happens when another sum comes than was asked for',
  description:
    'What is absent stays as it is. A merchant does so for the own stores; the bounds are those of the fields. ' +
    'It holds for money that an operator enters or brings in with a bank’s file, and for what an operator matches without `isPart`: never for what a maker or a maker’s phone says.',
  tag: 'Merchants and stores',
  roles: ['operator', 'merchant'],
  scope: 'settings',
  params: { id: storeInPath },
  body: json(
    Type.Object({
      shortUnits: Type.Optional(shortUnits),
      shortBps: Type.Optional(shortBps),
      restBy: Type.Optional(restBy),
      nudgeMinor: Type.Optional(nudgeMinor),
      excess: Type.Optional(excess),
      reason: Reason,
    }),
  ),
  response: StoreShape,
  refusals: ['out_of_range', 'second_person_needed'],
  example: {
    body: { shortUnits: 5, restBy: 'payer', reason: 'Banks round their fees off' },
    answer: { ...exampleStore, shortUnits: 5, restBy: 'payer' },
  },
  async handle(call) {
    const { reason, ...policy } = call.body;
    const { id } = ownStore(call, call.params.id);
    await call.context.settings.run(changePaymentPolicyAct, { storeId: id, policy }, byOf(call, reason));
    return storeDTO(call.context, ownStore(call, id));
  },
});
