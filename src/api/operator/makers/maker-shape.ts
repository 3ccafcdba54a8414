import { Type } from 'typebox';
import { disputeBlocks, type Maker, makerFields } from '../../../domain/makers/maker.ts';
import { currencyOf, moneyDTO } from '../../../domain/money/money.ts';
import { writeSettings } from '../../../domain/money/setting-fields.ts';
import { AppError } from '../../../errors/app-error.ts';
import { findMakerActivity, type MakerActivity } from '../../../storage/reads/invoices/load-reads.ts';
import { findBalances } from '../../../storage/reads/ledger/account-reads.ts';
import { tethers } from '../../examples.ts';
import { idInPath } from '../../parameters.ts';
import { money, oneOf, type ShapeOf } from '../../schemas.ts';
import type { OperatorCall, OperatorContext } from '../endpoint.ts';
import { figure, flag, nullable, words } from '../fields.ts';
import { settingAnswers, usualAnswer } from '../setting-shapes.ts';
import { exampleRewards, RewardShape, rewardsDTO } from './reward-shape.ts';

export const MakerShape = Type.Object({
  id: figure('ID'),
  name: words('For people'),
  settlementCurrency: words('What merchants and makers are paid in'),
  available: money('What can be spent'),
  held: money('What is held for deals'),
  isOn: flag("The maker's own switch; false: no new deals"),
  isStopped: flag('True: no new deals, by an operator; the maker cannot lift it'),
  disputeBlock: nullable(
    oneOf(disputeBlocks),
    'Why open disputes keep it from new deals: one is `unanswered` past its time, or there are `too_many`; null: they do not',
  ),
  ...settingAnswers(makerFields),
  storeIds: nullable(Type.Array(Type.Integer()), 'The stores it serves; null: all of its settlement currency'),
  rewards: Type.Array(RewardShape, {
    description: 'What it earns of the fee; the most specific one that holds for a deal counts',
  }),
  lastDay: Type.Object(
    {
      started: figure('Deals given to it'),
      completed: figure('Whose money arrived'),
      expired: figure('That nobody paid in time'),
      disputed: figure('In dispute'),
      active: figure('That still run'),
    },
    { description: 'What became of its newest deals of the last 24 hours, a thousand at most' },
  ),
  lastDayEarned: money('Rewards of those of them whose money arrived'),
});
type MakerShape = ShapeOf<typeof MakerShape>;

export const exampleMaker: MakerShape = {
  id: 1,
  name: 'Desk 2',
  settlementCurrency: 'USDT',
  available: tethers('4989.52879582'),
  held: tethers('10.47120418'),
  isOn: true,
  isStopped: false,
  disputeBlock: null,
  ...usualAnswer(makerFields, 8),
  balanceMin: '100.00000000',
  storeIds: null,
  rewards: exampleRewards,
  lastDay: { started: 41, completed: 36, expired: 4, disputed: 0, active: 1 },
  lastDayEarned: tethers('3.21000000'),
};

export const makerInPath = idInPath('Maker ID');

export function makerOf({ context }: OperatorCall, id: number): Maker {
  const maker = context.catalogue().makers.get(id);
  if (maker === undefined) throw new AppError('not_found');
  return maker;
}

const dayMs = 86_400_000;
const idle: MakerActivity = { started: 0, completed: 0, expired: 0, disputed: 0, active: 0, earned: 0n };

/** With what is in the books and what happened lately: read for all of them at once. */
export async function makersDTO(
  context: OperatorContext,
  makers: readonly Maker[],
): Promise<(maker: Maker) => MakerShape> {
  const accountIds = makers.flatMap(({ availableId, heldId }) => [availableId, heldId]);
  const balances = await findBalances(context.pool, accountIds);
  const makerIds = makers.map(({ id }) => id);
  const activities = await findMakerActivity(context.pool, makerIds, context.clock() - dayMs);
  return (maker) => {
    const { id, name, settlementCurrency, availableId, heldId, isOn, isStopped, disputeBlock, storeIds } = maker;
    const currency = currencyOf(context.catalogue(), settlementCurrency);
    const balance = (accountId: number) => moneyDTO(balances.get(accountId) ?? 0n, currency);
    const { earned, ...lastDay } = activities.get(id) ?? idle;
    return {
      id,
      name,
      settlementCurrency,
      available: balance(availableId),
      held: balance(heldId),
      isOn,
      isStopped,
      disputeBlock,
      ...writeSettings(makerFields, maker, currency.subunit),
      storeIds: storeIds === null ? null : [...storeIds],
      rewards: rewardsDTO(context, maker),
      lastDay,
      lastDayEarned: moneyDTO(earned, currency),
    };
  };
}

export async function makerDTO(context: OperatorContext, maker: Maker): Promise<MakerShape> {
  return (await makersDTO(context, [maker]))(maker);
}
