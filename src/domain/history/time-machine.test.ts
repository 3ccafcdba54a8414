import { describe, expect, it } from 'vitest';
import { deal, invoice, noon } from '../../../test/engine/support/small-world.ts';
import type { Arrival } from '../arrivals/arrival.ts';
import { fiat, settlement } from '../money/money.ts';
import type { Refund } from '../refunds/refund.ts';
import type { StoredLife } from './past-deal.ts';
import { arrivalAt, isDealOfToday, lifeAt, refundAt } from './time-machine.ts';

/** Lives of every kind, at every instant, against a database: test/engine/time-machine.test.ts. */
describe('an arrival of the past', () => {
  const held: Arrival = {
    ...{
      id: 'an arrival',
      requisiteId: 1,
      amount: fiat(100n),
      currency: 'RUB',
      reference: 'x',
      enteredBy: 'anna',
      toldBy: 'operator',
    },
    ...{ status: 'held', exception: 'short', dealId: 'a deal', arrivedAt: noon, createdAt: noon, resolvedAt: null },
  };
  const matched: Arrival = { ...held, status: 'matched', resolvedAt: noon + 10 };

  it('is absent before it came, held until it was decided, and then as it is', () => {
    expect(arrivalAt(matched, noon - 1)).toBeNull();
    expect(arrivalAt(matched, noon)).toEqual(held);
    expect(arrivalAt(matched, noon + 9)).toEqual(held);
    expect(arrivalAt(matched, noon + 10)).toBe(matched);
    expect(arrivalAt(held, noon + 10)).toBe(held);
  });

  it('has the deal of today until it was matched; one that went back never had another', () => {
    expect([isDealOfToday(matched, noon), isDealOfToday(matched, noon + 9)]).toEqual([true, true]);
    expect([isDealOfToday(matched, noon + 10), isDealOfToday(held, noon)]).toEqual([false, false]);
    expect(isDealOfToday({ ...matched, status: 'returned' }, noon)).toBe(false);
  });
});

describe('a refund of the past', () => {
  const refund: Refund = {
    ...{ id: 'a refund', invoiceId: 'an invoice', storeId: 1, sum: fiat(100n), currency: 'RUB', reason: '' },
    ...{
      askedBy: 'merchant',
      createdAt: noon,
      lapsesAt: noon + 100,
      payoutId: 'a payout',
      canceledAt: null,
      excessOf: null,
    },
  };
  const payout = { createdAt: noon + 10 };

  it('has its payout from when the payer said where the money goes', () => {
    expect(refundAt(refund, payout, noon - 1)).toBeNull();
    expect(refundAt(refund, payout, noon)).toEqual({ ...refund, payoutId: null });
    expect(refundAt(refund, payout, noon + 9)?.payoutId).toBeNull();
    expect(refundAt(refund, payout, noon + 10)).toEqual(refund);
    expect(refundAt(refund, undefined, noon + 10)?.payoutId).toBeNull();
  });

  it('is canceled from when it was', () => {
    const canceled: Refund = { ...refund, payoutId: null, canceledAt: noon + 5 };
    expect(refundAt(canceled, undefined, noon + 4)?.canceledAt).toBeNull();
    expect(refundAt(canceled, undefined, noon + 5)?.canceledAt).toBe(noon + 5);
  });
});

describe('an invoice of the past', () => {
  const paid = deal({
    ...{ status: 'completed', startedAt: noon + 10, confirmedAt: noon + 20, endedAt: noon + 30 },
    ...{ receivedSum: fiat(50_000n), makerSum: settlement(523_560_209n) },
  });
  const told = invoice({ status: 'paid', dealCount: 1, receivedSum: fiat(50_000n), sequence: 1, updatedAt: noon + 30 });
  const life: StoredLife = {
    invoice: told,
    deals: [paid],
    snapshots: [{ at: noon + 30, invoice: told, deal: paid }],
    transfers: [
      { kind: 'payin_hold', subjectId: paid.id, at: noon + 10, amount: 1_047_120_418n },
      { kind: 'payin_settle', subjectId: paid.id, at: noon + 30, amount: 500_000_000n },
    ],
    disputeFacts: [],
    audit: [],
  };
  const states = (at: number) => {
    const past = lifeAt(life, at);
    return past === null ? null : [past.invoice.status, ...past.deals.map(({ status }) => status)];
  };

  it('was not there, then new, then with a deal, then confirmed, then paid', () => {
    expect([-1, 0, 9, 10, 19, 20, 29, 30].map((after) => states(noon + after))).toEqual([
      null,
      ['new'],
      ['new'],
      ['new', 'transfer_waiting'],
      ['new', 'transfer_waiting'],
      ['new', 'transfer_confirmed'],
      ['new', 'transfer_confirmed'],
      ['paid', 'completed'],
    ]);
  });

  it('held what its hold says, and names the fee of that time, which is not stored', () => {
    const past = lifeAt(life, noon + 10);
    expect(past?.deals[0]).toMatchObject({ makerSum: 1_047_120_418n, receivedSum: null });
    expect(past?.ofToday).toEqual(['deals.rate', 'deals.feeSum', 'deals.rewardSum']);
    expect(lifeAt(life, noon + 30)?.ofToday).toEqual([]);
  });

  it('was paid with all that came from when the store kept it, also where a dispute has changed that since', () => {
    const sums = (received: bigint) => ({ receivedSum: fiat(received), makerSum: settlement(received * 10n) });
    const [kept, corrected] = [
      { ...paid, ...sums(60_000n) },
      { ...paid, ...sums(55_000n) },
    ];
    const disputed = { at: noon + 50, invoice: { ...told, status: 'dispute' as const }, deal: kept };
    const audit = [{ at: noon + 40, action: 'keep-excess', details: { dealId: paid.id } }];
    const receivedAt = (since: StoredLife, at: number) => lifeAt(since, at)?.deals[0]?.receivedSum;
    for (const [today, snapshots] of [
      [kept, life.snapshots],
      [corrected, [...life.snapshots, disputed, { at: noon + 60, invoice: told, deal: corrected }]],
    ] as const) {
      const since: StoredLife = { ...life, deals: [today], snapshots, audit };
      expect([39, 40, 49].map((after) => receivedAt(since, noon + after))).toEqual([50_000n, 60_000n, 60_000n]);
      expect(lifeAt(since, noon + 40)?.invoice).toMatchObject({ receivedSum: 60_000n, isSumChanged: true });
      expect(receivedAt(since, noon + 60)).toBe(today.receivedSum);
    }
  });
});
