import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { settlement } from '../money/money.ts';
import {
  approvalsNeeded,
  countsFrom,
  openWithdrawals,
  requireOpen,
  splitWithdrawal,
  transactionKey,
  type WithdrawalStatus,
} from './withdrawal.ts';

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

describe('approvalsNeeded', () => {
  const limit = settlement(1_000n);
  const ofDay = (...sums: readonly bigint[]) => sums.map((sum, index) => ({ storeId: index + 1, sum }));
  const facts = { addressIsKnown: true, ofDay: ofDay(1_000n), isAlone: false };
  const limits = [limit, limit, settlement(100n), settlement(0n)];
  const limitOf = (storeId: number) => limits[storeId - 1] ?? limit;
  const needed = (sum: bigint, change: Partial<typeof facts> = {}) =>
    approvalsNeeded({ storeId: 1, sum: settlement(sum) }, { ...facts, ...change }, limitOf);

  it('is one up to the limit, the limit included, and two above it', () => {
    expect([needed(1_000n), needed(1_001n)]).toEqual([1, 2]);
  });

  it('is two when a day of small ones is above the limit together', () => {
    expect([needed(1n, { ofDay: ofDay(1_000n) }), needed(1n, { ofDay: ofDay(1_001n) })]).toEqual([1, 2]);
  });

  it('is two when all stores of the merchant are above together, each sum as a part of the limit of its store', () => {
    expect([needed(1n, { ofDay: ofDay(400n, 600n) }), needed(1n, { ofDay: ofDay(400n, 601n) })]).toEqual([1, 2]);
    expect([needed(1n, { ofDay: ofDay(0n, 900n, 10n) }), needed(1n, { ofDay: ofDay(1n, 900n, 10n) })]).toEqual([1, 2]);
    // Of a store whose limit is nought each one needs two.
    expect([needed(1n, { ofDay: ofDay(1n, 1n, 1n, 0n) }), needed(1n, { ofDay: ofDay(1n, 0n, 0n, 1n) })]).toEqual([
      1, 2,
    ]);
  });

  it('is two for an address that is not known, however small the sum', () => {
    expect(needed(1n, { addressIsKnown: false, ofDay: ofDay(1n) })).toBe(2);
  });

  it('is one where there is no second operator', () => {
    expect(needed(1_001n, { addressIsKnown: false, ofDay: ofDay(9_999n), isAlone: true })).toBe(1);
  });
});

describe('countsFrom', () => {
  const [dayMs, createdAt] = [86_400_000, 1_000_000_000_000];
  const from = (now: number) => countsFrom({ createdAt }, now);

  it('is a day before the withdrawal was asked for, however long it has waited', () => {
    for (const waitedMs of [0, dayMs + 1, 30 * dayMs]) expect(from(createdAt + waitedMs)).toBe(createdAt - dayMs);
  });

  it('is a day ago where the clock is behind that of the process which wrote it down', () => {
    expect(from(createdAt - 5_000)).toBe(createdAt - 5_000 - dayMs);
  });
});

describe('an open withdrawal', () => {
  const refusal = (status: WithdrawalStatus, allowed?: readonly WithdrawalStatus[]) => {
    try {
      requireOpen(status, allowed);
      return null;
    } catch (error) {
      return error instanceof AppError ? error.faults[0] : error;
    }
  };

  it('is one that was created or is being sent', () => {
    expect(openWithdrawals).toEqual([2, 3]);
    expect([refusal(2), refusal(3)]).toEqual([null, null]);
    expect(refusal(4)).toMatchObject({ code: 'withdrawal_not_open', message: expect.stringContaining('sent') });
    expect(refusal(5)).toMatchObject({ code: 'withdrawal_not_open', message: expect.stringContaining('rejected') });
  });

  it('is fewer where less is allowed, and the refusal says what it is', () => {
    expect(refusal(2, [2])).toBeNull();
    expect(refusal(3, [2])).toMatchObject({
      code: 'withdrawal_not_open',
      message: expect.stringContaining('being sent'),
    });
  });
});

describe('transactionKey', () => {
  it.each([
    ['0xABCdef01', 'abcdef01'],
    ['0Xabcdef01', 'abcdef01'],
    ['ABCDEF01', 'abcdef01'],
    // Only at the beginning.
    ['ab0xcd', 'ab0xcd'],
    ['x0ab', 'x0ab'],
  ])('%s is the same transaction as %s', (written, key) => {
    expect(transactionKey(written)).toBe(key);
  });
});
