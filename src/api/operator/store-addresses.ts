import { type Static, Type } from 'typebox';
import { formatTimestamp } from '../../domain/timestamp.ts';
import { AppError } from '../../errors.ts';
import { addStoreAddress as addStoreAddressAct } from '../../settings/add-store-address.ts';
import { removeStoreAddress as removeStoreAddressAct } from '../../settings/remove-store-address.ts';
import { findStoreAddresses, type StoreAddress } from '../../storage/reads/store-address-reads.ts';
import { ReasonBody } from './act.ts';
import type { OperatorCall, OperatorEndpoint } from './endpoint.ts';
import { idOf, Reason } from './fields.ts';
import { reachesStore } from './reach.ts';
import { byOf } from './users.ts';

/** The addresses a store may withdraw to with one approval. A new one waits a day. */
export const listStoreAddresses: OperatorEndpoint = {
  method: 'GET',
  path: '/stores/:id/addresses',
  operationId: 'listStoreAddresses',
  summary: "List a store's withdrawal addresses",
  roles: ['operator', 'merchant'],
  scope: 'read',
  response: Type.Object({ items: Type.Array(Type.Object({})) }),
  async handle(call) {
    const addresses = await findStoreAddresses(call.context.pool, storeInPath(call));
    return { items: addresses.map(addressDTO) };
  },
};

const AddAddressBody = Type.Object({
  address: Type.String({ minLength: 1, maxLength: 255 }),
  note: Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 255, pattern: '^[^\\u0000]*$' }),
  ),
  reason: Reason,
});

export const addStoreAddress: OperatorEndpoint = {
  method: 'POST',
  path: '/stores/:id/addresses',
  operationId: 'addStoreAddress',
  summary: 'Add a withdrawal address',
  description: 'One approval is enough for it after its waiting time, `usableAt`.',
  roles: ['operator'],
  scope: 'money',
  body: { kind: 'json', schema: AddAddressBody },
  response: Type.Object({}),
  async handle(call) {
    const { address, note, reason } = call.request.body as Static<typeof AddAddressBody>;
    const input = { storeId: idOf(call.request), address, note: note ?? '' };
    return addressDTO(await call.context.settings.run(addStoreAddressAct, input, byOf(call, reason)));
  },
};

export const removeStoreAddress: OperatorEndpoint = {
  method: 'DELETE',
  path: '/stores/:id/addresses/:address',
  operationId: 'removeStoreAddress',
  summary: 'Remove a withdrawal address',
  roles: ['operator'],
  scope: 'money',
  body: { kind: 'json', schema: ReasonBody },
  response: Type.Object({ status: Type.String() }),
  async handle(call) {
    const { reason } = call.request.body as Static<typeof ReasonBody>;
    const { address } = call.request.params as { readonly address: string };
    const storeId = idOf(call.request);
    // PostgreSQL cannot store NUL in text, so nothing with one is there.
    if (address.includes('\0')) throw new AppError('not_found');
    await call.context.settings.run(removeStoreAddressAct, { storeId, address }, byOf(call, reason));
    return { status: 'removed' };
  },
};

function storeInPath({ context, request, actor }: OperatorCall): number {
  const storeId = idOf(request);
  if (!reachesStore(context.catalogue(), actor, storeId)) throw new AppError('not_found');
  return storeId;
}

function addressDTO({ address, note, addedAt, usableAt }: StoreAddress): object {
  return { address, note, addedAt: formatTimestamp(addedAt), usableAt: formatTimestamp(usableAt) };
}
