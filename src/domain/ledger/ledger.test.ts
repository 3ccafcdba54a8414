import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { account, deal, feeAccountId, maker, noon, payoutDeal } from '../../../test/engine/support/small-world.ts';
import { settlement } from '../money/money.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';
import {
  adjustHold,
  correctPayin,
  freezeForPayout,
  freezeForWithdrawal,
  giveRestOfExcess,
  holdForPayin,
  keepApart,
  keepExcess,
  moveExternally,
  reholdPayin,
  releasePayin,
  releasePayout,
  releaseWithdrawal,
  returnExcess,
  reversePayout,
  sendWithdrawal,
  settlePayin,
  settlePayout,
  type Transfer,
  takeBackExcess,
  takeRestOfExcess,
} from './ledger.ts';

const anyMakerSum = fc.bigInt({ min: 0n, max: 10n ** 18n });
/** A payin's fee is at most the sum; a payout's comes on top and may be any. */
const anyDeal = fc
  .tuple(anyMakerSum, anyMakerSum)
  .map(([one, other]) => (one < other ? [other, one] : [one, other]) as [bigint, bigint])
  .chain(([makerSum, feeSum]) =>
    fc
      .bigInt({ min: 0n, max: feeSum })
      .map((rewardSum) =>
        deal({ makerSum: settlement(makerSum), feeSum: settlement(feeSum), rewardSum: settlement(rewardSum) }),
      ),
  );

const anyPayout = anyDeal.map(({ makerSum, feeSum, rewardSum }) => payoutDeal({ makerSum, feeSum, rewardSum }));

/** What each account gains by the transfers, those that gain nothing left out. */
function gains(transfers: readonly Transfer[]): Map<number, bigint> {
  const sums = new Map<number, bigint>();
  const add = (id: number, amount: bigint) => sums.set(id, (sums.get(id) ?? 0n) + amount);
  for (const { debitId, creditId, amount } of transfers) {
    add(debitId, -amount);
    add(creditId, amount);
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0n));
}

const expected = (entries: readonly (readonly [number, bigint])[]) => new Map(entries.filter(([, sum]) => sum !== 0n));
const { availableId, heldId } = maker(1);

describe('the transfers of a payin', () => {
  it('the transfers of a payin that ends without money come to nothing', () => {
    fc.assert(
      fc.property(anyDeal, (one) => {
        expect(gains([holdForPayin(one, maker(1)), releasePayin(one, maker(1))])).toEqual(new Map());
      }),
    );
  });

  it('the transfers of a payin that is paid move the whole sum to the store and the fees, less the maker’s reward', () => {
    fc.assert(
      fc.property(anyDeal, (one) => {
        const all = [holdForPayin(one, maker(1)), ...settlePayin(one, maker(1), account, feeAccountId)];
        expect(gains(all)).toEqual(
          expected([
            [availableId, one.rewardSum - one.makerSum],
            [account.availableId, one.makerSum - one.feeSum],
            [feeAccountId, one.feeSum - one.rewardSum],
          ]),
        );
        expect(all.slice(1).every(({ amount, debitId }) => amount > 0n && debitId === heldId)).toBe(true);
      }),
    );
  });
});

describe('the kind of a deal', () => {
  it('is held by the compiler: a payout is not posted as a payin, nor the other way round', () => {
    // @ts-expect-error
    expect(holdForPayin(payoutDeal(), maker(1)).kind).toBe('payin_hold');
    // @ts-expect-error
    expect(freezeForPayout(deal(), account).kind).toBe('payout_freeze');
  });
});

describe('the transfers of a payout', () => {
  it('the transfers of a payout that ends without money come to nothing', () => {
    fc.assert(
      fc.property(anyPayout, (one) => {
        expect(gains([freezeForPayout(one, account), releasePayout(one, account)])).toEqual(new Map());
      }),
    );
  });

  it('the transfers of a payout that is paid move the sum from the store to the maker, and the fee on top', () => {
    fc.assert(
      fc.property(anyPayout, (one) => {
        const all = [freezeForPayout(one, account), ...settlePayout(one, maker(1), account, feeAccountId)];
        expect(gains(all)).toEqual(
          expected([
            [account.availableId, -one.makerSum - one.feeSum],
            [availableId, one.makerSum + one.rewardSum],
            [feeAccountId, one.feeSum - one.rewardSum],
          ]),
        );
        expect(all.slice(1).every(({ amount }) => amount > 0n)).toBe(true);
      }),
    );
  });

  it('a payout that was not paid after all leaves everybody with what they had', () => {
    fc.assert(
      fc.property(anyPayout, (one) => {
        const paid = [freezeForPayout(one, account), ...settlePayout(one, maker(1), account, feeAccountId)];
        const back = [...reversePayout(one, maker(1), account, feeAccountId), releasePayout(one, account)];
        expect(gains([...paid, ...back])).toEqual(new Map());
      }),
    );
  });
});

describe('the correction of a settled payin', () => {
  it('leaves what settling the other sum at once would have', () => {
    fc.assert(
      fc.property(anyDeal, anyDeal, (before, after) => {
        const difference = {
          id: 'decision',
          payoutDifference: after.makerSum - after.feeSum - before.makerSum + before.feeSum,
          feeDifference: after.feeSum - before.feeSum,
          rewardDifference: after.rewardSum - before.rewardSum,
          excessDifference: 0n,
        };
        const settled = (one: typeof before) => [
          holdForPayin(one, maker(1)),
          ...settlePayin(one, maker(1), account, feeAccountId),
        ];
        const correction = correctPayin(difference, maker(1), account, feeAccountId);
        expect(gains([...settled(before), ...correction])).toEqual(gains(settled(after)));
        // What the maker gets comes first: it may be what covers the rest.
        const isGain = correction.map(({ creditId }) => creditId === availableId);
        expect(isGain).toEqual([...isGain].sort((one, other) => Number(other) - Number(one)));
      }),
    );
  });
});

describe('the transfers of an excess', () => {
  const apart = settlement(100n);
  const [payin, payout] = [deal(), payoutDeal()];

  it('stands apart of the hold, and goes to a payout of the store and back', () => {
    expect(gains(keepApart(payin, maker(1), account, apart))).toEqual(
      expected([
        [heldId, -100n],
        [account.excessId, 100n],
      ]),
    );
    const out = returnExcess('p', account, apart);
    expect(gains(out)).toEqual(
      expected([
        [account.excessId, -100n],
        [account.availableId, 100n],
      ]),
    );
    expect(gains([...out, ...takeBackExcess('p', account, apart)])).toEqual(new Map());
  });

  it('leaves the store the rest of a return, and takes it back with the return', () => {
    const rest = giveRestOfExcess(payout, account, apart);
    expect(gains(rest)).toEqual(
      expected([
        [account.excessId, -100n],
        [account.availableId, 100n],
      ]),
    );
    expect(gains([...rest, ...takeRestOfExcess(payout, account, apart)])).toEqual(new Map());
  });

  it('pays the store, the service and the maker when the store keeps it', () => {
    const kept = (feeSum: bigint, rewardSum: bigint) =>
      keepExcess(payin, { heldSum: apart, feeSum, rewardSum }, maker(1), account, feeAccountId);
    expect(gains(kept(10n, 3n))).toEqual(
      expected([
        [account.excessId, -100n],
        [account.availableId, 90n],
        [feeAccountId, 7n],
        [availableId, 3n],
      ]),
    );
    expect(kept(0n, 0n).map(({ kind }) => kind)).toEqual(['excess_keep']);
    expect(kept(100n, 100n).map(({ kind }) => kind)).toEqual(['excess_reward']);
    for (const [feeSum, rewardSum] of [
      [10n, -1n],
      [10n, 11n],
      [101n, 0n],
    ] as const) {
      expect(() => kept(feeSum, rewardSum)).toThrow(/fee of an excess is part of it/);
    }
  });

  it('is no transfer when it is nothing, and each has a kind of its own', () => {
    const all = (sum: bigint) => [
      ...keepApart(payin, maker(1), account, settlement(sum)),
      ...returnExcess('p', account, settlement(sum)),
      ...takeBackExcess('p', account, settlement(sum)),
      ...giveRestOfExcess(payout, account, settlement(sum)),
      ...takeRestOfExcess(payout, account, settlement(sum)),
    ];
    expect(all(0n)).toEqual([]);
    expect(new Set(all(1n).map(({ kind }) => kind)).size).toBe(5);
  });
});

describe('what is held of a payin', () => {
  it.each([
    [110n, ['payin_extend', availableId, heldId, 10n]],
    [90n, ['payin_reduce', heldId, availableId, 10n]],
  ] as const)('becomes what is owed for it: %s', (owed, move) => {
    const held = deal({ makerSum: settlement(100n), feeSum: settlement(1n) });
    const moves = adjustHold(held, maker(1), settlement(owed));
    expect(moves.map(({ kind, debitId, creditId, amount }) => [kind, debitId, creditId, amount])).toEqual([move]);
    expect(adjustHold(held, maker(1), held.makerSum)).toEqual([]);
  });

  it('is held again when money came late: what was agreed on, or what is owed now', () => {
    expect(reholdPayin(deal(), maker(1))).toMatchObject({ debitId: availableId, amount: deal().makerSum });
    expect(reholdPayin(deal(), maker(1), settlement(5n))).toMatchObject({ creditId: heldId, amount: 5n });
  });

  it('has no reward above the fee, nor below nothing', () => {
    for (const rewardSum of [-1n, 3n]) {
      const one = deal({ feeSum: settlement(2n), rewardSum: settlement(rewardSum) });
      expect(() => settlePayin(one, maker(1), account, feeAccountId)).toThrow(/a reward is part of the fee/);
    }
  });
});

describe('a transfer', () => {
  const withdrawal: Withdrawal = {
    id: 'w',
    storeId: 1,
    accountId: account.id,
    status: 2,
    sum: settlement(10n),
    fee: settlement(2n),
    currency: 'USDT',
    address: '',
    txId: null,
    approvals: [],
    rejectReason: null,
    createdAt: noon,
    updatedAt: noon,
  };
  const externalId = 1;

  it('sends a withdrawal from what is frozen, or gives all of it back', () => {
    const frozen = freezeForWithdrawal(withdrawal, account);
    expect(gains([frozen, releaseWithdrawal(withdrawal, account)])).toEqual(new Map());
    expect(gains([frozen, ...sendWithdrawal(withdrawal, account, externalId, feeAccountId)])).toEqual(
      expected([
        [account.availableId, -12n],
        [externalId, 10n],
        [feeAccountId, 2n],
      ]),
    );
    for (const wrong of [{ sum: settlement(0n) }, { currency: 'USD' }]) {
      const sent = () => sendWithdrawal({ ...withdrawal, ...wrong }, account, externalId, feeAccountId);
      expect(sent).toThrow(/sends money of its account/);
    }
  });

  it('brings money in from outside, and takes it back out', () => {
    const sum = { amount: settlement(5n), currency: 'USDT' };
    const moved = (kind: 'top_up' | 'pay_back') => moveExternally(kind, 'm', sum, { availableId, externalId });
    expect(moved('top_up')).toMatchObject({ debitId: externalId, creditId: availableId, amount: 5n });
    expect(moved('pay_back')).toMatchObject({ debitId: availableId, creditId: externalId, amount: 5n });
  });

  it('freezes a withdrawal with its fee', () => {
    expect(freezeForWithdrawal(withdrawal, account)).toEqual({
      debitId: 11,
      creditId: 12,
      amount: 12n,
      currency: 'USDT',
      kind: 'withdrawal_freeze',
      subjectId: 'w',
    });
  });

  it('carries the deal it is for, and the currency of its accounts', () => {
    const [one, other] = [deal(), payoutDeal()];
    const all = [
      holdForPayin(one, maker(1)),
      releasePayin(one, maker(1)),
      ...settlePayin(one, maker(1), account, feeAccountId),
      freezeForPayout(other, account),
      releasePayout(other, account),
      ...settlePayout(other, maker(1), account, feeAccountId),
    ];
    expect(new Set(all.map(({ subjectId }) => subjectId))).toEqual(new Set([one.id]));
    expect(new Set(all.map(({ currency }) => currency))).toEqual(new Set(['USDT']));
    expect(new Set(all.map(({ kind }) => kind)).size).toBe(all.length);
  });

  it('a transfer of a negative amount is a defect', () => {
    expect(() => holdForPayin(deal({ makerSum: settlement(-1n) }), maker(1))).toThrow(/negative/);
    const owing = deal({ makerSum: settlement(1n), feeSum: settlement(2n) });
    expect(() => settlePayin(owing, maker(1), account, feeAccountId)).toThrow(/fee of a payin is part of its sum/);
  });

  it('a transfer across currencies is a defect', () => {
    expect(() => settlePayin(deal(), maker(1, 'USD'), account, feeAccountId)).toThrow();
    expect(() => settlePayout(payoutDeal(), maker(1, 'USD'), account, feeAccountId)).toThrow();
  });

  it('a transfer from an account to itself is a defect', () => {
    expect(() => holdForPayin(deal(), { ...maker(1), heldId: availableId })).toThrow();
  });

  it('a transfer from or to an account that does not exist is a defect', () => {
    expect(() => holdForPayin(deal(), { ...maker(1), availableId: Number.NaN })).toThrow(/accounts that exist/);
    expect(() => holdForPayin(deal(), { ...maker(1), heldId: 0 })).toThrow(/accounts that exist/);
    expect(() => holdForPayin(deal(), { ...maker(1), availableId: 0 })).toThrow(/accounts that exist/);
  });
});
