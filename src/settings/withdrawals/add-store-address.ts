import { addressWaitMs } from '../../domain/withdrawals/withdrawal.ts';
import { isWellFormedAddress, spelledAddress } from '../../domain/withdrawals/withdrawal-address.ts';
import { AppError } from '../../errors/app-error.ts';
import { lockStore } from '../../storage/settings/merchants/stores.ts';
import { insertStoreAddress, lockStoreAddress } from '../../storage/settings/withdrawals/store-addresses.ts';
import { changed, settingAct, unchanged } from '../setting-act.ts';

interface NewStoreAddress {
  readonly storeId: number;
  readonly address: string;
  readonly note: string;
}

/**
 * An address the store may withdraw to with one approval, after a wait. One that is there already keeps its time: adding
 * it again neither shortens the wait nor starts it anew.
 */
export const addStoreAddress = settingAct({
  name: 'add-store-address',
  load: async (tx, { storeId, address }: NewStoreAddress) => ({
    store: await lockStore(tx, storeId),
    earlier: await lockStoreAddress(tx, storeId, spelledAddress(address)),
  }),
  decide({ storeId, address: given, note }, { store, earlier }, { at }) {
    if (store === null) throw new AppError('not_found');
    const address = spelledAddress(given);
    if (!store.networks.some((network) => isWellFormedAddress(network, address))) {
      throw new AppError('invalid_address', { field: 'address', network: store.networks.join(' or ') });
    }
    if (earlier !== null) return unchanged(earlier);
    const added = { address, note, addedAt: at, usableAt: at + addressWaitMs };
    const facts = { subjectKind: 'store', subjectId: storeId, details: { address } };
    return changed(added, { storeId, added }, facts);
  },
  store: (tx, { storeId, added }) => insertStoreAddress(tx, storeId, added),
});
