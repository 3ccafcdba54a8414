import { removeStoreAddress as removeStoreAddressAct } from '../../../settings/remove-store-address.ts';
import { json } from '../../endpoint.ts';
import { exampleAddress } from '../../examples.ts';
import { textInPath } from '../../parameters.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Done, ReasonBody } from '../fields.ts';
import { ownStore, storeInPath } from '../merchants/own-store.ts';

export const removeStoreAddress = endpoint({
  method: 'DELETE',
  path: '/stores/:id/addresses/:address',
  operationId: 'removeStoreAddress',
  summary: 'Remove a withdrawal address',
  tag: 'Withdrawals',
  roles: ['operator', 'merchant'],
  scope: 'money',
  params: { id: storeInPath, address: textInPath('An address on the network of the store', exampleAddress) },
  body: json(ReasonBody),
  response: Done,
  refusals: [],
  example: { body: { reason: 'No longer used' }, answer: { status: 'removed' } },
  async handle(call) {
    const { id: storeId } = ownStore(call, call.params.id);
    const { address } = call.params;
    await call.context.settings.run(removeStoreAddressAct, { storeId, address }, byOf(call, call.body.reason));
    return { status: 'removed' };
  },
});
