import { type RewardSetting, readRewards, requireWithinFees, rewardText } from '../../domain/makers/reward-settings.ts';
import { AppError } from '../../errors/app-error.ts';
import { readReference } from '../../storage/reads/catalogue-read.ts';
import { lockMaker, makerRewards } from '../../storage/settings/makers/makers.ts';
import { findStoreFees } from '../../storage/settings/merchants/stores.ts';
import { changed, settingAct } from '../setting-act.ts';

interface NewRewards {
  readonly id: number;
  /** All of them: a reward that is not in the list is none any more. */
  readonly rewards: readonly RewardSetting[];
}

/** What a maker earns. It lets money go to makers, as lower fees would, so it needs a second person. */
export const setRewards = settingAct({
  name: 'set-rewards',
  load: async (tx, { id }: NewRewards) => ({
    reference: await readReference(tx.client),
    maker: await lockMaker(tx, id),
    stores: await findStoreFees(tx),
  }),
  danger: () => 'maker-terms',
  decide({ id, rewards }, { reference, maker, stores }) {
    if (maker === null) throw new AppError('not_found');
    const rules = readRewards(reference, rewards);
    requireWithinFees({ ...maker, rewards: rules }, stores);
    const details = { rewards: rules.map((rule) => rewardText(reference, rule)).join('; ') };
    return changed(undefined, { id, rules }, { subjectKind: 'maker', subjectId: id, details });
  },
  async store(tx, { id, rules }) {
    await makerRewards.delete(tx, { makerId: id });
    await makerRewards.insertAll(
      tx,
      rules.map((rule) => ({ makerId: id, ...rule })),
    );
  },
});
