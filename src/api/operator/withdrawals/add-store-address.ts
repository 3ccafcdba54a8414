import { Type } from 'typebox';
import { AppError } from '../../../errors.ts';
import { addStoreAddress as addStoreAddressAct } from '../../../settings/add-store-address.ts';
import { json } from '../../endpoint.ts';
import { exampleAddress } from '../../examples.ts';
import { byOf, endpoint, type OperatorCall } from '../endpoint.ts';
import { note, Reason } from '../fields.ts';
import { codeRefusals, MerchantsCode, requireMerchantsCode } from '../merchants/merchants-code.ts';
import { ownStore, storeInPath } from '../merchants/own-store.ts';
import { AddressShape, addressDTO, exampleStoreAddress } from './address-shape.ts';

const AddAddressBody = Type.Object({
  address: Type.String({ minLength: 1, maxLength: 255, description: 'An address on the network of the store' }),
  note: note(255, 'What it is, for people', { pattern: '^[^\\u0000]*$' }),
  reason: Reason,
  code: MerchantsCode,
});

/** It changes no balance, and added twice it is one: so it takes no Idempotency-Key. */
export const addStoreAddress = endpoint({
  method: 'POST',
  path: '/stores/:id/addresses',
  operationId: 'addStoreAddress',
  summary: 'Add a withdrawal address',
  description:
    'One approval is enough for it after its waiting time, `usableAt`. A merchant gives a code of the second factor, and has one.',
  tag: 'Withdrawals',
  roles: ['operator', 'merchant'],
  scope: 'money',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: storeInPath },
  body: json(AddAddressBody),
  response: AddressShape,
  refusals: ['invalid_address', 'two_factor_disabled', ...codeRefusals],
  example: {
    body: { address: exampleAddress, note: 'Treasury', reason: 'Letter of 14 November' },
    answer: exampleStoreAddress,
  },
  async handle(call) {
    const { address, note: what, reason, code } = call.body;
    const { id: storeId, merchantId } = ownStore(call, call.params.id);
    await requireOwnFactor(call, merchantId, code);
    const input = { storeId, address, note: what ?? '' };
    return addressDTO(await call.context.settings.run(addStoreAddressAct, input, byOf(call, reason)));
  },
});

/** As for a withdrawal: without a second factor nothing of the merchant's gets nearer to leaving. */
async function requireOwnFactor(
  call: OperatorCall,
  merchantId: number,
  code: string | null | undefined,
): Promise<void> {
  const { totpSeed = null } = call.context.catalogue().merchants.get(merchantId) ?? {};
  if (call.actor.role === 'merchant' && totpSeed === null) throw new AppError('two_factor_disabled');
  await requireMerchantsCode(call, merchantId, code);
}
