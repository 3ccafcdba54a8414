import { Type } from 'typebox';
import { changeMaker as changeMakerAct } from '../../../settings/change-maker.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { amount, flag, optional, optionalText, Reason, rowId } from '../fields.ts';
import { exampleMaker, MakerShape, makerDTO, makerInPath, makerOf, takingFields } from './maker-shape.ts';

const storesMax = 1_000;

const MakerChange = Type.Object({
  name: optionalText(200, 'For people'),
  storeIds: optional(
    Type.Array(rowId('Store ID'), { maxItems: storesMax }),
    'The stores it serves; null: all of its settlement currency',
  ),
  isStopped: Type.Optional(flag('True: no new deals; the maker cannot lift it')),
  balanceMin: Type.Optional(amount('With less than this available it gets no deals, in the settlement currency')),
  takingsMax: Type.Optional(takingFields.takingsMax),
  takingsCovered: Type.Optional(takingFields.takingsCovered),
  reason: Reason,
});

export const changeMaker = endpoint({
  method: 'PATCH',
  path: '/makers/:id',
  operationId: 'changeMaker',
  summary: 'Change the settings of a maker',
  description: 'What is absent stays as it is. Deals that run go on, whatever is changed.',
  tag: 'Makers and requisites',
  roles: ['operator'],
  scope: 'settings',
  params: { id: makerInPath },
  body: json(MakerChange),
  response: MakerShape,
  refusals: ['invalid_amount', 'reward_above_fee', 'store_of_other_currency'],
  example: {
    body: { storeIds: [1], isStopped: true, balanceMin: '500', reason: 'Being looked into' },
    answer: { ...exampleMaker, storeIds: [1], isStopped: true, balanceMin: '500.00000000' },
  },
  async handle(call) {
    const { reason, ...change } = call.body;
    const { id } = call.params;
    await call.context.settings.run(changeMakerAct, { id, ...change }, byOf(call, reason));
    return await makerDTO(call.context, makerOf(call, id));
  },
});
