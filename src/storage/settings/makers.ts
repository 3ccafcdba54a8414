import type { Maker } from '../../domain/catalogue.ts';
import { fiat, settlement } from '../../domain/money.ts';
import type { Automation } from '../../domain/phones/automation.ts';
import type { NamedStore } from '../../domain/reward-settings.ts';
import type { RewardRule } from '../../domain/rewards.ts';
import { storeTerms } from '../../domain/store-settings.ts';
import type { Cells } from '../connection.ts';
import { selectSettings } from './setting-columns.ts';
import type { SettingsTransaction } from './settings-transaction.ts';

/** The makers of the catalogue and of settings alike: one select list, one decoder. */
export const selectMakers = `select id, name, settlement_currency, available_id, held_id, store_ids, is_on, stopped,
  balance_min, takings_max, takings_covered, dispute_block, auto_on, auto_deal_max, auto_day_max, auto_break_max from makers`;
export const selectRewards = `select maker_id, direction, option, store_id, currency, amount_from, amount_to, bps
  from maker_rewards`;

export function decodeMaker(cells: Cells, rewards: readonly Cells[]): Maker {
  const [id, name, settlementCurrency, availableId, heldId, storeIds, isOn, isStopped, balanceMin, ...more] = cells;
  const [takingsMax, takingsCovered, disputeBlock, ...automation] = more;
  return {
    id,
    name,
    settlementCurrency,
    availableId,
    heldId,
    storeIds,
    isOn,
    isStopped,
    balanceMin: settlement(balanceMin),
    takingsMax,
    takingsCovered,
    rewards: rewards.filter(([makerId]) => makerId === id).map(decodeReward),
    automation: decodeAutomation(automation),
    disputeBlock,
  };
}

function decodeAutomation([isOn, dealMax, dayMax, breakMax]: Cells): Automation {
  const limit = (cell: bigint | null) => (cell === null ? null : settlement(cell));
  return { isOn, dealMax: limit(dealMax), dayMax: limit(dayMax), breakMax: settlement(breakMax) };
}

function decodeReward([, direction, option, storeId, currency, from, to, bps]: Cells): RewardRule {
  const sum = (cell: bigint | null) => (cell === null ? null : fiat(cell));
  return { direction, option, storeId, currency, from: sum(from), to: sum(to), bps };
}

export async function lockMaker(tx: SettingsTransaction, id: number): Promise<Maker | null> {
  const maker = await tx.client.query({
    text: `${selectMakers} where id = $1 for no key update`,
    values: [id],
    rowMode: 'array',
  });
  const [cells] = maker.rows as Cells[];
  return cells === undefined ? null : decodeMaker(cells, await rewardsOf(tx, 'where maker_id = $1', [id]));
}

/** Not locked: acts on settings are done one at a time. */
export async function findMakersWithRewards(tx: SettingsTransaction, settlementCurrency: string): Promise<Maker[]> {
  const { rows } = await tx.client.query({
    text: `${selectMakers} where settlement_currency = $1
      and exists (select 1 from maker_rewards where maker_id = makers.id) order by id`,
    values: [settlementCurrency],
    rowMode: 'array',
  });
  const rewards = await rewardsOf(tx, '', []);
  return (rows as Cells[]).map((cells) => decodeMaker(cells, rewards));
}

async function rewardsOf({ client }: SettingsTransaction, where: string, values: unknown[]): Promise<Cells[]> {
  return (await client.query({ text: `${selectRewards} ${where} order by id`, values, rowMode: 'array' })).rows;
}

/** What every store takes of a payment. */
export async function findStoreFees({ client }: SettingsTransaction): Promise<NamedStore[]> {
  const { rows } = await client.query(
    `select id, name, settlement_currency as "settlementCurrency", ${selectSettings(storeTerms)} from stores order by id`,
  );
  return rows;
}

type NewMaker = Pick<Maker, 'id' | 'name' | 'settlementCurrency' | 'availableId' | 'heldId'>;

export async function insertMaker({ client }: SettingsTransaction, maker: NewMaker): Promise<void> {
  await client.query(
    'insert into makers (id, name, settlement_currency, available_id, held_id) values ($1, $2, $3, $4, $5)',
    [maker.id, maker.name, maker.settlementCurrency, maker.availableId, maker.heldId],
  );
}

export async function updateMaker(
  { client }: SettingsTransaction,
  { id, name, storeIds, isOn, isStopped, balanceMin, takingsMax, takingsCovered }: Maker,
): Promise<void> {
  await client.query(
    `update makers set name = $2, store_ids = $3, is_on = $4, stopped = $5, balance_min = $6, takings_max = $7,
       takings_covered = $8 where id = $1`,
    [id, name, storeIds, isOn, isStopped, balanceMin, takingsMax, takingsCovered],
  );
}

export async function updateAutomation(
  { client }: SettingsTransaction,
  { id, automation: { isOn, dealMax, dayMax, breakMax } }: Pick<Maker, 'id' | 'automation'>,
): Promise<void> {
  await client.query(
    'update makers set auto_on = $2, auto_deal_max = $3, auto_day_max = $4, auto_break_max = $5 where id = $1',
    [id, isOn, dealMax, dayMax, breakMax],
  );
}

export async function deleteRewards({ client }: SettingsTransaction, makerId: number): Promise<void> {
  await client.query('delete from maker_rewards where maker_id = $1', [makerId]);
}

export async function insertRewards(
  { client }: SettingsTransaction,
  makerId: number,
  rules: readonly RewardRule[],
): Promise<void> {
  const column = (read: (rule: RewardRule) => unknown) => rules.map(read);
  await client.query(
    `insert into maker_rewards (maker_id, direction, option, store_id, currency, amount_from, amount_to, bps)
     select $1, * from unnest($2::text[], $3::text[], $4::int4[], $5::text[], $6::int8[], $7::int8[], $8::int4[])`,
    [
      makerId,
      column(({ direction }) => direction),
      column(({ option }) => option),
      column(({ storeId }) => storeId),
      column(({ currency }) => currency),
      column(({ from }) => from),
      column(({ to }) => to),
      column(({ bps }) => bps),
    ],
  );
}
