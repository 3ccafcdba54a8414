import type { Maker } from '../domain/catalogue.ts';
import { settlement } from '../domain/money.ts';
import { ruleAboveFee } from '../domain/rewards.ts';
import { dangerOfDemands, dangerOfTerms } from '../domain/second-person.ts';
import { readStoreSettings, type StoreSettings, type StoreTerms, type StoreValues } from '../domain/store-settings.ts';
import { AppError } from '../errors.ts';
import { readReference } from '../storage/reads/catalogue-read.ts';
import { findMakersWithRewards } from '../storage/settings/makers.ts';
import { lockStore } from '../storage/settings/stores.ts';
import { changed, settingAct } from './setting-act.ts';
import { storeValues, valueDetails } from './store-values.ts';

interface StoreChange {
  readonly id: number;
  readonly settings: StoreSettings;
}

export const changeStore = settingAct({
  name: 'change-store',
  async load(tx, { id }: StoreChange) {
    const store = await lockStore(tx, id);
    const makers = store === null ? [] : await findMakersWithRewards(tx, store.settlementCurrency);
    return { reference: await readReference(tx.client), store, makers };
  },
  danger({ settings }, { reference, store }) {
    if (store === null) return null;
    const values = readStoreSettings(reference, store.settlementCurrency, settings);
    return dangerOfTerms(store.terms, values) ?? dangerOfDemands(store.demands, values);
  },
  decide({ id, settings }, { reference, store, makers }) {
    if (store === null) throw new AppError('not_found');
    const values = readStoreSettings(reference, store.settlementCurrency, settings);
    requireFeesAboveRewards(store, values, makers);
    return changed(undefined, { id, values }, { subjectKind: 'store', subjectId: id, details: valueDetails(values) });
  },
  store: (tx, { id, values }) => storeValues(tx, id, values),
});

interface ChangedStore {
  readonly id: number;
  readonly settlementCurrency: string;
  readonly terms: StoreTerms;
}

/** A fee that is lowered below what a maker has of it would leave the maker without deals of this store. */
function requireFeesAboveRewards(store: ChangedStore, values: StoreValues, makers: readonly Maker[]): void {
  const { id, settlementCurrency, terms } = store;
  const feesOf = (of: StoreTerms) => ({
    in: { bps: of.inFeeBps, fixed: settlement(of.inFeeFixed) },
    out: { bps: of.outFeeBps, fixed: settlement(of.outFeeFixed) },
  });
  const before = { id, settlementCurrency, fees: feesOf(terms) };
  const after = { ...before, fees: feesOf(changedTerms(terms, values)) };
  for (const maker of makers) {
    const above = ruleAboveFee(maker, [after]);
    if (above === null || ruleAboveFee(maker, [before]) !== null) continue;
    const field = above.rule.direction === 'in' ? 'payinFeeBps' : 'payoutFeeBps';
    throw new AppError('fee_below_reward', { field, maker: maker.name, reward: above.rule.bps });
  }
}

function changedTerms(terms: StoreTerms, values: StoreValues): StoreTerms {
  const { inFeeBps, inFeeFixed, outFeeBps, outFeeFixed } = values;
  return {
    ...terms,
    inFeeBps: inFeeBps ?? terms.inFeeBps,
    inFeeFixed: inFeeFixed ?? terms.inFeeFixed,
    outFeeBps: outFeeBps ?? terms.outFeeBps,
    outFeeFixed: outFeeFixed ?? terms.outFeeFixed,
  };
}
