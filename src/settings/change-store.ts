import { dangerOfTerms } from '../domain/second-person.ts';
import { readStoreSettings, type StoreSettings } from '../domain/store-settings.ts';
import { AppError } from '../errors.ts';
import { readReference } from '../storage/reads/catalogue-read.ts';
import { lockStore } from '../storage/settings/stores.ts';
import { changed, settingAct } from './setting-act.ts';
import { storeValues, valueDetails } from './store-values.ts';

interface StoreChange {
  readonly id: number;
  readonly settings: StoreSettings;
}

export const changeStore = settingAct({
  name: 'change-store',
  load: async (tx, { id }: StoreChange) => ({
    reference: await readReference(tx.client),
    store: await lockStore(tx, id),
  }),
  danger({ settings }, { reference, store }) {
    if (store === null) return null;
    return dangerOfTerms(store.terms, readStoreSettings(reference, store.settlementCurrency, settings));
  },
  decide({ id, settings }, { reference, store }) {
    if (store === null) throw new AppError('not_found');
    const values = readStoreSettings(reference, store.settlementCurrency, settings);
    return changed(undefined, { id, values }, { subjectKind: 'store', subjectId: id, details: valueDetails(values) });
  },
  store: (tx, { id, values }) => storeValues(tx, id, values),
});
