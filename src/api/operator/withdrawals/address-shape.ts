import { Type } from 'typebox';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import type { StoreAddress } from '../../../storage/reads/store-address-reads.ts';
import { at, exampleAddress } from '../../examples.ts';
import type { ShapeOf } from '../../schemas.ts';
import { words } from '../fields.ts';

export const AddressShape = Type.Object(
  {
    address: words('On the network of the store'),
    note: words('What it is'),
    addedAt: words('When it was added'),
    usableAt: words('From when on one approval is enough'),
  },
  { $id: 'StoreAddress' },
);

export function addressDTO({ address, note, addedAt, usableAt }: StoreAddress): ShapeOf<typeof AddressShape> {
  return { address, note, addedAt: formatTimestamp(addedAt), usableAt: formatTimestamp(usableAt) };
}

export const exampleStoreAddress: ShapeOf<typeof AddressShape> = {
  address: exampleAddress,
  note: 'Treasury',
  addedAt: at('09:00:00'),
  usableAt: '2026-11-15T09:00:00+00:00',
};
