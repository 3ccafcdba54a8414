import { type Maker, makerFields } from '../../domain/makers/maker.ts';
import { type NamedStore, requireStore } from '../../domain/makers/reward-settings.ts';
import { ruleAboveFee } from '../../domain/makers/rewards.ts';
import { feeRuleOf } from '../../domain/money/fees.ts';
import { currencyOf } from '../../domain/money/money.ts';
import { type Changes, readSettings, settingDetails, type TextsOf } from '../../domain/money/setting-fields.ts';
import { AppError } from '../../errors/app-error.ts';
import { readReference } from '../../storage/reads/catalogue-read.ts';
import { lockMaker, makers } from '../../storage/settings/makers/makers.ts';
import { findStoreFees } from '../../storage/settings/merchants/stores.ts';
import { changed, settingAct } from '../setting-act.ts';

interface MakerChange extends Changes<TextsOf<typeof makerFields>> {
  readonly id: number;
  readonly name?: string | undefined;
  /** Null: all stores of its settlement currency. */
  readonly storeIds?: readonly number[] | null | undefined;
  readonly isStopped?: boolean | undefined;
}

/** What an operator says about a maker. What is absent stays as it is. */
export const changeMaker = settingAct({
  name: 'change-maker',
  load: async (tx, { id }: MakerChange) => ({
    reference: await readReference(tx.client),
    maker: await lockMaker(tx, id),
    stores: await findStoreFees(tx),
  }),
  decide({ id, name, storeIds, isStopped, ...given }, { reference, maker, stores }) {
    if (maker === null) throw new AppError('not_found');
    const { subunit } = currencyOf(reference, maker.settlementCurrency);
    const served = storeIds === undefined ? undefined : servedStores(maker, stores, storeIds);
    const change = { name, isStopped, storeIds: served, ...readSettings(makerFields, given, subunit) };
    requireNoRewardAbove(maker, { ...maker, storeIds: served === undefined ? maker.storeIds : served }, stores);
    const details = settingDetails({
      name,
      stores: storeIds === null ? 'all' : storeIds?.join(', '),
      isStopped,
      ...given,
    });
    return changed(undefined, { id, change }, { subjectKind: 'maker', subjectId: id, details });
  },
  store: (tx, { id, change }) => makers.patch(tx, { id }, change),
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
