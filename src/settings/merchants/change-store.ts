import { dangerOfStore } from '../../domain/authority/second-person.ts';
import type { Maker } from '../../domain/makers/maker.ts';
import { ruleAboveFee } from '../../domain/makers/rewards.ts';
import { readStoreSettings, type StoreSettings, type StoreValues } from '../../domain/merchants/store-settings.ts';
import type { StoreFees } from '../../domain/money/fees.ts';
import { AppError } from '../../errors/app-error.ts';
import { readReference } from '../../storage/reads/catalogue-read.ts';
import { findMakersWithRewards } from '../../storage/settings/makers/makers.ts';
import { lockStore } from '../../storage/settings/merchants/stores.ts';
import { changed, settingAct } from '../setting-act.ts';
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
    return dangerOfStore(store, values);
  },
  decide({ id, settings }, { reference, store, makers }) {
    if (store === null) throw new AppError('not_found');
    const values = readStoreSettings(reference, store.settlementCurrency, settings);
    requireFeesAboveRewards(store, values, makers);
    return changed(undefined, { id, values }, { subjectKind: 'store', subjectId: id, details: valueDetails(values) });
  },
  store: (tx, { id, values }) => storeValues(tx, id, values),
});

interface ChangedStore extends StoreFees {
  readonly id: number;
  readonly settlementCurrency: string;
}

/** A fee that is lowered below what a maker has of it would leave the maker without deals of this store. */
function requireFeesAboveRewards(store: ChangedStore, { figures }: StoreValues, makers: readonly Maker[]): void {
  const after = { ...store, ...figures };
  for (const maker of makers) {
    const above = ruleAboveFee(maker, [after]);
    if (above === null || ruleAboveFee(maker, [store]) !== null) continue;
    const field = above.rule.direction === 'in' ? 'payinFeeBps' : 'payoutFeeBps';
    throw new AppError('fee_below_reward', { field, maker: maker.name, reward: above.rule.bps });
  }
}
