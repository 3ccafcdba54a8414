import { Type } from 'typebox';
import { setRewards as setRewardsAct } from '../../../settings/set-rewards.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason } from '../fields.ts';
import { exampleMaker, MakerShape, makerDTO, makerInPath, makerOf } from './maker-shape.ts';
import { exampleRewards, NewReward } from './reward-shape.ts';

/** One more than the rules allow, so that they say how many are too many. */
const listMax = 1_000;

const NewRewards = Type.Object({
  rewards: Type.Array(NewReward, {
    maxItems: listMax,
    description: 'All of them: one that is missing is none any more',
  }),
  reason: Reason,
});

export const setRewards = endpoint({
  method: 'POST',
  path: '/makers/:id/rewards',
  operationId: 'setRewards',
  summary: 'Set what a maker earns',
  description:
    'A reward is a part of the fee, so it is refused where it is above the fee of a store that the maker serves. Rules with the ' +
    'same direction, way to pay, store and currency must not overlap; of those that hold for a deal, one for the store ' +
    'counts before one for the way to pay, and that before one for the currency. Deals that run keep the reward they ' +
    'began with. In production it needs a second person.',
  tag: 'Makers and requisites',
  roles: ['operator'],
  scope: 'settings',
  params: { id: makerInPath },
  body: json(NewRewards),
  response: MakerShape,
  refusals: [
    'currency_not_allowed',
    'invalid_amount',
    'payment_option_not_allowed',
    'reward_above_fee',
    'reward_overlap',
    'reward_range',
    'reward_range_currency',
    'second_person_needed',
    'store_of_other_currency',
    'too_many_rewards',
  ],
  example: { body: { rewards: exampleRewards, reason: 'Agreed for November' }, answer: exampleMaker },
  async handle(call) {
    const { rewards, reason } = call.body;
    const { id } = call.params;
    await call.context.settings.run(setRewardsAct, { id, rewards }, byOf(call, reason));
    return await makerDTO(call.context, makerOf(call, id));
  },
});
