import type { AuditEntry } from '../domain/audit.ts';
import { currencyOf, type Maker } from '../domain/catalogue.ts';
import { feeRuleOf } from '../domain/fees.ts';
import { settlement } from '../domain/money.ts';
import { type NamedStore, requireStore } from '../domain/reward-settings.ts';
import { ruleAboveFee } from '../domain/rewards.ts';
import { readSumOrZero } from '../domain/setting-fields.ts';
import { AppError } from '../errors.ts';
import { readReference } from '../storage/reads/catalogue-read.ts';
import { findStoreFees, lockMaker, updateMaker } from '../storage/settings/makers.ts';
import { changed, settingAct } from './setting-act.ts';

interface MakerChange {
  readonly id: number;
  readonly name?: string | undefined;
  /** Null: all stores of its settlement currency. */
  readonly storeIds?: readonly number[] | null | undefined;
  readonly isStopped?: boolean | undefined;
  /** In units of its settlement currency. */
  readonly balanceMin?: string | undefined;
  readonly takingsMax?: number | undefined;
  readonly takingsCovered?: boolean | undefined;
}

/** What an operator says about a maker. What is absent stays as it is. */
export const changeMaker = settingAct({
  name: 'change-maker',
  load: async (tx, { id }: MakerChange) => ({
    reference: await readReference(tx.client),
    maker: await lockMaker(tx, id),
    stores: await findStoreFees(tx),
  }),
  decide({ id, name, storeIds, isStopped, balanceMin, takingsMax, takingsCovered }, { reference, maker, stores }) {
    if (maker === null) throw new AppError('not_found');
    const { subunit } = currencyOf(reference, maker.settlementCurrency);
    const after: Maker = {
      ...maker,
      name: name ?? maker.name,
      storeIds: storeIds === undefined ? maker.storeIds : servedStores(maker, stores, storeIds),
      isStopped: isStopped ?? maker.isStopped,
      balanceMin:
        balanceMin === undefined ? maker.balanceMin : settlement(readSumOrZero(balanceMin, subunit, 'balanceMin')),
      takingsMax: takingsMax ?? maker.takingsMax,
      takingsCovered: takingsCovered ?? maker.takingsCovered,
    };
    requireNoRewardAbove(maker, after, stores);
    const details: AuditEntry['details'] = {
      ...(name === undefined ? {} : { name }),
      ...(storeIds === undefined ? {} : { stores: storeIds === null ? 'all' : storeIds.join(', ') }),
      ...(isStopped === undefined ? {} : { isStopped }),
      ...(balanceMin === undefined ? {} : { balanceMin }),
      ...(takingsMax === undefined ? {} : { takingsMax }),
      ...(takingsCovered === undefined ? {} : { takingsCovered }),
    };
    return changed(undefined, after, { subjectKind: 'maker', subjectId: id, details });
  },
  store: updateMaker,
});

function servedStores(
  maker: Maker,
  stores: readonly NamedStore[],
  storeIds: readonly number[] | null,
): readonly number[] | null {
  if (storeIds === null) return null;
  storeIds.forEach((storeId, index) => {
    requireStore(maker, stores, storeId, `storeIds.${index}`);
  });
  return [...new Set(storeIds)].sort((one, other) => one - other);
}

/** A store that the maker did not serve may take less than the maker's rewards. */
function requireNoRewardAbove(before: Maker, after: Maker, stores: readonly NamedStore[]): void {
  const above = ruleAboveFee(after, stores);
  if (above === null || ruleAboveFee(before, [above.store]) !== null) return;
  const { rule, store } = above;
  const feeBps = feeRuleOf(store, rule.direction).bps;
  throw new AppError('reward_above_fee', { field: 'storeIds', reward: rule.bps, store: store.name, feeBps });
}
