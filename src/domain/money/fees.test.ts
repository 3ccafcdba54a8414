import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deal, store } from '../../../test/engine/support/small-world.ts';
import { agreedFee } from '../invoices/payin-sums.ts';
import { feeOn, feeRuleOf, payinFee } from './fees.ts';
import { settlement } from './money.ts';

const anySum = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(settlement);
const anyRule = fc.record({
  bps: fc.integer({ min: 0, max: 10_000 }),
  fixed: fc.bigInt({ min: 0n, max: 10n ** 12n }).map(settlement),
});

describe('a fee', () => {
  it('is rounded up: never less than its share, and more by under one unit', () => {
    fc.assert(
      fc.property(anySum, anyRule, (sum, rule) => {
        const share = sum * BigInt(rule.bps);
        const fee = feeOn(sum, rule) - rule.fixed;
        expect(fee * 10_000n).toBeGreaterThanOrEqual(share);
        expect((fee - 1n) * 10_000n).toBeLessThan(share);
      }),
    );
  });

  it('a fee of nothing is nothing, and of everything is everything', () => {
    fc.assert(
      fc.property(anySum, (sum) => {
        expect(feeOn(sum, { bps: 0, fixed: settlement(0n) })).toBe(0n);
        expect(feeOn(sum, { bps: 10_000, fixed: settlement(0n) })).toBe(sum);
      }),
    );
  });

  it('does not shrink when the sum grows', () => {
    fc.assert(
      fc.property(anySum, anySum, anyRule, (one, other, rule) => {
        const [small, big] = one < other ? [one, other] : [other, one];
        expect(feeOn(small, rule)).toBeLessThanOrEqual(feeOn(big, rule));
        expect(payinFee(small, rule)).toBeLessThanOrEqual(payinFee(big, rule));
      }),
    );
  });

  it('a fee of a payin leaves the merchant nothing at worst, never a debt', () => {
    fc.assert(
      fc.property(anySum, anyRule, (makerSum, rule) => {
        const fee = payinFee(makerSum, rule);
        expect(fee).toBeGreaterThanOrEqual(0n);
        expect(makerSum - fee).toBeGreaterThanOrEqual(0n);
        if (fee < makerSum) expect(fee).toBe(feeOn(makerSum, rule));
      }),
    );
  });

  it('follows the rule that its deal began with, or its store’s of now where that was not written down', () => {
    const agreed = { feeBps: 300, feeFixed: settlement(7n) };
    expect(agreedFee(deal(agreed), store)).toEqual({ bps: 300, fixed: 7n });
    expect(agreedFee(deal({ feeBps: null, feeFixed: null }), store)).toEqual(feeRuleOf(store, 'in'));
  });

  it('is what a person works out: 2.5 % and 1 of 10.47120418', () => {
    const rule = { bps: 250, fixed: settlement(100_000_000n) };
    expect(feeOn(settlement(1_047_120_418n), rule)).toBe(26_178_011n + 100_000_000n);
  });
});
