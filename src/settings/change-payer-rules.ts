import { isDeepStrictEqual } from 'node:util';
import { type PayerGroup, type PayerRulesChange, payerGroups, readPayerRules } from '../domain/payer-rules.ts';
import { requireOwnMerchant } from '../domain/setting-acts.ts';
import { AppError } from '../errors.ts';
import { lockPayerRules, replacePayerRules } from '../storage/settings/payers.ts';
import { changed, settingAct, unchanged } from './setting-act.ts';

interface RulesChange {
  readonly storeId: number;
  readonly change: PayerRulesChange;
}

/** How much a store lets one payer have open, begin and leave unpaid. What is absent stays as it is. */
export const changePayerRules = settingAct({
  name: 'change-payer-rules',
  load: (tx, { storeId }: RulesChange) => lockPayerRules(tx, storeId),
  decide({ storeId, change }, store, { actor }) {
    if (store === null) throw new AppError('not_found');
    requireOwnMerchant(actor, store.merchantId);
    const rules = readPayerRules(store.rules, change);
    if (isDeepStrictEqual(rules, store.rules)) return unchanged(rules);
    const groups = (Object.keys(payerGroups) as PayerGroup[]).flatMap((group) =>
      Object.entries(rules[group]).map(([figure, value]) => [`${group}.${figure}`, value]),
    );
    const details = { ...Object.fromEntries(groups), needsUserId: rules.needsUserId };
    return changed(rules, { storeId, rules }, { subjectKind: 'store', subjectId: storeId, details });
  },
  store: replacePayerRules,
});
