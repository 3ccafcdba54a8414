import { dangerOfMerchantsAccess } from '../../domain/authority/second-person.ts';
import { requireOwnMerchant } from '../../domain/authority/setting-acts.ts';
import { isValidKey, requireMayHold, shortKey, signsAlone, validKeysMax } from '../../domain/merchants/api-key.ts';
import { AppError } from '../../errors/app-error.ts';
import { countValidKeys, endApiKey, insertApiKey, lockApiKey } from '../../storage/settings/merchants/api-keys.ts';
import { updateAccessChanged } from '../../storage/settings/merchants/merchants.ts';
import { changed, settingAct } from '../setting-act.ts';
import { drawKey, lockStoreAndHolder } from './create-api-key.ts';

const hourMs = 3_600_000;

interface KeyRotation {
  readonly storeId: number;
  readonly key: string;
  readonly overlapHours: number;
}

/**
 * A new key that may do the same takes the place of another one, which ends after the overlap. A limited one that signed with
 * the merchant's secret until now has its own from here on.
 */
export const rotateApiKey = settingAct({
  name: 'rotate-api-key',
  draw: drawKey,
  load: async (tx, { storeId, key }: KeyRotation, { actor, at }) => ({
    ...(await lockStoreAndHolder(tx, actor, storeId)),
    found: await lockApiKey(tx, key),
    validKeys: await countValidKeys(tx, storeId, at),
  }),
  danger: (_input, { found }, { actor }) =>
    found !== null && signsAlone(found) ? dangerOfMerchantsAccess(actor) : null,
  decide({ storeId, key, overlapHours }, { store, by, found, validKeys }, { actor, at, mode, drawn }) {
    if (store === null) throw new AppError('not_found');
    requireOwnMerchant(actor, store.merchantId);
    if (found?.storeId !== storeId || found.revokedAt !== null || !isValidKey(found, at)) {
      throw new AppError('not_found');
    }
    requireMayHold(by, found.scopes, mode);
    if (validKeys >= validKeysMax) throw new AppError('too_many_keys', { limit: validKeysMax });
    const { name, scopes, addresses } = found;
    const secret = signsAlone(found) ? drawn.secret : null;
    const made = { key: drawn.key, storeId, name, scopes, addresses, secret, createdAt: at };
    const oldUntilMs = Math.min(at + overlapHours * hourMs, found.validUntil ?? Number.POSITIVE_INFINITY);
    const operatorAt = secret !== null && actor.role === 'operator' ? at : null;
    const details = { key: shortKey(key), by: shortKey(drawn.key), oldUntil: new Date(oldUntilMs).toISOString() };
    const facts = { subjectKind: 'store', subjectId: storeId, details };
    const change = { made, old: key, oldUntilMs, merchantId: store.merchantId, operatorAt };
    return changed({ key: drawn.key, secret, oldUntilMs }, change, facts);
  },
  async store(tx, { made, old, oldUntilMs, merchantId, operatorAt }) {
    await insertApiKey(tx, made);
    await endApiKey(tx, old, oldUntilMs);
    if (operatorAt !== null) await updateAccessChanged(tx, merchantId, { what: 'apiKey', at: operatorAt });
  },
});
