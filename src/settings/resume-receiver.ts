import { requireOwnMerchant } from '../domain/setting-acts.ts';
import { AppError } from '../errors.ts';
import { hurryDeliveries, lockReceiver, resumeReceiver as updateResumed } from '../storage/settings/resending.ts';
import { changed, settingAct } from './setting-act.ts';

/** A receiver that was paused after days of failure gets notifications again. What has piled up is sent at once. */
export const resumeReceiver = settingAct({
  name: 'resume-receiver',
  lock: 'rows',
  load: (tx, { key }: { readonly key: bigint }) => lockReceiver(tx, key),
  decide({ key }, receiver, { actor, at }) {
    if (receiver === null) throw new AppError('not_found');
    const { merchantId, storeId, origin } = receiver;
    requireOwnMerchant(actor, merchantId);
    return changed(undefined, { key, at }, { subjectKind: 'store', subjectId: storeId, details: { origin } });
  },
  async store(tx, { key, at }) {
    await updateResumed(tx, key);
    await hurryDeliveries(tx, key, at);
  },
});
