import { json } from '../../endpoint.ts';
import { tethers } from '../../examples.ts';
import { endpoint } from '../endpoint.ts';
import { exampleMovement, MovedFunds, Movement, moveAct, movementRefusals } from '../funds.ts';
import { makerInPath, makerOf } from './maker-shape.ts';

export const payBackMaker = endpoint({
  method: 'POST',
  path: '/makers/:id/pay-backs',
  operationId: 'payBackMaker',
  summary: 'Pay a maker back',
  description:
    'What is held for deals cannot be paid back, nor what payouts brought that may still turn out not to be paid: for the time that the rules of disputes say, and while they are disputed. In production what one operator pays back alone within a day, to all makers of ' +
    'the currency together, waits for a second operator once it is above a limit.',
  tag: 'Makers and requisites',
  roles: ['operator'],
  scope: 'money',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: makerInPath },
  body: json(Movement),
  response: MovedFunds,
  refusals: [...movementRefusals, 'insufficient_funds', 'money_out_stopped', 'payouts_open', 'second_person_needed'],
  takesKey: true,
  example: { body: exampleMovement('1000', 'Asked by the maker'), answer: { available: tethers('4000.00000000') } },
  async handle(call) {
    const { id, availableId, settlementCurrency: currency } = makerOf(call, call.params.id);
    const owner = { kind: 'maker', id: String(id) } as const;
    return await moveAct(call, { kind: 'pay_back', owner, availableId, currency }, call.body);
  },
});
