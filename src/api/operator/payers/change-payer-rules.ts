import { Type } from 'typebox';
import { changePayerRules as changePayerRulesAct } from '../../../settings/change-payer-rules.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason } from '../fields.ts';
import { ownStore, storeInPath } from '../merchants/own-store.ts';
import { exampleStore, needsUserId, payerFigures, StoreShape, storeDTO } from '../merchants/store-shape.ts';

const figures = (description: string) => Type.Optional(Type.Partial(Type.Object(payerFigures), { description }));

export const changePayerRules = endpoint({
  method: 'PATCH',
  path: '/stores/:id/payer-rules',
  operationId: 'changePayerRules',
  summary: 'Say how much one payer may have open, begin and leave unpaid',
  description:
    'What is absent stays as it is; 0 switches a rule off. `known` holds for payers who have paid one of their newest ' +
    "64 payins, `fresh` for those who have not, both by `userId`; `address` for a network address on the payer's " +
    'page, which may be that of many people. A payin that a rule refuses is not created; the refusal names the rule ' +
    'and from when on it would be taken. Wider limits from an operator wait for another operator.',
  tag: 'Payers who play',
  roles: ['operator', 'merchant'],
  scope: 'settings',
  params: { id: storeInPath },
  body: json(
    Type.Object({
      known: figures('Payers who have paid one of their newest payins'),
      fresh: figures('Payers who have paid none of them'),
      address: figures('A network address on the payer’s page'),
      needsUserId: Type.Optional(needsUserId),
      reason: Reason,
    }),
  ),
  response: StoreShape,
  refusals: ['out_of_range', 'second_person_needed'],
  example: {
    body: { fresh: { pendingMax: 2 }, needsUserId: true, reason: 'Too many are left unpaid' },
    answer: {
      ...exampleStore,
      payerRules: {
        ...exampleStore.payerRules,
        fresh: { ...exampleStore.payerRules.fresh, pendingMax: 2 },
        needsUserId: true,
      },
    },
  },
  async handle(call) {
    const { reason, ...change } = call.body;
    const { id } = ownStore(call, call.params.id);
    await call.context.settings.run(changePayerRulesAct, { storeId: id, change }, byOf(call, reason));
    return storeDTO(call.context, ownStore(call, id));
  },
});
