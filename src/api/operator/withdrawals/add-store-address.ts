import { Type } from 'typebox';
import { addStoreAddress as addStoreAddressAct } from '../../../settings/add-store-address.ts';
import { json } from '../../endpoint.ts';
import { exampleAddress } from '../../examples.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { note, Reason } from '../fields.ts';
import { storeInPath } from '../merchants/own-store.ts';
import { AddressShape, addressDTO, exampleStoreAddress } from './address-shape.ts';

const AddAddressBody = Type.Object({
  address: Type.String({ minLength: 1, maxLength: 255, description: 'An address on the network of the store' }),
  note: note(255, 'What it is, for people', { pattern: '^[^\\u0000]*$' }),
  reason: Reason,
});

/** It changes no balance, and added twice it is one: so it takes no Idempotency-Key. */
export const addStoreAddress = endpoint({
  method: 'POST',
  path: '/stores/:id/addresses',
  operationId: 'addStoreAddress',
  summary: 'Add a withdrawal address',
  description: 'One approval is enough for it after its waiting time, `usableAt`.',
  tag: 'Withdrawals',
  roles: ['operator'],
  scope: 'money',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: storeInPath },
  body: json(AddAddressBody),
  response: AddressShape,
  refusals: ['invalid_address'],
  example: {
    body: { address: exampleAddress, note: 'Treasury', reason: 'Letter of 14 November' },
    answer: exampleStoreAddress,
  },
  async handle(call) {
    const { address, note: what, reason } = call.body;
    const input = { storeId: call.params.id, address, note: what ?? '' };
    return addressDTO(await call.context.settings.run(addStoreAddressAct, input, byOf(call, reason)));
  },
});
