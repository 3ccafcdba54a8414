import { describe, expect, it } from 'vitest';
import { codeOf } from '../../../test/engine/support/outcomes.ts';
import { maker, noon, payoutDeal, store } from '../../../test/engine/support/small-world.ts';
import { settlement } from '../money/money.ts';
import type { Taking } from './deal.ts';
import {
  isLateFor,
  isUnproved,
  proofDueAt,
  requireMayTake,
  requireTakingRoom,
  takenBy,
  takingEnded,
} from './taking.ts';

const hourMs = store.payoutProofMs;
const open = payoutDeal({ status: 'new', makerId: null });
const taken = (change: Partial<Taking> = {}) =>
  payoutDeal({
    status: 'transfer_waiting',
    makerId: 1,
    takings: [{ makerId: 1, until: noon, endedAt: null, ...change }],
  });
const givenBack = (endedAt: number) =>
  payoutDeal({ status: 'new', makerId: null, takings: [{ makerId: 1, until: noon, endedAt }] });

describe('the time to prove a payout', () => {
  it('is fixed when it is taken, and ends when it is given back', () => {
    const deal = { ...open, status: 'transfer_waiting' as const, ...takenBy(open, 1, store, noon) };
    expect(proofDueAt(deal)).toBe(noon + hourMs);
    expect([isUnproved(deal, noon + hourMs - 1), isUnproved(deal, noon + hourMs)]).toEqual([false, true]);
    expect(takingEnded(deal, noon + 1)).toEqual({ takings: [{ makerId: 1, until: noon + hourMs, endedAt: noon + 1 }] });
    expect(takingEnded(open, noon)).toEqual({ takings: null });
  });

  it('is that of the deal where an earlier release gave it to its maker', () => {
    const deal = payoutDeal({ status: 'transfer_waiting', deadlineAt: noon + 5 });
    expect(proofDueAt(deal)).toBe(noon + 5);
  });

  it('is over with the proof, and no payin has one', () => {
    expect(proofDueAt({ ...taken(), status: 'transfer_confirmed' })).toBeNull();
    expect(proofDueAt(open)).toBeNull();
  });
});

describe('who had a payout', () => {
  const again = (deal: typeof open, now: number, makerId = 1) =>
    codeOf(() => requireMayTake([deal], makerId, store, now));

  it('has what is left of the time, however often it is given back', () => {
    const until = (now: number, makerId = 1) =>
      takenBy(givenBack(noon - 2), makerId, store, now).takings?.at(-1)?.until;
    expect([until(noon - 1), until(noon), until(noon - 1, 2)]).toEqual([noon, noon + hourMs, noon - 1 + hourMs]);
  });

  it('gets it again once others had as long to take it', () => {
    expect(again(givenBack(noon - 1), noon - 1)).toBe('done');
    expect(again(givenBack(noon - 1), noon)).toBe('payout_given_back');
    expect(again(givenBack(noon - 1), noon - 1 + hourMs - 1)).toBe('payout_given_back');
    expect(again(givenBack(noon - 1), noon - 1 + hourMs)).toBe('done');
    expect(again(givenBack(noon - 1), noon, 2)).toBe('done');
  });

  it('does not get it again when the time had run out, or the deal was lost with it', () => {
    expect(again(givenBack(noon), noon + 9 * hourMs)).toBe('payout_failed_before');
    expect(again(payoutDeal({ status: 'canceled', makerId: 1 }), noon)).toBe('payout_failed_before');
  });
});

describe('the room for another payout', () => {
  const room = (change: Parameters<typeof maker>[2], count: number, available = 0n) =>
    codeOf(() =>
      requireTakingRoom(
        maker(1, 'USDT', change),
        Array.from({ length: count }, (_, index) => ({ makerId: 1, dealId: `${index}`, makerSum: settlement(10n) })),
        { makerSum: settlement(10n) },
        available,
      ),
    );

  it('ends with the number that the maker may have', () => {
    expect([room({ takingsMax: 2 }, 1), room({ takingsMax: 2 }, 2)]).toEqual(['done', 'maker_takings_full']);
  });

  it('ends with the balance where that has to cover them', () => {
    const covered = { takingsMax: 9, takingsCovered: true };
    expect([room(covered, 2, 30n), room(covered, 2, 29n)]).toEqual(['done', 'maker_takings_uncovered']);
    expect(room({ takingsMax: 9 }, 2, 0n)).toBe('done');
  });
});

describe('a proof', () => {
  const dayMs = 86_400_000;

  it('is late where its maker has the payout no more and has shown none', () => {
    expect(isLateFor([taken()], 1, noon)).toBe(false);
    expect(isLateFor([givenBack(noon)], 1, noon)).toBe(true);
    expect(isLateFor([{ ...taken(), status: 'canceled' }], 1, noon)).toBe(true);
    expect(isLateFor([{ ...taken(), status: 'canceled', confirmedAt: noon }], 1, noon)).toBe(false);
    expect(isLateFor([givenBack(noon)], 2, noon)).toBe(false);
    expect(isLateFor([open], 1, noon)).toBe(false);
  });

  it('is looked at for three days', () => {
    expect(isLateFor([givenBack(noon)], 1, noon + 3 * dayMs - 1)).toBe(true);
    expect(isLateFor([givenBack(noon)], 1, noon + 3 * dayMs)).toBe(false);
  });
});
