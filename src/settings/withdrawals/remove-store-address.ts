import { spelledAddress } from '../../domain/withdrawals/withdrawal-address.ts';
import { AppError } from '../../errors/app-error.ts';
import { deleteStoreAddress, lockStoreAddress } from '../../storage/settings/withdrawals/store-addresses.ts';
import { changed, settingAct } from '../setting-act.ts';

export const removeStoreAddress = settingAct({
  name: 'remove-store-address',
  load: (tx, { storeId, address }: { readonly storeId: number; readonly address: string }) =>
    lockStoreAddress(tx, storeId, spelledAddress(address)),
  decide({ storeId }, found) {
    if (found === null) throw new AppError('not_found');
    const { address } = found;
    const facts = { subjectKind: 'store', subjectId: storeId, details: { address } };
    return changed(undefined, { storeId, address }, facts);
  },
  store: (tx, { storeId, address }) => deleteStoreAddress(tx, storeId, address),
});
