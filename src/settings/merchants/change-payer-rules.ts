import { dangerOfPayerRules } from '../../domain/authority/second-person.ts';
import { requireOwnMerchant } from '../../domain/authority/setting-acts.ts';
import {
  type PayerGroup,
  type PayerRules,
  type PayerRulesChange,
  payerGroups,
  readPayerRules,
} from '../../domain/merchants/payer-settings.ts';
import { AppError } from '../../errors/app-error.ts';
import { lockPayerRules, replacePayerRules } from '../../storage/settings/payins/payers.ts';
import { changed, settingAct, unchanged } from '../setting-act.ts';

interface RulesChange {
  readonly storeId: number;
  readonly change: PayerRulesChange;
}

/** How much a store lets one payer have open, begin and leave unpaid. What is absent stays as it is. */
export const changePayerRules = settingAct({
  name: 'change-payer-rules',
  load: (tx, { storeId }: RulesChange) => lockPayerRules(tx, storeId),
  danger: ({ change }, store, { actor }) =>
    store === null ? null : dangerOfPayerRules(actor, store.rules, readPayerRules(store.rules, change)),
  decide({ storeId, change }, store, { actor }) {
    if (store === null) throw new AppError('not_found');
    requireOwnMerchant(actor, store.merchantId);
    const rules = readPayerRules(store.rules, change);
    const details = detailsOf(rules);
    const before = detailsOf(store.rules);
    if (Object.entries(details).every(([name, value]) => before[name] === value)) return unchanged(rules);
    return changed(rules, { storeId, rules }, { subjectKind: 'store', subjectId: storeId, details });
  },
  store: replacePayerRules,
});

/** As the audit log has them: `fresh.pendingMax` and so on. */
function detailsOf(rules: PayerRules): Readonly<Record<string, number | boolean>> {
  const figures = (Object.keys(payerGroups) as PayerGroup[]).flatMap((group) =>
    Object.entries(rules[group]).map(([figure, value]) => [`${group}.${figure}`, value]),
  );
  return { ...Object.fromEntries(figures), needsUserId: rules.needsUserId };
}
