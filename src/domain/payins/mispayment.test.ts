import { describe, expect, it } from 'vitest';
import {
  account,
  catalogueOf,
  deal,
  invoice,
  noon,
  requisite,
  store,
} from '../../../test/engine/support/small-world.ts';
import { AppError } from '../../errors/app-error.ts';
import type { PayinDeal } from '../invoices/deal.ts';
import { nudgedSum } from '../invoices/invoice.ts';
import { type Dossier, expireNow } from '../invoices/lifecycle.ts';
import { operatorDecides, type PaymentPolicy } from '../merchants/payment-policy.ts';
import { fiat } from '../money/money.ts';
import { noChanges } from '../state/changes.ts';
import type { Move } from '../state/move.ts';
import { judgeShort, nudgedSums, partsPerInvoiceMax, readPolicy, toleranceOf, toPay } from './mispayment.ts';
import { settle, settlePart } from './settlement.ts';

const roubles = (sum: number) => fiat(BigInt(Math.round(sum * 100)));
const policy = (change: Partial<PaymentPolicy>): PaymentPolicy => ({ ...operatorDecides, ...change });

describe('how much may be missing', () => {
  it.each([
    // asked, units, bps, tolerated
    [1000, 0, 0, 0],
    [1000, 5, 0, 5],
    [1000, 0, 50, 5],
    [1000, 5, 100, 10],
    [1000, 20, 100, 20],
    // Never more than a tenth, whatever the units say.
    [30, 5, 0, 3],
    [1000, 100, 500, 100],
    [500, 100, 0, 50],
  ])('a tolerance over %d with %d units and %d bps is %d', (asked, shortUnits, shortBps, tolerated) => {
    expect(toleranceOf(policy({ shortUnits, shortBps }), roubles(asked), 2)).toBe(roubles(tolerated));
  });

  it('counts whole units in a currency without a fraction', () => {
    expect(toleranceOf(policy({ shortUnits: 5 }), fiat(1_000n), 0)).toBe(5n);
  });
});

describe('a short payment', () => {
  const tolerant = policy({ shortUnits: 5 });
  const patient = policy({ restBy: 'payer' });
  const both = policy({ shortUnits: 5, restBy: 'payer' });
  it.each([
    ['no policy', operatorDecides, 999.99, 'operator'],
    ['tolerance', tolerant, 995, 'pays'],
    ['tolerance', tolerant, 994.99, 'operator'],
    ['rest by the payer', patient, 999.99, 'part'],
    ['rest by the payer', patient, 500, 'part'],
    // Less than half may be somebody else's money.
    ['rest by the payer', patient, 499.99, 'operator'],
    ['both', both, 995, 'pays'],
    ['both', both, 994.99, 'part'],
  ] as const)('a short payment of 1000 with %s (%o), of which %d came: %s', (_name, given, received, verdict) => {
    const sums = { asked: roubles(1000), received: roubles(received), whole: roubles(1000), parts: 0, subunit: 2 };
    expect(judgeShort(given, sums)).toBe(verdict);
  });

  it('measures the tolerance by the whole invoice, also when the rest comes short', () => {
    const rest = { asked: roubles(100), received: roubles(95), whole: roubles(1000), parts: 1, subunit: 2 };
    expect(judgeShort(both, rest)).toBe('pays');
    expect(judgeShort(both, { ...rest, received: roubles(94) })).toBe('part');
  });

  it('is a person’s matter after so many parts', () => {
    const last = { asked: roubles(100), received: roubles(60), whole: roubles(1000), subunit: 2 };
    expect(judgeShort(patient, { ...last, parts: partsPerInvoiceMax - 1 })).toBe('part');
    expect(judgeShort(patient, { ...last, parts: partsPerInvoiceMax })).toBe('operator');
  });
});

it('refuses a policy beyond its bounds, and keeps what is not said', () => {
  expect(readPolicy(policy({ shortBps: 100 }), { shortUnits: 5 })).toEqual(policy({ shortUnits: 5, shortBps: 100 }));
  for (const change of [{ shortUnits: 101 }, { shortBps: 501 }, { shortUnits: -1 }]) {
    expect(() => readPolicy(operatorDecides, change)).toThrow(AppError);
  }
});

describe('a payin that is paid in parts', () => {
  const catalogue = catalogueOf([requisite(1), requisite(2, { makerId: 2 })]);
  const rich = { balance: () => 10n ** 18n, excess: () => undefined };
  const moveAt = (now: number): Move => ({ catalogue, now, changes: noChanges() });
  const first = deal();
  const open: Dossier = { invoice: invoice({ dealCount: 1 }), deals: [first] };
  const part = (move = moveAt(noon + 1)) => settlePart(open, first, fiat(90_000n), rich, move);
  const second = (change: Partial<PayinDeal> = {}) =>
    deal({ id: 'rest', ordinal: 2, requisiteId: 2, makerId: 2, askedSum: fiat(10_000n), ...change });

  it('posts what came at once, shows the sum that was asked for, and asks for the rest', () => {
    const move = moveAt(noon + 1);
    const after = part(move);
    expect(after.invoice).toMatchObject({ status: 'new', partSum: 90_000n, shownSum: 100_000n, receivedSum: null });
    expect(after.deals[0]).toMatchObject({ status: 'completed', receivedSum: 90_000n });
    expect(toPay(after.invoice)).toEqual({ askedSum: 10_000n, isRest: true });
    expect(move.changes.notifications).toEqual([]);
    const kinds = move.changes.transfers.map(({ kind }) => kind);
    expect(kinds).toEqual(['payin_reduce', 'payin_settle', 'payin_fee']);
    // The maker owes what came, to the last unit: what was held and is not owed is released, and nothing else.
    const [reduced, ...settled] = move.changes.transfers;
    const owed = after.deals[0]?.makerSum ?? 0n;
    expect(first.makerSum - (reduced?.amount ?? 0n)).toBe(owed);
    expect(settled.reduce((sum, { amount }) => sum + amount, 0n)).toBe(owed);
    expect(settled[0]?.creditId).toBe(account.availableId);
  });

  it('leaves the payer the time of a deal, however late the part came', () => {
    const late = noon + 3_599_000;
    expect(part(moveAt(late)).invoice.expireAt).toBe(late + store.dealLifetimeMs);
    expect(part().invoice.expireAt).toBe(open.invoice.expireAt);
  });

  it('is paid with the rest, counts each part once, and is nothing out of the ordinary then', () => {
    const after = part();
    const rest = second({ makerSum: open.deals[0]?.makerSum ?? first.makerSum });
    const move = moveAt(noon + 2);
    const paid = settle({ invoice: after.invoice, deals: [...after.deals, rest] }, rest, fiat(10_000n), rich, move);
    expect(paid.invoice).toMatchObject({
      status: 'paid',
      receivedSum: 100_000n,
      shownSum: 100_000n,
      partSum: 90_000n,
      isSumChanged: false,
      sumReason: null,
    });
    const deals = paid.deals;
    expect(paid.invoice.makerSum).toBe(deals.reduce((sum, { makerSum }) => sum + makerSum, 0n));
    expect(paid.invoice.feeSum).toBe(deals.reduce((sum, { feeSum }) => sum + feeSum, 0n));
    expect(move.changes.notifications[0]?.deal?.id).toBe('rest');
  });

  it('says that it is short when the rest is', () => {
    const after = part();
    const rest = second();
    const paid = settle(
      { invoice: after.invoice, deals: [...after.deals, rest] },
      rest,
      fiat(9_900n),
      rich,
      moveAt(noon + 2),
    );
    expect(paid.invoice).toMatchObject({ receivedSum: 99_900n, isSumChanged: true, sumReason: 'short' });
  });

  it('expires when the rest does not come: the merchant is told that it is short, and keeps what came', () => {
    const move = moveAt(noon + 9_000_000);
    const after = expireNow(part(), move);
    expect(after.invoice).toMatchObject({ status: 'expired', partSum: 90_000n, sumReason: 'short', receivedSum: null });
    expect(move.changes.transfers).toEqual([]);
    expect(move.changes.notifications).toHaveLength(1);
  });

  it('is never paid twice: a second whole deal beside a completed one is impossible', () => {
    const paidBefore = deal({ id: 'other', ordinal: 2, status: 'completed' });
    const twice: Dossier = { invoice: invoice({ dealCount: 2 }), deals: [first, paidBefore] };
    expect(() => settle(twice, first, first.askedSum, rich, moveAt(noon + 1))).toThrow(/parts that were counted/);
  });
});

describe('a sum that is busy everywhere', () => {
  const sums = (nudgeMinor: number, asked: bigint, isRest = false) =>
    nudgedSums({ ...operatorDecides, nudgeMinor }, fiat(asked), isRest);

  it('is lowered by as little as possible first, never raised, and not at all unless the store says so', () => {
    expect(sums(0, 100_000n)).toEqual([]);
    expect(sums(3, 100_000n)).toEqual([99_999n, 99_998n, 99_997n]);
  });

  it('is never lowered by more than one per cent, and a rest not at all', () => {
    expect(sums(100, 1_000n)).toHaveLength(10);
    expect(sums(100, 99n)).toEqual([]);
    expect(sums(100, 100_000n, true)).toEqual([]);
  });

  it('is the sum of the deal, unless that is what was asked for or what is left of it', () => {
    const invoice = { askedSum: fiat(1_000n), partSum: null };
    const deal = (askedSum: bigint) => ({ type: 'in', askedSum: fiat(askedSum) }) as const;
    expect(nudgedSum(invoice, undefined)).toBeNull();
    expect(nudgedSum(invoice, deal(1_000n))).toBeNull();
    expect(nudgedSum(invoice, deal(998n))).toBe(998n);
    expect(nudgedSum({ ...invoice, partSum: fiat(400n) }, deal(600n))).toBeNull();
    expect(nudgedSum(invoice, { type: 'out', askedSum: fiat(998n) })).toBeNull();
  });
});
