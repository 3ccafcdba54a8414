import { Type } from 'typebox';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { AppError } from '../../../errors/app-error.ts';
import { addStoreAddress as addStoreAddressAct } from '../../../settings/withdrawals/add-store-address.ts';
import { removeStoreAddress as removeStoreAddressAct } from '../../../settings/withdrawals/remove-store-address.ts';
import { findStoreAddresses, type StoreAddress } from '../../../storage/reads/withdrawals/store-address-reads.ts';
import { at, exampleAddress } from '../../examples.ts';
import { textInPath } from '../../parameters.ts';
import type { ShapeOf } from '../../schemas.ts';
import { type OperatorCall, readsOf } from '../endpoint.ts';
import { done, note, Reason, words } from '../fields.ts';
import { codeRefusals, MerchantsCode, requireMerchantsCode } from '../merchants/merchants-code.ts';
import { ownStore, storeInPath } from '../merchants/own-store.ts';
import { all } from '../paging.ts';
import { settingsOf } from '../setting-endpoint.ts';

const addresses = settingsOf({ tag: 'Withdrawals', scope: 'money' });
const read = readsOf({ tag: 'Withdrawals', roles: ['operator', 'merchant'] });

const AddressShape = Type.Object(
  {
    address: words('On the network of the store'),
    note: words('What it is'),
    addedAt: words('When it was added'),
    usableAt: words('From when on one approval is enough'),
  },
  { $id: 'StoreAddress' },
);

function addressDTO({ address, note, addedAt, usableAt }: StoreAddress): ShapeOf<typeof AddressShape> {
  return { address, note, addedAt: formatTimestamp(addedAt), usableAt: formatTimestamp(usableAt) };
}

const exampleStoreAddress: ShapeOf<typeof AddressShape> = {
  address: exampleAddress,
  note: 'Treasury',
  addedAt: at('09:00:00'),
  usableAt: '2026-11-15T09:00:00+00:00',
};

/** The addresses a store may withdraw to with one approval. A new one waits a day. */
export const listStoreAddresses = read({
  path: '/stores/:id/addresses',
  operationId: 'listStoreAddresses',
  summary: "List a store's withdrawal addresses",
  params: { id: storeInPath },
  response: all(AddressShape),
  example: { answer: { items: [exampleStoreAddress] } },
  async handle(call) {
    const addresses = await findStoreAddresses(call.context.pool, ownStore(call, call.params.id).id);
    return { items: addresses.map(addressDTO) };
  },
});

/** It changes no balance, and added twice it is one: so it takes no Idempotency-Key. */
export const addStoreAddress = addresses(addStoreAddressAct, {
  method: 'POST',
  path: '/stores/:id/addresses',
  operationId: 'addStoreAddress',
  summary: 'Add a withdrawal address',
  description:
    'One approval is enough for it after its waiting time, `usableAt`. A merchant gives a code of the second factor, and has one.',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: storeInPath },
  body: {
    address: Type.String({ minLength: 1, maxLength: 255, description: 'An address on the network of the store' }),
    note: note(255, 'What it is, for people', { pattern: '^[^\\u0000]*$' }),
    reason: Reason,
    code: MerchantsCode,
  },
  response: AddressShape,
  refusals: ['invalid_address', 'two_factor_disabled', ...codeRefusals],
  example: {
    body: { address: exampleAddress, note: 'Treasury', reason: 'Letter of 14 November' },
    answer: exampleStoreAddress,
  },
  input: async (call) => {
    const { address, note: what, code } = call.body;
    const { id: storeId, merchantId } = ownStore(call, call.params.id);
    await requireOwnFactor(call, merchantId, code);
    return { storeId, address, note: what ?? '' };
  },
  answer: addressDTO,
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

export const removeStoreAddress = addresses(removeStoreAddressAct, {
  method: 'DELETE',
  path: '/stores/:id/addresses/:address',
  operationId: 'removeStoreAddress',
  summary: 'Remove a withdrawal address',
  params: { id: storeInPath, address: textInPath('An address on the network of the store', exampleAddress) },
  refusals: [],
  example: { body: { reason: 'No longer used' }, answer: { status: 'removed' } },
  ...done('removed'),
  input: (call) => ({ storeId: ownStore(call, call.params.id).id, address: call.params.address }),
});
