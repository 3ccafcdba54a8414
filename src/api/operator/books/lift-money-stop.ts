import { Type } from 'typebox';
import { liftMoneyStop as liftMoneyStopAct } from '../../../settings/money-stop.ts';
import { json } from '../../endpoint.ts';
import { idInPath } from '../../parameters.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { figure, Reason } from '../fields.ts';
import { exampleMoneyStop, MoneyStopShape, moneyStopDTO } from './money-stop-shape.ts';

const Lift = Type.Object({
  lostCount: figure('How many lost things the stop had when you looked: what was found since then is not lifted'),
  reason: Reason,
});

export const liftMoneyStop = endpoint({
  method: 'POST',
  path: '/money-stops/:id/lift',
  operationId: 'liftMoneyStop',
  summary: 'Let money go out again after a failover that lost commits',
  description:
    'The service found that what it had acknowledged is not in the database, and stopped money going out in all processes. Lift ' +
    'it when what was lost is put right. `/system` shows the stop that is open. It needs a second person.',
  tag: 'Books',
  roles: ['operator'],
  scope: 'money',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: idInPath('Stop ID') },
  body: json(Lift),
  response: MoneyStopShape,
  refusals: ['more_was_lost', 'second_person_needed'],
  example: { body: { lostCount: 1, reason: 'The shop has asked again' }, answer: exampleMoneyStop },
  async handle(call) {
    const { reason, lostCount } = call.body;
    const input = { id: call.params.id, lostCount };
    return moneyStopDTO(await call.context.settings.run(liftMoneyStopAct, input, byOf(call, reason)));
  },
});
