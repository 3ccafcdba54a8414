import { json } from '../../endpoint.ts';
import { tethers } from '../../examples.ts';
import { endpoint } from '../endpoint.ts';
import { exampleMovement, MovedFunds, Movement, moveAct, movementRefusals } from '../funds.ts';
import { makerInPath, makerOf } from './maker-shape.ts';

export const topUpMaker = endpoint({
  method: 'POST',
  path: '/makers/:id/top-ups',
  operationId: 'topUpMaker',
  summary: "Top up a maker's balance",
  description:
    'In production what one operator tops up alone within a day, for all owners of the currency together, waits for a second ' +
    'operator once it is above a limit.',
  tag: 'Makers and requisites',
  roles: ['operator'],
  scope: 'money',
  params: { id: makerInPath },
  body: json(Movement),
  response: MovedFunds,
  refusals: [...movementRefusals, 'second_person_needed'],
  takesKey: true,
  example: { body: exampleMovement('5000', 'Deposit of November'), answer: { available: tethers('5000.00000000') } },
  async handle(call) {
    const { id, availableId, settlementCurrency: currency } = makerOf(call, call.params.id);
    const owner = { kind: 'maker', id: String(id) } as const;
    return await moveAct(call, { kind: 'top_up', owner, availableId, currency }, call.body);
  },
});
