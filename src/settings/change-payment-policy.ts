import { type PaymentPolicy, readPolicy } from '../domain/mispayment.ts';
import { dangerOfPolicy } from '../domain/second-person.ts';
import { requireOwnMerchant } from '../domain/setting-acts.ts';
import { AppError } from '../errors.ts';
import { lockStore, updatePolicy } from '../storage/settings/stores.ts';
import { changed, settingAct, unchanged } from './setting-act.ts';

interface PolicyChange {
  readonly storeId: number;
  readonly policy: Partial<PaymentPolicy>;
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
    const names = Object.keys(policy) as (keyof PaymentPolicy)[];
    if (names.every((name) => policy[name] === store.policy[name])) return unchanged(policy);
    const details = Object.fromEntries(names.map((name) => [name, policy[name]]));
    return changed(policy, { storeId, policy }, { subjectKind: 'store', subjectId: storeId, details });
  },
  store: updatePolicy,
});
