import { shortKey } from '../domain/api-key.ts';
import { requireOwnMerchant } from '../domain/setting-acts.ts';
import { AppError } from '../errors.ts';
import { insertApiKey } from '../storage/settings/api-keys.ts';
import { lockStore } from '../storage/settings/stores.ts';
import { changed, settingAct } from './setting-act.ts';

export const createApiKey = settingAct({
  name: 'create-api-key',
  draw: (chance) => ({ key: `qk_${chance.text(18)}` }),
  load: (tx, { storeId }: { readonly storeId: number }) => lockStore(tx, storeId),
  decide({ storeId }, store, { actor, at, drawn: { key } }) {
    if (store === null) throw new AppError('not_found');
    requireOwnMerchant(actor, store.merchantId);
    const facts = { subjectKind: 'store', subjectId: storeId, details: { key: shortKey(key) } };
    return changed(key, { key, storeId, createdAt: at }, facts);
  },
  store: insertApiKey,
});
