import { describe, expect, it } from 'vitest';
import { type BookLine, groupTotals, settlementSums, withBalances } from './books.ts';

const line = (id: bigint, amount: bigint): BookLine => ({
  id,
  at: 0,
  kind: 'top_up',
  subjectId: 's',
  amount,
  counterparty: { accountId: 1, kind: 'external', ownerId: 0 },
});

describe('a statement', () => {
  it('has after each line what the account held then', () => {
    const lines = withBalances(100n, [line(1n, 20n), line(2n, -50n), line(3n, 5n)]);
    expect(lines.map(({ balance }) => balance)).toEqual([120n, 70n, 75n]);
    expect(lines[1]).toEqual({ ...line(2n, -50n), balance: 70n });
    expect(withBalances(100n, [])).toEqual([]);
  });
});

describe('a line of a settlement report', () => {
  it.each([
    ['payin_settle', 975n, 25n, { gross: 1_000n, fee: -25n, net: 975n }],
    ['correction_sum', -975n, -25n, { gross: -1_000n, fee: 25n, net: -975n }],
    ['payout_pay', -1_000n, 0n, { gross: -1_000n, fee: -0n, net: -1_000n }],
    ['payout_fee', -15n, 0n, { gross: 0n, fee: -15n, net: -15n }],
    ['payout_fee_reverse', 15n, 0n, { gross: 0n, fee: 15n, net: 15n }],
    ['withdrawal_fee', -2n, 0n, { gross: 0n, fee: -2n, net: -2n }],
  ] as const)('%s: gross and fee add up to its net', (kind, net, hiddenFee, sums) => {
    expect(settlementSums({ kind, net, hiddenFee })).toEqual(sums);
    expect(sums.gross + sums.fee).toBe(sums.net);
  });
});

describe('the totals of a settlement report', () => {
  const lines = [
    { kind: 'payin_settle', count: 3, net: 2_925n, hiddenFee: 75n },
    { kind: 'correction_sum', count: 1, net: -97n, hiddenFee: -3n },
    { kind: 'payout_pay', count: 2, net: -2_000n, hiddenFee: 0n },
    { kind: 'payout_fee', count: 2, net: -30n, hiddenFee: 0n },
    { kind: 'payout_reverse', count: 1, net: 1_000n, hiddenFee: 0n },
    { kind: 'payout_fee_reverse', count: 1, net: 15n, hiddenFee: 0n },
    { kind: 'withdrawal_send', count: 1, net: -500n, hiddenFee: 0n },
    { kind: 'withdrawal_fee', count: 1, net: -2n, hiddenFee: 0n },
    { kind: 'top_up', count: 4, net: 40n, hiddenFee: 0n },
    { kind: 'pay_back', count: 1, net: -7n, hiddenFee: 0n },
  ] as const;

  it('are those of each group, and a fee beside its payment counts as one with it', () => {
    expect(groupTotals(lines)).toEqual({
      payins: { count: 3, gross: 3_000n, fee: -75n, net: 2_925n },
      corrections: { count: 1, gross: -100n, fee: 3n, net: -97n },
      payouts: { count: 2, gross: -1_000n, fee: -15n, net: -1_015n },
      withdrawals: { count: 1, gross: -500n, fee: -2n, net: -502n },
      topUps: { count: 4, gross: 33n, fee: 0n, net: 33n },
      excesses: { count: 0, gross: 0n, fee: 0n, net: 0n },
    });
  });

  it('are nothing where nothing happened', () => {
    const nothing = { count: 0, gross: 0n, fee: 0n, net: 0n };
    expect(Object.values(groupTotals([]))).toEqual(Array(6).fill(nothing));
  });
});
