import { findOpenCurrency } from '../../domain/catalogue/reference-entries.ts';
import { AppError } from '../../errors/app-error.ts';
import { readReference } from '../../storage/reads/catalogue-read.ts';
import { insertAccounts, insertServiceAccounts, type NewAccount } from '../../storage/settings/ledger/accounts.ts';
import { makers } from '../../storage/settings/makers/makers.ts';
import { takeId, takeIds } from '../../storage/settings/settings-transaction.ts';
import { changed, settingAct } from '../setting-act.ts';

interface NewMaker {
  readonly name: string;
  readonly settlementCurrency: string;
}

/** With its accounts, which are empty: it has to be topped up before its requisites can be given to payers. */
export const createMaker = settingAct({
  name: 'create-maker',
  load: async (tx, _input: NewMaker) => ({
    reference: await readReference(tx.client),
    id: await takeId(tx, 'makers'),
    accountIds: await takeIds(tx, 'accounts', 2),
  }),
  decide({ name, settlementCurrency }, { reference, id, accountIds }) {
    if (findOpenCurrency(reference, settlementCurrency) === null) {
      throw new AppError('currency_not_allowed', { field: 'settlementCurrency' });
    }
    const [availableId = 0, heldId = 0] = accountIds;
    const owned = { ownerId: id, currency: settlementCurrency };
    const accounts: NewAccount[] = [
      { id: availableId, kind: 'maker_available', ...owned },
      { id: heldId, kind: 'maker_held', ...owned },
    ];
    const maker = { id, name, settlementCurrency, availableId, heldId };
    const facts = { subjectKind: 'maker', subjectId: id, details: { name, currency: settlementCurrency } };
    return changed(id, { maker, accounts }, facts);
  },
  async store(tx, { maker, accounts }) {
    await insertServiceAccounts(tx, maker.settlementCurrency);
    // The owner names its accounts, so they come first.
    await insertAccounts(tx, accounts);
    await makers.insert(tx, maker);
  },
});
