import { Type } from 'typebox';
import { createMaker as createMakerAct } from '../../../settings/create-maker.ts';
import { json } from '../../endpoint.ts';
import { tethers } from '../../examples.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason, text } from '../fields.ts';
import { exampleMaker, MakerShape, makerDTO, makerOf } from './maker-shape.ts';

const NewMaker = Type.Object({
  name: text(200, 'For people'),
  settlementCurrency: text(10, 'What merchants and makers are paid in'),
  reason: Reason,
});

export const createMaker = endpoint({
  method: 'POST',
  path: '/makers',
  operationId: 'createMaker',
  summary: 'Create a maker',
  description: 'With its accounts, which are empty: top them up before its requisites can be given to payers.',
  tag: 'Makers and requisites',
  roles: ['operator'],
  scope: 'settings',
  body: json(NewMaker),
  response: MakerShape,
  refusals: ['currency_not_allowed'],
  example: {
    body: { name: 'Desk 2', settlementCurrency: 'USDT', reason: 'New desk' },
    answer: {
      ...exampleMaker,
      available: tethers('0.00000000'),
      held: tethers('0.00000000'),
      balanceMin: '0.00000000',
      rewards: [],
      lastDay: { started: 0, completed: 0, expired: 0, disputed: 0, active: 0 },
      lastDayEarned: tethers('0.00000000'),
    },
  },
  async handle(call) {
    const { reason, ...maker } = call.body;
    const id = await call.context.settings.run(createMakerAct, maker, byOf(call, reason));
    return await makerDTO(call.context, makerOf(call, id));
  },
});
