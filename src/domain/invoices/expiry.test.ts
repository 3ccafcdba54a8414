import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogueOf, deal, invoice, noon, payoutDeal, requisite } from '../../../test/engine/support/small-world.ts';
import { noChanges } from '../state/changes.ts';
import type { Deal, DealStatus } from './deal.ts';
import { asOf, dueDeal, invoiceIsDue, moneyIsOnItsWay, nextExpiry } from './expiry.ts';
import type { InvoiceStatus } from './invoice.ts';
import { expireDue } from './lifecycle.ts';

const anyInstant = fc.integer({ min: -2, max: 2 }).map((ms) => noon + ms);

/** Which states of the newest deal go with which of its invoice. */
const together: Readonly<Record<InvoiceStatus, readonly DealStatus[]>> = {
  new: ['new', 'transfer_waiting', 'transfer_confirmed', 'canceled', 'expired'],
  paid: ['completed'],
  canceled: ['canceled', 'expired'],
  expired: ['canceled', 'expired'],
  dispute: ['dispute'],
};

/** A payin or payout in any state that can be, at any time around its end and its deal's. */
const anyDossier = fc
  .constantFrom(...(Object.keys(together) as InvoiceStatus[]))
  .chain((status) =>
    fc.record({
      status: fc.constant(status),
      type: fc.constantFrom('in' as const, 'out' as const),
      expireAt: anyInstant,
      last: fc.option(fc.record({ status: fc.constantFrom(...together[status]), deadlineAt: anyInstant })),
      earlier: fc.array(fc.constantFrom('canceled' as const, 'expired' as const), { maxLength: 2 }),
    }),
  )
  .map(({ type, status, expireAt, last, earlier }) => {
    const all: Pick<Deal, 'status' | 'deadlineAt'>[] = [
      ...(type === 'in' ? earlier.map((ended) => ({ status: ended, deadlineAt: noon - 10 })) : []),
      ...(last === null || (type === 'in' && last.status === 'new') ? [] : [last]),
    ];
    const deals = all.map((one, index) => {
      const own = { ...one, id: `deal ${index + 1}`, ordinal: index + 1 };
      return type === 'in' ? deal(own) : payoutDeal({ ...own, makerId: null });
    });
    return { invoice: invoice({ type, status, expireAt, dealCount: deals.length }), deals };
  });

describe('time', () => {
  it('ends a waiting deal at the instant of its end, not before', () => {
    const waiting = deal({ deadlineAt: noon });
    expect(dueDeal([waiting], noon - 1)).toBeUndefined();
    expect(dueDeal([waiting], noon)).toBe(waiting);
  });

  it('ends an invoice at the instant of its end, not before', () => {
    const open = invoice({ expireAt: noon });
    expect(invoiceIsDue(open, [], noon - 1)).toBe(false);
    expect(invoiceIsDue(open, [], noon)).toBe(true);
  });

  it('ends neither a confirmed transfer nor a payout that a maker has taken', () => {
    const confirmed = deal({ status: 'transfer_confirmed', deadlineAt: noon });
    const taken = payoutDeal({ status: 'transfer_waiting', deadlineAt: noon });
    for (const running of [confirmed, taken]) {
      expect(moneyIsOnItsWay(running)).toBe(true);
      expect(dueDeal([running], noon + 1)).toBeUndefined();
      expect(invoiceIsDue(invoice({ type: running.type, expireAt: noon }), [running], noon + 1)).toBe(false);
    }
  });

  it('ends a payout that no maker has taken', () => {
    const waiting = payoutDeal({ status: 'new', deadlineAt: noon });
    expect(dueDeal([waiting], noon)).toBe(waiting);
    expect(invoiceIsDue(invoice({ type: 'out', expireAt: noon }), [waiting], noon)).toBe(true);
  });
});

describe('asOf', () => {
  it('shows nothing as active whose time has passed', () => {
    fc.assert(
      fc.property(anyDossier, ({ invoice: stored, deals }) => {
        const shown = asOf(stored, deals, noon);
        const late = shown.deals.filter(
          (one) => (one.status === 'transfer_waiting' || one.status === 'new') && one.deadlineAt <= noon,
        );
        if (shown.invoice.status === 'new') expect(late.filter((one) => !moneyIsOnItsWay(one))).toEqual([]);
        if (shown.invoice.status === 'new' && stored.expireAt <= noon)
          expect(shown.deals.some(moneyIsOnItsWay)).toBe(true);
        if (shown.invoice.status === 'canceled') expect(shown.deals).toEqual([]);
        expect(shown.deals.every(({ status }) => status !== 'canceled' && status !== 'expired')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('shows before the worker came what it shows after', () => {
    const catalogue = catalogueOf([requisite(1)]);
    fc.assert(
      fc.property(anyDossier, (dossier) => {
        const before = asOf(dossier.invoice, dossier.deals, noon);
        const written = expireDue(dossier, { catalogue, now: noon, changes: noChanges() });
        const after = asOf(written.invoice, written.deals, noon);
        expect(after.invoice.status).toBe(before.invoice.status);
        expect(after.deals).toEqual(before.deals);
      }),
      { numRuns: 500 },
    );
  });

  it('shows the same when it is asked twice', () => {
    fc.assert(
      fc.property(anyDossier, ({ invoice: stored, deals }) => {
        const once = asOf(stored, deals, noon);
        expect(asOf(once.invoice, once.deals, noon)).toEqual(once);
      }),
    );
  });
});

describe('nextExpiry', () => {
  it('is never later than the first instant at which the invoice looks different, and null when there is none', () => {
    const instants = [-3, -2, -1, 0, 1, 2, 3].map((ms) => noon + ms);
    fc.assert(
      fc.property(anyDossier, ({ invoice: stored, deals }) => {
        const [start = noon] = instants;
        const now = asOf(stored, deals, start);
        const different = instants.find((instant) => !isDeepStrictEqual(asOf(stored, deals, instant), now));
        const next = nextExpiry(stored, deals, start);
        // The invoice's own end comes with, or after, that of its deal; both are looked at, so it is never too late.
        expect(next ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(different ?? Number.POSITIVE_INFINITY);
        expect(next === null).toBe(different === undefined);
      }),
      { numRuns: 500 },
    );
  });

  it('is always in the future, so that a timer can wait for it', () => {
    fc.assert(
      fc.property(anyDossier, anyInstant, ({ invoice: stored, deals }, now) => {
        expect(nextExpiry(stored, deals, now) ?? Number.POSITIVE_INFINITY).toBeGreaterThan(now);
      }),
    );
  });
});
