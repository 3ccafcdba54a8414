import { dangerOfMerchantsAccess } from '../../domain/authority/second-person.ts';
import { requireOwnMerchant } from '../../domain/authority/setting-acts.ts';
import {
  isLimited,
  type KeyHolder,
  type KeyLimits,
  readKeyLimits,
  requireMayHold,
  shortKey,
  signsAlone,
  validKeysMax,
} from '../../domain/merchants/api-key.ts';
import type { Actor } from '../../domain/people/audit.ts';
import { hasSecondFactor } from '../../domain/people/people.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Chance } from '../../storage/settings/chance.ts';
import { countValidKeys, insertApiKey } from '../../storage/settings/merchants/api-keys.ts';
import { lockMerchant, updateAccessChanged } from '../../storage/settings/merchants/merchants.ts';
import { lockStore } from '../../storage/settings/merchants/stores.ts';
import { lockUser } from '../../storage/settings/people/users.ts';
import type { SettingsTransaction } from '../../storage/settings/settings-transaction.ts';
import { changed, settingAct } from '../setting-act.ts';

interface KeyWish extends KeyLimits {
  readonly storeId: number;
  readonly name: string;
  /** A key that is limited has one in any case. */
  readonly hasOwnSecret: boolean;
}

export const drawKey = (chance: Chance) => ({ key: chance.apiKey(), secret: chance.text(32) });

/** The answer is the only place that shows the secret; null where the key signs with the merchant's. */
export const createApiKey = settingAct({
  name: 'create-api-key',
  draw: drawKey,
  load: async (tx, { storeId }: KeyWish, { actor, at }) => ({
    ...(await lockStoreAndHolder(tx, actor, storeId)),
    validKeys: await countValidKeys(tx, storeId, at),
  }),
  // With a secret of its own a key can sign at once, without the merchant's.
  danger: (wish, _rows, { actor }) => (signsAlone(wish) ? dangerOfMerchantsAccess(actor) : null),
  decide(wish, { store, by, validKeys }, { actor, at, mode, drawn }) {
    const { storeId, name } = wish;
    if (store === null) throw new AppError('not_found');
    requireOwnMerchant(actor, store.merchantId);
    if (validKeys >= validKeysMax) throw new AppError('too_many_keys', { limit: validKeysMax });
    const limits = readKeyLimits(wish);
    requireMayHold(by, limits.scopes, mode);
    const secret = signsAlone(wish) ? drawn.secret : null;
    const made = { ...limits, key: drawn.key, storeId, name, secret, createdAt: at };
    const { merchantId } = store;
    const operatorAt = secret !== null && actor.role === 'operator' ? at : null;
    const facts = { subjectKind: 'store', subjectId: storeId, details: keyDetails({ ...made, name }) };
    return changed({ key: drawn.key, secret }, { made, merchantId, operatorAt }, facts);
  },
  async store(tx, { made, merchantId, operatorAt }) {
    await insertApiKey(tx, made);
    if (operatorAt !== null) await updateAccessChanged(tx, merchantId, { what: 'apiKey', at: operatorAt });
  },
});

/** Who of a merchant acts, as they are now; null for operators and the command line. */
export async function lockHolder(tx: SettingsTransaction, actor: Actor, merchantId: number): Promise<KeyHolder | null> {
  if (actor.role !== 'merchant' || actor.userId === null) return null;
  const [user, merchant] = [await lockUser(tx, actor.userId), await lockMerchant(tx, merchantId)];
  if (user === null) throw new AppError('forbidden');
  return { rights: user.rights, hasFactor: hasSecondFactor(user) || merchant?.hasSecondFactor === true };
}

export async function lockStoreAndHolder(tx: SettingsTransaction, actor: Actor, storeId: number) {
  const store = await lockStore(tx, storeId);
  return { store, by: store === null ? null : await lockHolder(tx, actor, store.merchantId) };
}

/** What the audit log says of a key: its beginning, and what is not usual about it. */
export function keyDetails({
  key,
  name,
  scopes,
  addresses,
}: KeyLimits & { readonly key: string; readonly name: string }) {
  return {
    key: shortKey(key),
    ...(name === '' ? {} : { name }),
    ...(isLimited({ scopes, addresses: [] }) ? { scopes: scopes.join(' ') } : {}),
    ...(addresses.length === 0 ? {} : { addresses: addresses.join(' ') }),
  };
}
