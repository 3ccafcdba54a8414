import { settlementAccountOf } from '../../../domain/catalogue.ts';
import { json } from '../../endpoint.ts';
import { tethers } from '../../examples.ts';
import { endpoint } from '../endpoint.ts';
import { exampleMovement, MovedFunds, Movement, moveAct, movementRefusals } from '../funds.ts';
import { ownStore, storeInPath } from './own-store.ts';

export const topUpStore = endpoint({
  method: 'POST',
  path: '/stores/:id/top-ups',
  operationId: 'topUpStore',
  summary: "Top up a store's account",
  description:
    'In production what one operator tops up alone within a day, for all owners of the currency together, waits for a second ' +
    'operator once it is above a limit.',
  tag: 'Merchants and stores',
  roles: ['operator'],
  scope: 'money',
  params: { id: storeInPath },
  body: json(Movement),
  response: MovedFunds,
  refusals: [...movementRefusals, 'second_person_needed'],
  takesKey: true,
  example: { body: exampleMovement('500', 'For payouts'), answer: { available: tethers('10398.00000000') } },
  async handle(call) {
    const store = ownStore(call, call.params.id);
    const { availableId, currency } = settlementAccountOf(store);
    const owner = { kind: 'store', id: String(store.id) } as const;
    return await moveAct(call, { kind: 'top_up', owner, availableId, currency }, call.body);
  },
});
