import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settlement } from './money.ts';
import { splitWithdrawal } from './withdrawal.ts';

const anyAmount = fc.bigInt({ min: 1n, max: 10n ** 18n }).map(settlement);
const anyFee = fc.bigInt({ min: 0n, max: 10n ** 18n }).map(settlement);

describe('splitWithdrawal', () => {
  it('takes the fee on top of the amount, or out of it', () => {
    fc.assert(
      fc.property(anyAmount, anyFee, (amount, fee) => {
        expect(splitWithdrawal(amount, fee, false)).toEqual({ sum: amount, fee });
        const split = splitWithdrawal(amount, fee, true);
        expect(split === null).toBe(amount <= fee);
        if (split !== null) expect(split.sum + split.fee).toBe(amount);
      }),
    );
  });

  it('takes an amount of nothing, or a negative fee, for a defect', () => {
    expect(() => splitWithdrawal(settlement(0n), settlement(0n), false)).toThrow(/money leaves/);
    expect(() => splitWithdrawal(settlement(1n), settlement(-1n), true)).toThrow(/no gift/);
  });

  it('leaves nothing to an address where the fee eats the amount', () => {
    expect(splitWithdrawal(settlement(2n), settlement(2n), true)).toBeNull();
    expect(splitWithdrawal(settlement(3n), settlement(2n), true)).toEqual({ sum: 1n, fee: 2n });
  });
});
