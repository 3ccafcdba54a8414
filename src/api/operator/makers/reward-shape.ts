import { Type } from 'typebox';
import type { Maker } from '../../../domain/makers/maker.ts';
import { rewardSums } from '../../../domain/makers/reward-settings.ts';
import { DirectionType, type ShapeOf } from '../../schemas.ts';
import type { OperatorContext } from '../endpoint.ts';
import { amount, figure, integer, nullable, optional, rowId, text } from '../fields.ts';

const notes = {
  option: 'For this way to pay; null: for any',
  storeId: 'For this store; null: for any',
  currency: 'For payments in this currency; null: in any',
  from: 'The smallest sum it is for; null: no bound',
  to: 'The first sum it is not for any more; null: no bound',
  bps: 'Basis points of the sum in the settlement currency: 100 are one per cent',
} as const;

/** What a request may set. */
export const NewReward = Type.Object({
  direction: DirectionType,
  option: optional(text(50, 'Way to pay'), notes.option),
  storeId: optional(rowId('Store ID'), notes.storeId),
  currency: optional(text(10, 'Currency code'), notes.currency),
  from: optional(amount('A decimal sum as a string'), notes.from),
  to: optional(amount('A decimal sum as a string'), notes.to),
  bps: integer(0, 10_000, notes.bps),
});

export const RewardShape = Type.Object({
  direction: DirectionType,
  option: nullable(Type.String(), notes.option),
  storeId: nullable(Type.Integer(), notes.storeId),
  currency: nullable(Type.String(), notes.currency),
  from: nullable(Type.String(), notes.from),
  to: nullable(Type.String(), notes.to),
  bps: figure(notes.bps),
});
type RewardShape = ShapeOf<typeof RewardShape>;

export const exampleRewards: RewardShape[] = [
  { direction: 'in', option: null, storeId: null, currency: null, from: null, to: null, bps: 100 },
  { direction: 'in', option: 'TO_CARD', storeId: 1, currency: 'RUB', from: null, to: '5000.00', bps: 120 },
  { direction: 'out', option: null, storeId: null, currency: null, from: null, to: null, bps: 50 },
];

export function rewardsDTO(context: OperatorContext, { rewards }: Maker): RewardShape[] {
  const catalogue = context.catalogue();
  return rewards.map((rule) => {
    const { direction, option, storeId, currency, bps } = rule;
    return { direction, option, storeId, currency, ...rewardSums(catalogue, rule), bps };
  });
}
