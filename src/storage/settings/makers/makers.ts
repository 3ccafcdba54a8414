import { automationFields } from '../../../domain/makers/automation-settings.ts';
import { disputeBlocks, type Maker, makerFields } from '../../../domain/makers/maker.ts';
import { directions } from '../../../domain/money/payment.ts';
import { bool, fiat, int4, int4List, oneOf, text } from '../../rows/codec.ts';
import { group } from '../../rows/shape.ts';
import { defineRecord, type RowOfRecord } from '../record.ts';
import { settingColumns } from '../setting-columns.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

export const makers = defineRecord({
  table: 'makers',
  columns: {
    id: int4,
    name: text,
    settlementCurrency: text,
    availableId: int4,
    heldId: int4,
    storeIds: int4List.orNull,
    isOn: bool.usual,
    isStopped: bool.from('stopped').usual,
    ...settingColumns(makerFields),
    disputeBlock: oneOf(disputeBlocks).orNull,
    automation: group(settingColumns(automationFields)),
  },
});

export const makerRewards = defineRecord({
  table: 'maker_rewards',
  columns: {
    makerId: int4,
    direction: oneOf(directions),
    option: text.orNull,
    storeId: int4.orNull,
    currency: text.orNull,
    from: fiat.orNull.from('amount_from'),
    to: fiat.orNull.from('amount_to'),
    bps: int4,
  },
});

type Reward = RowOfRecord<typeof makerRewards>;

export function withRewards(maker: RowOfRecord<typeof makers>, rewards: readonly Reward[]): Maker {
  const own = rewards.filter(({ makerId }) => makerId === maker.id);
  return { ...maker, rewards: own.map(({ makerId: _, ...rule }) => rule) };
}

export async function lockMaker(tx: SettingsTransaction, id: number): Promise<Maker | null> {
  const maker = await makers.lock(tx, { id });
  return maker && withRewards(maker, await makerRewards.find(tx.client, { makerId: id }, 'order by id'));
}

/** Not locked: acts on settings are done one at a time. */
export async function findMakersWithRewards(
  { client }: SettingsTransaction,
  settlementCurrency: string,
): Promise<Maker[]> {
  const rewards = await makerRewards.find(client, {}, 'order by id');
  const all = await makers.find(client, { settlementCurrency }, 'order by id');
  return all.map((maker) => withRewards(maker, rewards)).filter((maker) => maker.rewards.length > 0);
}
