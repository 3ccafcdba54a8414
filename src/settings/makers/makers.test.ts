import { describe, expect, it } from 'vitest';
import { maker as aMaker, catalogueOf } from '../../../test/engine/support/small-world.ts';
import { actors, decide, usualFigures } from '../../../test/support/situations.ts';
import type { Maker } from '../../domain/makers/maker.ts';
import type { NamedStore, RewardSetting } from '../../domain/makers/reward-settings.ts';
import type { RewardRule } from '../../domain/makers/rewards.ts';
import { operatorDecides } from '../../domain/merchants/payment-policy.ts';
import { fiat, settlement } from '../../domain/money/money.ts';
import { changeStore } from '../merchants/change-store.ts';
import { changeMaker } from './change-maker.ts';
import { changeRequisite } from './change-requisite.ts';
import { setRewards } from './set-rewards.ts';
import { switchMaker } from './switch-maker.ts';

const { operator, maker, merchant } = actors;
const reference = catalogueOf([]);
const store = (id: number, bps: number, settlementCurrency = 'USDT'): NamedStore => ({
  id,
  name: `Shop ${id}`,
  settlementCurrency,
  payinFeeBps: bps,
  payinFeeFixed: settlement(0n),
  payoutFeeBps: bps,
  payoutFeeFixed: settlement(0n),
});
const stores = [store(1, 250), store(2, 100), store(3, 0, 'EUR')];
const five = (change: Partial<Maker> = {}) => aMaker(5, 'USDT', change);
const rule = (change: Partial<RewardRule> = {}): RewardRule => ({
  direction: 'in',
  option: null,
  storeId: null,
  currency: null,
  from: null,
  to: null,
  bps: 100,
  ...change,
});

describe('set-rewards', () => {
  const set = (rewards: readonly RewardSetting[], change: Partial<Maker> = {}) =>
    decide(setRewards, { id: 5, rewards }, { reference, maker: five(change), stores });

  it('replaces all rewards of a maker, and tells the log each of them', () => {
    const decided = set([
      { direction: 'in', bps: 50 },
      { direction: 'in', option: 'SBP', storeId: 1, currency: 'RUB', from: '1000', to: '5000.5', bps: 120 },
      { direction: 'in', currency: 'RUB', from: '0', to: '10', bps: 100 },
    ]);
    expect(decided.change).toEqual({
      id: 5,
      rules: [
        rule({ bps: 50 }),
        rule({ option: 'SBP', storeId: 1, currency: 'RUB', from: fiat(100_000n), to: fiat(500_050n), bps: 120 }),
        rule({ currency: 'RUB', to: fiat(1_000n), bps: 100 }),
      ],
    });
    expect(decided.audit[0]).toEqual({
      subjectKind: 'maker',
      subjectId: 5,
      details: { rewards: 'in: 50 bps; in SBP RUB 1000.00-5000.50 store 1: 120 bps; in RUB 0-10.00: 100 bps' },
    });
    expect(set([]).change).toEqual({ id: 5, rules: [] });
  });

  it.each<[string, RewardSetting, string]>([
    ['above the fee of a store that the maker serves', { direction: 'out', bps: 101 }, 'reward_above_fee'],
    ['for a store that is not there', { direction: 'in', storeId: 9, bps: 1 }, 'store_of_other_currency'],
    ['for a store of another currency', { direction: 'in', storeId: 3, bps: 0 }, 'store_of_other_currency'],
    ['for an unknown way to pay', { direction: 'in', option: 'X', bps: 1 }, 'payment_option_not_allowed'],
    ['for an unknown currency', { direction: 'in', currency: 'X', bps: 1 }, 'currency_not_allowed'],
    ['for a range without a currency', { direction: 'in', from: '1', bps: 1 }, 'reward_range_currency'],
    ['of more than everything', { direction: 'in', bps: 10_001 }, 'out_of_range'],
    ['for a sum that is none', { direction: 'in', currency: 'RUB', to: '-1', bps: 1 }, 'invalid_amount'],
  ])('refuses a reward %s', (_, reward, code) => {
    expect(set([reward]).outcome).toBe(code);
  });

  it('allows a reward above the fee of a store that the maker does not serve', () => {
    expect(set([{ direction: 'in', bps: 250 }], { storeIds: [1] }).outcome).toBe('changed');
    expect(set([{ direction: 'in', bps: 250 }]).outcome).toBe('reward_above_fee');
  });

  it('needs a second person, and a maker that is there', () => {
    const rows = { reference, maker: null, stores };
    expect(decide(setRewards, { id: 5, rewards: [] }, rows).outcome).toBe('not_found');
    expect(setRewards.danger?.({ id: 5, rewards: [] }, rows, {} as never)).toBe('maker-terms');
  });
});

describe('change-store', () => {
  const shop = {
    id: 1,
    merchantId: 7,
    settlementCurrency: 'USDT',
    networks: ['TRC20' as const],
    ...usualFigures,
    policy: operatorDecides,
  };
  const change = (settings: object, change: Partial<Maker> = {}) =>
    decide(changeStore, { id: 1, settings }, { reference, store: shop, makers: [five(change)] }).outcome;

  it('refuses a fee below the reward of a maker who serves the store', () => {
    const rewards = [rule({ bps: 120 }), rule({ direction: 'out', bps: 150 })];
    expect(change({ payinFeeBps: 120 }, { rewards })).toBe('changed');
    expect(change({ payinFeeBps: 119 }, { rewards })).toBe('fee_below_reward');
    expect(change({ payoutFeeBps: 149 }, { rewards })).toBe('fee_below_reward');
    expect(change({ payoutFeeBps: 0 }, { rewards, storeIds: [2] })).toBe('changed');
    expect(change({ payinFeeBps: 0 }, { rewards: [] })).toBe('changed');
  });

  it('leaves a store alone whose fee was below a reward before', () => {
    const rewards = [rule({ bps: 300 })];
    expect(change({ name: 'N' }, { rewards })).toBe('changed');
    expect(change({ payinFeeBps: 260 }, { rewards })).toBe('changed');
  });
});

describe('change-maker', () => {
  const rows = (change: Partial<Maker> = {}) => ({ reference, maker: five(change), stores });

  it('says which stores it serves, from which balance on, and whether at all', () => {
    const input = { id: 5, storeIds: [2, 1, 2], isStopped: true, balanceMin: '10.5' };
    const decided = decide(changeMaker, input, rows());
    const change = { storeIds: [1, 2], isStopped: true, balanceMin: settlement(1_050_000_000n) };
    expect(decided.change).toEqual({ id: 5, change });
    expect(decided.audit[0]?.details).toEqual({ stores: '2, 1, 2', isStopped: true, balanceMin: '10.5' });
    const all = { id: 5, storeIds: null, balanceMin: '0', isStopped: false };
    const { id, ...usual } = { ...all, balanceMin: settlement(0n) };
    expect(decide(changeMaker, all, rows(change)).change).toEqual({ id, change: usual });
  });

  it('refuses stores of another currency, and stores whose fee is below a reward', () => {
    expect(decide(changeMaker, { id: 5, storeIds: [3] }, rows()).outcome).toBe('store_of_other_currency');
    const served = { storeIds: [1], rewards: [rule({ bps: 200 })] };
    expect(decide(changeMaker, { id: 5, storeIds: [1, 2] }, rows(served)).outcome).toBe('reward_above_fee');
    expect(decide(changeMaker, { id: 5, storeIds: null }, rows(served)).outcome).toBe('reward_above_fee');
    expect(decide(changeMaker, { id: 5, name: 'N' }, rows(served)).outcome).toBe('changed');
  });
});

describe('switch-maker', () => {
  const turn = (isOn: boolean, actor: typeof operator | typeof maker | typeof merchant, change: Partial<Maker> = {}) =>
    decide(switchMaker, { id: 5, isOn }, five(change), { actor });

  it('is for the maker itself and for operators, and doing it twice is doing it once', () => {
    expect(turn(false, maker).change).toEqual({ id: 5, isOn: false });
    expect(turn(true, operator, { isOn: false }).change).toEqual({ id: 5, isOn: true });
    expect(turn(true, maker).outcome).toBe('unchanged');
    expect(turn(false, { ...maker, makerId: 6 } as unknown as typeof maker).outcome).toBe('not_found');
    expect(turn(false, merchant).outcome).toBe('not_found');
    expect(decide(switchMaker, { id: 5, isOn: true }, null).outcome).toBe('not_found');
  });

  it('does not lift what an operator has stopped', () => {
    expect(turn(true, maker, { isOn: false, isStopped: true }).change).toEqual({ id: 5, isOn: true });
  });
});

describe('the pauses of a requisite', () => {
  const pauses = (isPausedByMaker: boolean, isPausedByOperator: boolean) => ({ isPausedByMaker, isPausedByOperator });
  const left = (before: ReturnType<typeof pauses>, isPaused: boolean, actor: typeof operator | typeof maker) => {
    const requisite = { id: 8, makerId: 5, currency: 'RUB', ...before };
    const { outcome, change } = decide(changeRequisite, { id: 8, isPaused }, { reference, requisite }, { actor });
    return change === undefined ? outcome : pauses(change.pauses.isPausedByMaker, change.pauses.isPausedByOperator);
  };

  it('are two: the maker cannot lift that of an operator', () => {
    expect(left(pauses(false, false), true, maker)).toEqual(pauses(true, false));
    expect(left(pauses(true, false), false, maker)).toEqual(pauses(false, false));
    expect(left(pauses(false, true), false, maker)).toBe('paused_by_operator');
    expect(left(pauses(true, true), false, maker)).toBe('paused_by_operator');
    expect(left(pauses(false, true), true, maker)).toEqual(pauses(true, true));
  });

  it('an operator lifts the own one first, and the maker’s when there is no other', () => {
    expect(left(pauses(true, false), true, operator)).toEqual(pauses(true, true));
    expect(left(pauses(true, true), false, operator)).toEqual(pauses(true, false));
    expect(left(pauses(true, false), false, operator)).toEqual(pauses(false, false));
  });
});
