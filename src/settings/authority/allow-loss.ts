import type { Danger } from '../../domain/authority/second-person.ts';
import { insertAccounts } from '../../storage/settings/ledger/accounts.ts';
import { findUndebted, isUndecided } from '../../storage/settings/ledger/debts.ts';
import { takeIds } from '../../storage/settings/settings-transaction.ts';
import { changed, settingAct, unchanged } from '../setting-act.ts';

/** A decision that takes more than its maker or store has; the command makes it once the service bears the rest. */
export interface LossWish {
  readonly invoiceId: string;
  /** What it is about, as people write it. */
  readonly sum: string;
  readonly currency: string;
  readonly decision: 'decide-dispute' | 'payout-not-paid';
  /** Of the command, with all that it needs. */
  readonly request: object;
}

/** It pays a merchant, or a maker, out of the service's pocket: two people have to be sure that the money is gone. */
export const allowLoss = settingAct({
  name: 'allow-loss',
  async load(tx, { invoiceId }: LossWish) {
    const undebted = await findUndebted(tx, invoiceId);
    return {
      undebted,
      ids: await takeIds(tx, 'accounts', undebted.length),
      isOpen: await isUndecided(tx, invoiceId),
    };
  },
  danger: (): Danger => 'loss',
  decide(wish, { undebted, ids, isOpen }) {
    // Somebody has decided since: the command says how.
    if (!isOpen) return unchanged(wish);
    const { invoiceId, sum, currency } = wish;
    const accounts = undebted.map(({ availableId, kind, ...owned }, index) => {
      const isMaker = kind === 'maker_available';
      return {
        ...owned,
        id: ids[index] ?? 0,
        kind: isMaker ? 'maker_debt' : 'store_debt',
        debtOf: availableId,
      } as const;
    });
    return changed(wish, accounts, { subjectKind: 'invoice', subjectId: invoiceId, details: { sum, currency } });
  },
  store: insertAccounts,
});
