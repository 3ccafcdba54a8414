import { dangerOfNewStore } from '../../domain/authority/second-person.ts';
import { findOpenCurrency } from '../../domain/catalogue/reference-entries.ts';
import { readStoreSettings, type StoreSettings, storeTerms } from '../../domain/merchants/store-settings.ts';
import { currencyOf } from '../../domain/money/money.ts';
import { usualSettings } from '../../domain/money/setting-fields.ts';
import type { Network } from '../../domain/withdrawals/withdrawal-address.ts';
import { AppError } from '../../errors/app-error.ts';
import { readReference } from '../../storage/reads/catalogue-read.ts';
import { insertAccounts, insertServiceAccounts, type NewAccount } from '../../storage/settings/ledger/accounts.ts';
import { lockMerchant } from '../../storage/settings/merchants/merchants.ts';
import { storeAccounts, stores } from '../../storage/settings/merchants/stores.ts';
import { takeId, takeIds } from '../../storage/settings/settings-transaction.ts';
import { changed, settingAct } from '../setting-act.ts';
import { storeValues, valueDetails } from './store-values.ts';

interface NewStore {
  readonly merchantId: number;
  readonly name: string;
  readonly currency: string;
  readonly settlementCurrency: string;
  readonly network: Network;
  /** The ID of its account, as merchants see it. */
  readonly accountId: string;
  readonly settings: StoreSettings;
}

/** With what it needs in the ledger: its own three accounts, and the service's for a currency that is new to it. */
export const createStore = settingAct({
  name: 'create-store',
  load: async (tx, { merchantId }: NewStore) => ({
    reference: await readReference(tx.client),
    merchant: await lockMerchant(tx, merchantId),
    id: await takeId(tx, 'stores'),
    accountIds: await takeIds(tx, 'accounts', 3),
  }),
  danger: ({ settings, settlementCurrency }, { reference }) =>
    dangerOfNewStore(
      readStoreSettings(reference, settlementCurrency, settings),
      currencyOf(reference, settlementCurrency),
    ),
  decide({ settings, network, accountId, ...store }, { id, reference, merchant, accountIds }) {
    const { merchantId, name, currency, settlementCurrency } = store;
    for (const field of ['currency', 'settlementCurrency'] as const) {
      if (findOpenCurrency(reference, store[field]) === null) throw new AppError('currency_not_allowed', { field });
    }
    const values = readStoreSettings(reference, settlementCurrency, settings);
    if (merchant === null) throw new AppError('not_found', { field: 'merchantId' });
    const [availableId = 0, frozenId = 0, excessId = 0] = accountIds;
    const owned = { ownerId: id, currency: settlementCurrency };
    const accounts: NewAccount[] = [
      { id: availableId, kind: 'store_available', ...owned },
      { id: frozenId, kind: 'store_frozen', ...owned },
      { id: excessId, kind: 'store_excess', ...owned },
    ];
    const own = { availableId, frozenId, excessId };
    const account = { id: accountId, storeId: id, currency: settlementCurrency, network, ...own };
    const { twoApprovalsAbove } = usualSettings(storeTerms, currencyOf(reference, settlementCurrency).subunit);
    const made = { id, merchantId, name, currency, settlementCurrency };
    const change = {
      store: made,
      accounts,
      account,
      values: { ...values, figures: { twoApprovalsAbove, ...values.figures } },
    };
    const details = { name, merchantId, ...valueDetails(values) };
    return changed(id, change, { subjectKind: 'store', subjectId: id, details });
  },
  async store(tx, { store, accounts, account, values }) {
    // What it charges and allows is said below.
    await stores.insert(tx, { ...store, payinFeeBps: 0, payoutFeeBps: 0 });
    await insertServiceAccounts(tx, store.settlementCurrency);
    await insertAccounts(tx, accounts);
    await storeAccounts.insert(tx, account);
    await storeValues(tx, store.id, values);
  },
});
