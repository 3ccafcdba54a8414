import { describe, expect, it } from 'vitest';
import type { Arrival } from '../arrivals/arrival.ts';
import type { Deal, DealStatus } from '../invoices/deal.ts';
import type { Invoice, InvoiceStatus } from '../invoices/invoice.ts';
import { fiat } from '../money/money.ts';
import { type FateCode, fateOf, nextFateStep, payinFates } from './sandbox-fate.ts';

const now = 1_000_000;

/** A deal over 1,000 and the kopecks of its fate, that began and ended long ago unless a test says otherwise. */
function dealOf(fate: string, status: DealStatus, change: Partial<Deal> = {}): Deal {
  const times = { startedAt: 0, confirmedAt: 0, endedAt: 0, restsUntil: now + 1 };
  return { type: 'in', status, askedSum: fiat(100_000n + BigInt(fate)), dispute: null, ...times, ...change } as Deal;
}

function stepOf(deal: Deal | null, status: InvoiceStatus = 'new', arrivals: number = 0) {
  const came = Array.from({ length: arrivals }, () => ({}) as Arrival);
  return nextFateStep({ invoice: { status } as Invoice, deal, arrivals: came }, now);
}

describe('the fate of an amount', () => {
  it('is chosen by its kopecks', () => {
    expect([100_001n, 1n, 109n, 99_909n].map((amount) => fateOf(fiat(amount)))).toEqual(['01', '01', '09', '09']);
    expect([100_000n, 100_010n, 100_099n].map((amount) => fateOf(fiat(amount)))).toEqual([null, null, null]);
  });

  it.each(Object.keys(payinFates) as FateCode[])(
    '.%s begins with requisites and is over when it has been canceled',
    (fate) => {
      expect(stepOf(null)).toEqual({ kind: 'wait' });
      expect(stepOf(null, 'expired')).toEqual({ kind: 'over' });
      expect(stepOf(dealOf(fate, 'canceled'), 'canceled')).toEqual({ kind: 'over' });
      expect(stepOf(dealOf(fate, 'expired'))).toEqual({ kind: 'wait' });
      expect(stepOf(dealOf(fate, 'transfer_waiting'))).not.toEqual({ kind: 'over' });
    },
  );

  it.each([
    ['01', 100_001n],
    ['03', 90_003n],
    ['04', 100_004n],
    ['07', 110_007n],
    ['09', 100_009n],
  ])('.%s brings %s kopecks', (fate, amount) => {
    expect(stepOf(dealOf(fate, 'transfer_waiting'))).toEqual({ kind: 'arrival', ordinal: 1, amount, pays: true });
  });

  it.each(['02', '05'])('.%s lets time run out after two seconds', (fate) => {
    expect(stepOf(dealOf(fate, 'transfer_waiting', { startedAt: now - 1_999 }))).toEqual({ kind: 'wait' });
    expect(stepOf(dealOf(fate, 'transfer_waiting', { startedAt: now - 2_000 }))).toEqual({ kind: 'expire' });
    expect(stepOf(dealOf(fate, 'transfer_confirmed'))).toEqual({ kind: 'over' });
  });

  it('.02 brings the money a second later, unless the pair may be another deal’s by then', () => {
    const expired = (change: Partial<Deal>) => stepOf(dealOf('02', 'expired', change), 'expired');
    expect(expired({ endedAt: now - 999 })).toEqual({ kind: 'wait' });
    expect(expired({ endedAt: now - 1_000 })).toMatchObject({ kind: 'arrival', amount: 100_002n });
    expect(expired({ restsUntil: now })).toEqual({ kind: 'over' });
    expect(stepOf(dealOf('05', 'expired'), 'expired')).toEqual({ kind: 'over' });
  });

  it('.04 brings the money once more, and not a third time', () => {
    const paid = dealOf('04', 'completed');
    expect(stepOf(paid, 'paid', 1)).toEqual({ kind: 'arrival', ordinal: 2, amount: 100_004n, pays: false });
    expect(stepOf(paid, 'paid', 2)).toEqual({ kind: 'over' });
    expect(stepOf({ ...paid, restsUntil: now }, 'paid', 1)).toEqual({ kind: 'over' });
  });

  it.each([
    ['06', { kind: 'dispute', reason: 'no_payment', amount: null }],
    ['08', { kind: 'arrival', ordinal: 1, amount: 100_008n, pays: true }],
  ])('.%s shows a receipt, and goes on a second later', (fate, next) => {
    expect(stepOf(dealOf(fate, 'transfer_waiting'))).toEqual({ kind: 'receipt' });
    expect(stepOf(dealOf(fate, 'transfer_confirmed', { confirmedAt: now - 999 }))).toEqual({ kind: 'wait' });
    expect(stepOf(dealOf(fate, 'transfer_confirmed'))).toEqual(next);
  });

  it('.06 leaves the decision to a person, and stays with it', () => {
    const dispute = { result: 'UNKNOWN', openedAt: 0 } as Deal['dispute'];
    expect(stepOf(dealOf('06', 'dispute', { dispute }), 'dispute')).toEqual({ kind: 'over' });
    expect(stepOf(dealOf('06', 'transfer_confirmed', { dispute }))).toEqual({ kind: 'over' });
  });

  it('.09 is disputed and corrected, once', () => {
    const open = { result: null, openedAt: 0 } as Deal['dispute'];
    const decided = { result: 'AMOUNT_CHANGED', openedAt: 0 } as Deal['dispute'];
    const claim = { kind: 'dispute', reason: 'invalid_sum', amount: 90_009n };
    expect(stepOf(dealOf('09', 'completed'), 'paid')).toEqual(claim);
    expect(stepOf(dealOf('09', 'dispute', { dispute: open }), 'dispute')).toEqual({ kind: 'decide', amount: 90_009n });
    expect(stepOf(dealOf('09', 'completed', { dispute: decided }), 'paid')).toEqual({ kind: 'over' });
  });

  it('a payout is paid by a maker (.01) or not at all (.05)', () => {
    const kinds = (fate: string) =>
      (['new', 'transfer_waiting', 'transfer_confirmed', 'completed'] as const).map(
        (status) => stepOf(dealOf(fate, status, { type: 'out' })).kind,
      );
    expect(kinds('01')).toEqual(['take', 'receipt', 'settle', 'over']);
    expect(kinds('05')).toEqual(['expire', 'over', 'over', 'over']);
    expect(kinds('04')).toEqual(['over', 'over', 'over', 'over']);
  });
});
