import { dangerOfPolicy } from '../../domain/authority/second-person.ts';
import { requireOwnMerchant } from '../../domain/authority/setting-acts.ts';
import type { PaymentPolicy } from '../../domain/merchants/payment-policy.ts';
import { type Changes, settingsChanged } from '../../domain/money/setting-fields.ts';
import { readPolicy } from '../../domain/payins/mispayment.ts';
import { AppError } from '../../errors/app-error.ts';
import { lockStore, stores } from '../../storage/settings/merchants/stores.ts';
import { changed, settingAct, unchanged } from '../setting-act.ts';

interface PolicyChange {
  readonly storeId: number;
  readonly policy: Changes<PaymentPolicy>;
}

/** What happens when another sum comes than a store has asked for. What is absent stays as it is. */
export const changePaymentPolicy = settingAct({
  name: 'change-payment-policy',
  load: (tx, { storeId }: PolicyChange) => lockStore(tx, storeId),
  danger: ({ policy }, store, { actor }) =>
    store === null ? null : dangerOfPolicy(actor, store.policy, readPolicy(store.policy, policy)),
  decide({ storeId, policy: change }, store, { actor }) {
    if (store === null) throw new AppError('not_found');
    requireOwnMerchant(actor, store.merchantId);
    const policy = readPolicy(store.policy, change);
    if (Object.keys(settingsChanged(store.policy, policy)).length === 0) return unchanged(policy);
    return changed(policy, { storeId, policy }, { subjectKind: 'store', subjectId: storeId, details: policy });
  },
  store: (tx, { storeId, policy }) => stores.patch(tx, { id: storeId }, { policy }),
});
