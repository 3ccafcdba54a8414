import { Type } from 'typebox';
import { makerFields } from '../../../domain/makers/maker.ts';
import { AppError } from '../../../errors/app-error.ts';
import { changeMaker as changeMakerAct } from '../../../settings/makers/change-maker.ts';
import { createMaker as createMakerAct } from '../../../settings/makers/create-maker.ts';
import { setRewards as setRewardsAct } from '../../../settings/makers/set-rewards.ts';
import { switchMaker as switchMakerAct } from '../../../settings/makers/switch-maker.ts';
import { type Input, json } from '../../endpoint.ts';
import { tethers } from '../../examples.ts';
import { endpoint, type OperatorCall, readsOf } from '../endpoint.ts';
import { flag, optional, optionalText, rowId, text } from '../fields.ts';
import { exampleMovement, MovedFunds, Movement, moveAct, movementRefusals } from '../funds.ts';
import { numberedDTO, numberedPage, numberedQuery, pageFrom } from '../paging.ts';
import { settingsOf } from '../setting-endpoint.ts';
import { settingWishes } from '../setting-shapes.ts';
import { exampleMaker, MakerShape, makerDTO, makerInPath, makerOf, makersDTO } from './maker-shape.ts';
import { exampleRewards, NewReward } from './reward-shape.ts';

const makers = settingsOf({ tag: 'Makers and requisites', scope: 'settings' });
const read = readsOf({ tag: 'Makers and requisites', roles: ['operator', 'maker'] });

export const createMaker = makers(createMakerAct, {
  method: 'POST',
  path: '/makers',
  operationId: 'createMaker',
  summary: 'Create a maker',
  description: 'With its accounts, which are empty: top them up before its requisites can be given to payers.',
  body: {
    name: text(200, 'For people'),
    settlementCurrency: text(10, 'What merchants and makers are paid in'),
  },
  response: MakerShape,
  refusals: ['currency_not_allowed'],
  example: {
    body: { name: 'Desk 2', settlementCurrency: 'USDT', reason: 'New desk' },
    answer: {
      ...exampleMaker,
      available: tethers('0.00000000'),
      held: tethers('0.00000000'),
      balanceMin: '0.00000000',
      rewards: [],
      lastDay: { started: 0, completed: 0, expired: 0, disputed: 0, active: 0 },
      lastDayEarned: tethers('0.00000000'),
    },
  },
  input: ({ body }) => body,
  answer: (id, call) => makerDTO(call.context, makerOf(call, id)),
});

export const listMakers = read({
  path: '/makers',
  operationId: 'listMakers',
  summary: 'List makers with their balances',
  description: 'A maker sees only itself.',
  query: numberedQuery,
  response: numberedPage(MakerShape),
  example: { answer: { items: [exampleMaker], next: null } },
  async handle({ context, query, actor }) {
    const all = [...context.catalogue().makers.values()];
    const seen = pageFrom(actor.role === 'operator' ? all : all.filter(({ id }) => id === actor.makerId), query);
    return numberedDTO(seen, query, await makersDTO(context, seen));
  },
});

export const getMaker = read({
  path: '/makers/:id',
  operationId: 'getMaker',
  summary: 'Get a maker with its balance',
  params: { id: makerInPath },
  response: MakerShape,
  example: { answer: exampleMaker },
  async handle(call) {
    const maker = makerOf(call, call.params.id);
    if (call.actor.role !== 'operator' && call.actor.makerId !== maker.id) throw new AppError('not_found');
    return await makerDTO(call.context, maker);
  },
});

const storesMax = 1_000;

export const changeMaker = makers(changeMakerAct, {
  method: 'PATCH',
  path: '/makers/:id',
  operationId: 'changeMaker',
  summary: 'Change the settings of a maker',
  description: 'What is absent stays as it is. Deals that run go on, whatever is changed.',
  params: { id: makerInPath },
  body: {
    name: optionalText(200, 'For people'),
    storeIds: optional(
      Type.Array(rowId('Store ID'), { maxItems: storesMax }),
      'The stores it serves; null: all of its settlement currency',
    ),
    isStopped: Type.Optional(flag('True: no new deals; the maker cannot lift it')),
    ...settingWishes(makerFields),
  },
  response: MakerShape,
  refusals: ['invalid_amount', 'reward_above_fee', 'store_of_other_currency'],
  example: {
    body: { storeIds: [1], isStopped: true, balanceMin: '500', reason: 'Being looked into' },
    answer: { ...exampleMaker, storeIds: [1], isStopped: true, balanceMin: '500.00000000' },
  },
  input: ({ params, body }) => ({ id: params.id, ...body }),
  answer: shownMaker,
});

export const switchMaker = makers(switchMakerAct, {
  method: 'POST',
  path: '/makers/:id/switch',
  operationId: 'switchMaker',
  summary: 'Switch a maker on or off',
  description:
    "The maker's own switch: off, it gets no new deals and takes no payouts; deals that run go on. What an operator has stopped stays so.",
  params: { id: makerInPath },
  body: { isOn: flag('True: gets new deals') },
  response: MakerShape,
  refusals: [],
  example: { body: { isOn: false }, answer: { ...exampleMaker, isOn: false } },
  reason: ({ body }) => (body.isOn ? 'on again' : 'away'),
  input: ({ params, body }) => ({ id: params.id, isOn: body.isOn }),
  answer: shownMaker,
});

/** One more than the rules allow, so that they say how many are too many. */
const listMax = 1_000;

export const setRewards = makers(setRewardsAct, {
  method: 'POST',
  path: '/makers/:id/rewards',
  operationId: 'setRewards',
  summary: 'Set what a maker earns',
  description:
    'A reward is a part of the fee, so it is refused where it is above the fee of a store that the maker serves. Rules with the ' +
    'same direction, way to pay, store and currency must not overlap; of those that hold for a deal, one for the store ' +
    'counts before one for the way to pay, and that before one for the currency. Deals that run keep the reward they ' +
    'began with. In production it needs a second person.',
  params: { id: makerInPath },
  body: {
    rewards: Type.Array(NewReward, {
      maxItems: listMax,
      description: 'All of them: one that is missing is none any more',
    }),
  },
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
  input: ({ params, body }) => ({ id: params.id, rewards: body.rewards }),
  answer: shownMaker,
});

export const topUpMaker = endpoint({
  method: 'POST',
  path: '/makers/:id/top-ups',
  operationId: 'topUpMaker',
  summary: "Top up a maker's balance",
  description:
    'In production what one operator tops up alone within a day, for all owners of the currency together, waits for a second ' +
    'operator once it is above a limit.',
  tag: 'Makers and requisites',
  roles: ['operator'],
  scope: 'money',
  params: { id: makerInPath },
  body: json(Movement),
  response: MovedFunds,
  refusals: [...movementRefusals, 'second_person_needed'],
  takesKey: true,
  example: { body: exampleMovement('5000', 'Deposit of November'), answer: { available: tethers('5000.00000000') } },
  async handle(call) {
    const { id, availableId, settlementCurrency: currency } = makerOf(call, call.params.id);
    const owner = { kind: 'maker', id: String(id) } as const;
    return await moveAct(call, { kind: 'top_up', owner, availableId, currency }, call.body);
  },
});

export const payBackMaker = endpoint({
  method: 'POST',
  path: '/makers/:id/pay-backs',
  operationId: 'payBackMaker',
  summary: 'Pay a maker back',
  description:
    'What is held for deals cannot be paid back, nor what payouts brought that may still turn out not to be paid: for the time that the rules of disputes say, and while they are disputed. In production what one operator pays back alone within a day, to all makers of ' +
    'the currency together, waits for a second operator once it is above a limit.',
  tag: 'Makers and requisites',
  roles: ['operator'],
  scope: 'money',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: makerInPath },
  body: json(Movement),
  response: MovedFunds,
  refusals: [...movementRefusals, 'insufficient_funds', 'money_out_stopped', 'payouts_open', 'second_person_needed'],
  takesKey: true,
  example: { body: exampleMovement('1000', 'Asked by the maker'), answer: { available: tethers('4000.00000000') } },
  async handle(call) {
    const { id, availableId, settlementCurrency: currency } = makerOf(call, call.params.id);
    const owner = { kind: 'maker', id: String(id) } as const;
    return await moveAct(call, { kind: 'pay_back', owner, availableId, currency }, call.body);
  },
});

/** As it is after the act. */
function shownMaker(_: unknown, call: OperatorCall & Input<{ readonly id: number }>) {
  return makerDTO(call.context, makerOf(call, call.params.id));
}
