import { describe, expect, it } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import type { Deal, PayoutDeal } from '../invoices/deal.ts';
import { returnedPart } from '../invoices/lifecycle.ts';
import { operatorDecides } from '../merchants/payment-policy.ts';
import { fiat, settlement } from '../money/money.ts';
import {
  apartOf,
  cameFor,
  type Excess,
  type ExcessState,
  excessState,
  excessThatMatters,
  isLikelyExcess,
  requireHeld,
  restOfReturn,
  splitReceived,
} from './excess.ts';

const apart = { policy: { ...operatorDecides, excess: 'apart' } } as const;
const counts = { policy: operatorDecides };
const excess: Excess = {
  id: 'deal',
  invoiceId: 'invoice',
  storeId: 1,
  sum: fiat(100n),
  currency: 'RUB',
  heldSum: settlement(1_000n),
  createdAt: 0,
  keptAt: null,
};
const kept = { ...excess, keptAt: 1 };
const nothing = { sum: fiat(0n), heldSum: settlement(0n) };

describe('a sum', () => {
  it.each([
    ['counts whole where the store keeps nothing apart', counts, 1_100n, undefined, [1_100n, 0n]],
    ['is split where it does', apart, 1_100n, undefined, [1_000n, 100n]],
    ['is not split when no more came than was asked for', apart, 1_000n, undefined, [1_000n, 0n]],
    ['is not split when less came', apart, 900n, undefined, [900n, 0n]],
    ['stays split when the store has changed its mind since', counts, 1_050n, excess, [1_000n, 50n]],
    ['counts whole once its excess was kept', apart, 1_050n, kept, [1_050n, 0n]],
  ] as const)('%s', (_title, store, received, known, [pays, above]) => {
    expect(splitReceived(store, fiat(1_000n), fiat(received), known)).toEqual({ pays, above });
  });

  it('is looked at by a person when it is more than twice what was asked for', () => {
    const likely = [999n, 1_000n, 1_001n, 2_000n, 2_001n].filter((sum) => isLikelyExcess(fiat(1_000n), fiat(sum)));
    expect(likely).toEqual([1_001n, 2_000n]);
  });

  it('is all that came, whether a part of it stands apart or not', () => {
    const deal = { askedSum: fiat(1_000n), receivedSum: null } as Deal;
    expect(cameFor(deal, undefined)).toBe(1_000n);
    expect(cameFor(deal, excess)).toBe(1_100n);
    expect(cameFor({ ...deal, receivedSum: fiat(1_100n) }, kept)).toBe(1_100n);
  });
});

describe('an excess', () => {
  it('stands as the refunds that return it do', () => {
    expect(excessState(excess, [])).toBe('held');
    expect(excessState(excess, ['lapsed', 'canceled', 'failed'])).toBe('held');
    expect(excessState(excess, ['failed', 'waiting'])).toBe('promised');
    expect(excessState(excess, ['failed', 'paying'])).toBe('returning');
    expect(excessState(excess, ['dispute'])).toBe('returning');
    expect(excessState(excess, ['failed', 'paid'])).toBe('returned');
    expect(excessState(kept, ['failed'])).toBe('kept');
    expect(excessState({ ...excess, sum: fiat(0n) }, [])).toBe('none');
  });

  it('stands apart until it was kept', () => {
    expect([apartOf(undefined), apartOf(kept)]).toEqual([nothing, nothing]);
    expect(apartOf(excess)).toMatchObject({ sum: 100n, heldSum: 1_000n });
  });

  it('matters while something can be decided about it, or else if it was the last that was kept', () => {
    const none = { ...excess, id: 'none', ...nothing };
    const later = { ...kept, id: 'later' };
    expect(excessThatMatters([])).toBeUndefined();
    expect(excessThatMatters([kept, none, excess])).toBe(excess);
    expect(excessThatMatters([excess, later])).toBe(excess);
    expect(excessThatMatters([none, kept, later, none])).toBe(later);
    expect(excessThatMatters([none])).toBe(none);
  });

  it('is decided about while it is held, and its payin paid', () => {
    const codeOf = (state: ExcessState, status: 'paid' | 'dispute') => {
      try {
        requireHeld(excess, state, { status });
        return 'done';
      } catch (error) {
        return error instanceof AppError ? error.code : 'a defect';
      }
    };
    expect([codeOf('held', 'paid'), codeOf('held', 'dispute')]).toEqual(['done', 'excess_not_paid']);
    for (const state of ['promised', 'returning', 'returned', 'kept', 'none'] as const) {
      expect(codeOf(state, 'paid')).toBe('excess_not_held');
    }
    expect(() => requireHeld({ ...excess, sum: fiat(0n) }, 'held', { status: 'paid' })).toThrow(/is money/);
  });

  it.each([
    [1_000n, 1_020n, 15n, 1_000n, 0n],
    [1_000n, 900n, 15n, 915n, 85n],
    [0n, 1n, 0n, 0n, 0n],
  ])(
    'gives a payout what it has for it, and leaves no debt: %s for %s and %s',
    (held, makerSum, feeSum, part, rest) => {
      const deal = { makerSum: settlement(makerSum), feeSum: settlement(feeSum) } as PayoutDeal;
      expect(returnedPart(settlement(held), deal)).toBe(part);
      expect(restOfReturn(settlement(held), deal)).toBe(rest);
    },
  );
});
