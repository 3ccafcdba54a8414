import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { feeOn, payinFee } from '../money/fees.ts';
import { fiat, settlement } from '../money/money.ts';
import {
  checkRewardRules,
  type RewardedDeal,
  type RewardRule,
  rewardBps,
  rewardFor,
  rewardOfReceived,
  ruleAboveFee,
} from './rewards.ts';

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
const deal: RewardedDeal = { type: 'in', storeId: 1, option: 'SBP', currency: 'RUB', amount: fiat(100_000n) };

const anyBound = fc.option(fc.bigInt({ min: 1n, max: 20n }).map(fiat));
const anyRule = fc
  .record({
    direction: fc.constantFrom('in' as const, 'out' as const),
    option: fc.constantFrom(null, 'SBP', 'TO_CARD'),
    storeId: fc.constantFrom(null, 1, 2),
    currency: fc.constantFrom(null, 'RUB', 'KZT'),
    from: anyBound,
    to: anyBound,
    bps: fc.integer({ min: 0, max: 500 }),
  })
  .map((one) => (one.currency === null ? { ...one, from: null, to: null } : one));
const anyDeal = fc.record({
  type: fc.constantFrom('in' as const, 'out' as const),
  storeId: fc.constantFrom(1, 2, 3),
  option: fc.constantFrom('SBP', 'TO_CARD', 'TO_ACCOUNT'),
  currency: fc.constantFrom('RUB', 'KZT'),
  amount: fc.bigInt({ min: 1n, max: 25n }).map(fiat),
});
const anySum = fc.bigInt({ min: 0n, max: 10n ** 15n }).map(settlement);

function refusal(rules: readonly RewardRule[]): string | null {
  try {
    checkRewardRules(rules);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

describe('which reward counts', () => {
  it('is the one for the store, then for the way to pay, then for the currency, then the default', () => {
    const all = [
      rule({ bps: 1 }),
      rule({ currency: 'RUB', bps: 2 }),
      rule({ option: 'SBP', bps: 3 }),
      rule({ option: 'SBP', currency: 'RUB', bps: 4 }),
      rule({ storeId: 1, bps: 5 }),
      rule({ storeId: 1, option: 'SBP', bps: 6 }),
    ];
    for (let count = 1; count <= all.length; count++) {
      expect(rewardBps(all.slice(0, count), deal)).toBe(count);
      expect(rewardBps(all.slice(0, count).reverse(), deal)).toBe(count);
    }
    expect(rewardBps(all, { ...deal, type: 'out' })).toBe(0);
    expect(rewardBps(all, { ...deal, storeId: 2, option: 'TO_CARD', currency: 'KZT' })).toBe(1);
    expect(rewardBps([], deal)).toBe(0);
  });

  it('has ranges that begin with their first sum and end before their last', () => {
    const steps = [
      rule({ currency: 'RUB', to: fiat(100n), bps: 10 }),
      rule({ currency: 'RUB', from: fiat(100n), to: fiat(200n), bps: 20 }),
      rule({ currency: 'RUB', from: fiat(300n), bps: 30 }),
      rule({ bps: 5 }),
    ];
    expect(refusal(steps)).toBeNull();
    const at = (amount: bigint) => rewardBps(steps, { ...deal, amount: fiat(amount) });
    expect([99n, 100n, 199n, 200n, 299n, 300n].map(at)).toEqual([10, 20, 20, 5, 5, 30]);
  });

  it('is never in question: of a list that is allowed, one rule of the highest rank holds for a deal at most', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 8 }), anyDeal, (rules, one) => {
        if (refusal(rules) !== null) return;
        expect(rewardBps([...rules].reverse(), one)).toBe(rewardBps(rules, one));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a list of rewards', () => {
  it('is refused when two ranges of the same deals overlap', () => {
    const range = (from: bigint | null, to: bigint | null, change: Partial<RewardRule> = {}) =>
      rule({ currency: 'RUB', from: from === null ? null : fiat(from), to: to === null ? null : fiat(to), ...change });
    expect(refusal([range(null, 10n), range(10n, null)])).toBeNull();
    expect(refusal([range(null, 11n), range(10n, null)])).toBe('reward_overlap');
    expect(refusal([range(1n, 5n), range(2n, 3n)])).toBe('reward_overlap');
    expect(refusal([range(1n, 5n), range(null, null)])).toBe('reward_overlap');
    expect(refusal([range(1n, 5n), range(1n, 5n, { direction: 'out' })])).toBeNull();
    expect(refusal([range(1n, 5n), range(1n, 5n, { option: 'SBP' })])).toBeNull();
    expect(refusal([range(1n, 5n), range(1n, 5n, { storeId: 1 })])).toBeNull();
    expect(refusal([rule(), rule()])).toBe('reward_overlap');
    expect(refusal([range(5n, 5n)])).toBe('reward_range');
    expect(refusal([rule({ from: fiat(1n) })])).toBe('reward_range_currency');
    expect(refusal(Array.from({ length: 201 }, (_, index) => rule({ storeId: index })))).toBe('too_many_rewards');
  });
});

describe('the sum of a reward', () => {
  it('is never above the fee, whatever was received and whatever the fee has become', () => {
    const anyFee = fc.record({ bps: fc.integer({ min: 0, max: 500 }), fixed: fc.bigInt({ min: 0n, max: 9n }) });
    fc.assert(
      fc.property(anySum, anySum, anyFee, fc.integer({ min: 0, max: 500 }), (asked, received, fee, bps) => {
        const terms = { makerSum: asked, feeSum: payinFee(asked, { ...fee, fixed: settlement(fee.fixed) }) };
        const reward = rewardFor([rule({ bps })], deal, terms);
        const exact = asked * BigInt(bps);
        if (reward === null) {
          expect(exact / 10_000n).toBeGreaterThan(terms.feeSum);
          return;
        }
        expect(reward.sum).toBeLessThanOrEqual(terms.feeSum);
        expect(reward.sum * 10_000n <= exact && exact < (reward.sum + 1n) * 10_000n).toBe(true);
        const feeNow = payinFee(received, { bps: fee.bps, fixed: settlement(0n) });
        expect(rewardOfReceived(received, feeNow, bps)).toBeLessThanOrEqual(feeNow);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is never refused when its rate is not above the rate of the fee', () => {
    fc.assert(
      fc.property(anySum, fc.integer({ min: 0, max: 10_000 }), fc.nat({ max: 10_000 }), (makerSum, bps, less) => {
        const feeSum = feeOn(makerSum, { bps, fixed: settlement(0n) });
        expect(rewardFor([rule({ bps: Math.max(0, bps - less) })], deal, { makerSum, feeSum })).not.toBeNull();
      }),
    );
  });
});

describe('a reward above the fee', () => {
  const store = (id: number, bps: number, fixed = 0n) => {
    const fixedFee = settlement(fixed);
    const fees = { payinFeeBps: bps, payinFeeFixed: fixedFee, payoutFeeBps: bps, payoutFeeFixed: fixedFee };
    return { id, settlementCurrency: 'USDT', ...fees };
  };
  const found = (rewards: readonly RewardRule[], stores = [store(1, 250), store(2, 50)], storeIds?: number[]) =>
    ruleAboveFee({ settlementCurrency: 'USDT', storeIds: storeIds ?? null, rewards }, stores)?.store.id ?? null;

  it('is found at the stores that the maker serves, in its currency', () => {
    expect(found([rule({ bps: 50 })])).toBeNull();
    expect(found([rule({ bps: 51 })])).toBe(2);
    expect(found([rule({ bps: 51 })], undefined, [1])).toBeNull();
    expect(found([rule({ bps: 51, storeId: 1 })])).toBeNull();
    expect(found([rule({ bps: 251, storeId: 1 })])).toBe(1);
    expect(found([rule({ bps: 51 })], [{ ...store(2, 50), settlementCurrency: 'EUR' }])).toBeNull();
  });

  it('does not count where a rule of the store replaces it', () => {
    const own = rule({ bps: 20, storeId: 2 });
    expect(found([rule({ bps: 200 }), own])).toBeNull();
    expect(found([rule({ bps: 200 }), { ...own, option: 'SBP' }])).toBe(2);
    expect(found([rule({ bps: 200, option: 'SBP' }), { ...own, option: 'SBP' }])).toBeNull();
    expect(found([rule({ bps: 200 }), { ...own, currency: 'RUB', to: fiat(5n) }])).toBe(2);
    expect(found([rule({ bps: 200 }), { ...own, direction: 'out' }])).toBe(2);
  });

  it('is left to each deal where the fee has a fixed part and sums have a bound', () => {
    const bounded = rule({ bps: 100, currency: 'RUB', to: fiat(500_000n) });
    expect(found([bounded], [store(1, 0, 1n)])).toBeNull();
    expect(found([bounded], [store(1, 0)])).toBe(1);
    expect(found([{ ...bounded, to: null }], [store(1, 0, 1n)])).toBe(1);
  });

  it('is found whenever a deal could have one, as long as fees have no fixed part', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 6 }), anyDeal, fc.integer({ min: 0, max: 500 }), (rules, one, bps) => {
        if (refusal(rules) !== null || found(rules, [store(one.storeId, bps)]) !== null) return;
        expect(rewardBps(rules, one)).toBeLessThanOrEqual(bps);
      }),
      { numRuns: 2_000 },
    );
  });
});
