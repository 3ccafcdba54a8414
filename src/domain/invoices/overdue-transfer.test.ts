import { describe, expect, it } from 'vitest';
import { catalogueOf, deal, noon, payoutDeal, requisite, store } from '../../../test/engine/support/small-world.ts';
import { rate } from '../rates/rates.ts';
import type { DealStatus, PayinDeal } from './deal.ts';
import { overdueAt, rateToSettle, replacedRate } from './overdue-transfer.ts';

const dayMs = 86_400_000;
/** The store's rate is 95.50 now; this deal has another one, and a receipt since then. */
const confirmed = (hundredMillionths: bigint, change: Partial<PayinDeal> = {}): PayinDeal =>
  deal({ status: 'transfer_confirmed', confirmedAt: noon, rate: rate(hundredMillionths), ...change });
const claim = {
  reason: 'unknown',
  amount: null,
  attachment: null,
  result: null,
  openedAt: noon,
  deadlineAt: noon,
} as const;
const disputed = (from: Exclude<DealStatus, 'dispute'>): PayinDeal =>
  confirmed(1n, { status: 'dispute', dispute: { ...claim, from } });
const when = { catalogue: catalogueOf([requisite(1)]), now: noon + dayMs };

describe('a confirmed transfer', () => {
  it('is overdue a day after its receipt; nothing else ever is', () => {
    expect(overdueAt(confirmed(1n), store)).toBe(noon + dayMs);
    expect(overdueAt(deal({ confirmedAt: null }), store)).toBeNull();
    expect(overdueAt(confirmed(1n, { status: 'completed' }), store)).toBeNull();
    expect(overdueAt(disputed('transfer_confirmed'), store)).toBe(noon + dayMs);
    for (const from of ['transfer_waiting', 'completed', 'expired'] as const) {
      expect(overdueAt(disputed(from), store)).toBeNull();
    }
    expect(overdueAt(payoutDeal({ status: 'transfer_confirmed', confirmedAt: noon }), store)).toBeNull();
  });

  it('loses its rate past the deadline, when the rate has moved by more than three per cent, up or down', () => {
    // 95.50 is 3 % above 92.718…, and 3 % below 98.453….
    expect(replacedRate(confirmed(9_271_844_660n), store, when)).toBe(9_550_000_000n);
    expect(replacedRate(confirmed(9_271_844_661n), store, when)).toBeNull();
    expect(replacedRate(confirmed(9_845_360_825n), store, when)).toBe(9_550_000_000n);
    expect(replacedRate(confirmed(9_845_360_824n), store, when)).toBeNull();
  });

  it('keeps its rate until the deadline, however far the rate moves', () => {
    expect(replacedRate(confirmed(1n), store, { ...when, now: noon + dayMs - 1 })).toBeNull();
  });
});

describe('the rate to settle with', () => {
  const codeOf = (of: PayinDeal, asked: 'now' | null) => {
    try {
      return rateToSettle(of, store, asked, when);
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  it('has to be chosen where the deal has lost its own, and cannot be where it has not', () => {
    const [lost, kept] = [confirmed(8_000_000_000n), confirmed(9_500_000_000n)];
    expect([codeOf(lost, null), codeOf(lost, 'now')]).toEqual(['rate_moved', 9_550_000_000n]);
    expect([codeOf(kept, null), codeOf(kept, 'now')]).toEqual([9_500_000_000n, 'rate_fixed']);
  });

  it('is refused while there is no good rate of now', () => {
    const without = { ...when, catalogue: { ...when.catalogue, rates: new Map() } };
    expect(() => rateToSettle(confirmed(8_000_000_000n), store, 'now', without)).toThrow(/no current rate/);
  });
});
