import { requireOwnMerchant } from '../../domain/authority/setting-acts.ts';
import { shortKey } from '../../domain/merchants/api-key.ts';
import { AppError } from '../../errors/app-error.ts';
import { apiKeys, lockApiKey } from '../../storage/settings/merchants/api-keys.ts';
import { lockStore } from '../../storage/settings/merchants/stores.ts';
import { changed, settingAct, unchanged } from '../setting-act.ts';

/** Revoking twice is revoking once. */
export const revokeApiKey = settingAct({
  name: 'revoke-api-key',
  load: async (tx, { storeId, key }: { readonly storeId: number; readonly key: string }) => ({
    store: await lockStore(tx, storeId),
    found: await lockApiKey(tx, key),
  }),
  decide({ storeId, key }, { store, found }, { actor, at }) {
    if (store === null) throw new AppError('not_found');
    requireOwnMerchant(actor, store.merchantId);
    if (found?.storeId !== storeId) throw new AppError('not_found');
    if (found.revokedAt !== null) return unchanged(undefined);
    const facts = { subjectKind: 'store', subjectId: storeId, details: { key: shortKey(key) } };
    return changed(undefined, { key, at }, facts);
  },
  store: (tx, { key, at }) => apiKeys.patch(tx, { key }, { revokedAt: at }),
});
