import { dangerOfMerchantsAccess } from '../../domain/authority/second-person.ts';
import { requireOwnMerchant } from '../../domain/authority/setting-acts.ts';
import {
  isValidKey,
  isWider,
  type KeyLimits,
  readKeyLimits,
  requireMayHold,
  requireOwnSecret,
} from '../../domain/merchants/api-key.ts';
import { AppError } from '../../errors/app-error.ts';
import { apiKeys, lockApiKey } from '../../storage/settings/merchants/api-keys.ts';
import { updateAccessChanged } from '../../storage/settings/merchants/merchants.ts';
import { changed, settingAct, unchanged } from '../setting-act.ts';
import { keyDetails, lockStoreAndHolder } from './create-api-key.ts';

interface KeyChange extends Partial<KeyLimits> {
  readonly storeId: number;
  readonly key: string;
  readonly name?: string | undefined;
}

/** What a key is called, and what it may do from where. What is not given stays. */
export const changeApiKey = settingAct({
  name: 'change-api-key',
  load: async (tx, { storeId, key }: KeyChange, { actor }) => ({
    ...(await lockStoreAndHolder(tx, actor, storeId)),
    found: await lockApiKey(tx, key),
  }),
  // Taking something away needs nobody; from an operator's hand, giving more does.
  danger: (wish, { found }, { actor }) =>
    found !== null && isWider(found, { ...found, ...limitsOf(wish) }) ? dangerOfMerchantsAccess(actor) : null,
  decide(wish, { store, by, found }, { actor, at, mode }) {
    if (store === null) throw new AppError('not_found');
    requireOwnMerchant(actor, store.merchantId);
    if (found?.storeId !== wish.storeId || found.revokedAt !== null || !isValidKey(found, at)) {
      throw new AppError('not_found');
    }
    const after = {
      key: wish.key,
      name: wish.name ?? found.name,
      ...readKeyLimits({ scopes: found.scopes, addresses: found.addresses, ...limitsOf(wish) }),
    };
    requireOwnSecret(found, after);
    const before = { key: wish.key, name: found.name, scopes: found.scopes, addresses: found.addresses };
    if (JSON.stringify(after) === JSON.stringify(before)) return unchanged(undefined);
    const wasWidened = isWider(before, after);
    if (wasWidened) requireMayHold(by, after.scopes, mode);
    const details = { ...keyDetails(after), wasWidened };
    const operatorAt = wasWidened && actor.role === 'operator' ? at : null;
    const facts = { subjectKind: 'store', subjectId: wish.storeId, details };
    return changed(undefined, { after, merchantId: store.merchantId, operatorAt }, facts);
  },
  async store(tx, { after, merchantId, operatorAt }) {
    await apiKeys.patch(tx, { key: after.key }, after);
    if (operatorAt !== null) await updateAccessChanged(tx, merchantId, { what: 'apiKey', at: operatorAt });
  },
});

function limitsOf({ scopes, addresses }: KeyChange): Partial<KeyLimits> {
  return { ...(scopes === undefined ? {} : { scopes }), ...(addresses === undefined ? {} : { addresses }) };
}
