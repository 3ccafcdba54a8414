import { findStoreAddresses } from '../../../storage/reads/store-address-reads.ts';
import { endpoint } from '../endpoint.ts';
import { ownStore, storeInPath } from '../merchants/own-store.ts';
import { all } from '../paging.ts';
import { AddressShape, addressDTO, exampleStoreAddress } from './address-shape.ts';

/** The addresses a store may withdraw to with one approval. A new one waits a day. */
export const listStoreAddresses = endpoint({
  method: 'GET',
  path: '/stores/:id/addresses',
  operationId: 'listStoreAddresses',
  summary: "List a store's withdrawal addresses",
  tag: 'Withdrawals',
  roles: ['operator', 'merchant'],
  scope: 'read',
  params: { id: storeInPath },
  response: all(AddressShape),
  refusals: [],
  example: { answer: { items: [exampleStoreAddress] } },
  async handle(call) {
    const addresses = await findStoreAddresses(call.context.pool, ownStore(call, call.params.id).id);
    return { items: addresses.map(addressDTO) };
  },
});
