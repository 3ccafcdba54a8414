import { addressKey, type ListedAddress } from '../../domain/withdrawals/withdrawal-address.ts';
import { lockByKeys } from '../batch/load-step.ts';
import { instant, int4, text } from './codec.ts';
import { defineRow } from './row-kind.ts';

/** Listed and taken off by acts on settings; batches only ask whether an address is there, and since when. */
export const storeAddresses = defineRow<ListedAddress>({
  table: 'store_addresses',
  columns: { storeId: int4.once, address: text.once, usableAt: instant },
  key: addressKey,
  isStanding: true,
  unique: { store_addresses_pkey: addressKey },
});

export const lockStoreAddresses = lockByKeys('storeAddresses', storeAddresses, {
  key: { storeId: int4, address: text },
  keys: ({ storeAddress }) => (storeAddress === undefined ? undefined : [storeAddress]),
});
