import { describe, expect, it } from 'vitest';
import { catalogueOf, noon } from '../../test/engine/support/small-world.ts';
import { alarmsOf, type TradeLine, tradeTotals } from './overview.ts';

const line = (type: 'in' | 'out', currency: string, status: string, count: number, sum = 0n): TradeLine => ({
  type,
  currency,
  status,
  count,
  sum,
});

describe('the trade of a day', () => {
  it('counts by direction and currency, and what was paid of what has ended', () => {
    const lines = [
      line('out', 'RUB', 'new', 2, 500n),
      line('in', 'KZT', 'paid', 1, 7n),
      line('in', 'RUB', 'paid', 2, 300n),
      line('in', 'RUB', 'expired', 3, 900n),
      line('in', 'RUB', 'canceled', 1, 900n),
      line('in', 'RUB', 'new', 4, 900n),
      line('in', 'RUB', 'dispute', 1, 900n),
    ];
    expect(tradeTotals(lines)).toEqual([
      { type: 'in', currency: 'RUB', created: 11, paid: 2, paidSum: 300n, successBps: 3_333 },
      { type: 'in', currency: 'KZT', created: 1, paid: 1, paidSum: 7n, successBps: 10_000 },
      { type: 'out', currency: 'RUB', created: 2, paid: 0, paidSum: 0n, successBps: null },
    ]);
    expect(tradeTotals([])).toEqual([]);
  });
});

describe('what somebody should look at', () => {
  const quiet = {
    isMoneyOutOpen: true,
    feeds: [{ isEnabled: true, fault: null, usedPlace: 1 }],
    overdue: 0,
    receiversPaused: 0,
    makerBalances: [1n],
    lastBackupAt: noon - 48 * 3_600_000,
    needsBackups: true,
  };

  it('is nothing while all is well', () => {
    expect(alarmsOf(catalogueOf([]), quiet, noon)).toEqual([]);
    const off = { ...quiet, feeds: [{ isEnabled: false, fault: 'jump' as const, usedPlace: 2 }] };
    expect(alarmsOf(catalogueOf([]), off, noon)).toEqual([]);
    const unasked = { ...quiet, feeds: [{ isEnabled: true, fault: null, usedPlace: null }] };
    expect(alarmsOf(catalogueOf([]), unasked, noon)).toEqual([]);
  });

  it('is named with how many, the most urgent first', () => {
    const trouble = {
      isMoneyOutOpen: false,
      feeds: [
        { isEnabled: true, fault: 'jump' as const, usedPlace: 1 },
        { isEnabled: true, fault: null, usedPlace: 2 },
      ],
      overdue: 3,
      receiversPaused: 2,
      makerBalances: [0n, 5n, 0n],
      lastBackupAt: noon - 48 * 3_600_000 - 1,
      needsBackups: true,
    };
    expect(alarmsOf(catalogueOf([]), trouble, noon)).toEqual([
      { kind: 'money_out_stopped', count: 1 },
      { kind: 'feeds_failing', count: 1 },
      { kind: 'feeds_on_fallback', count: 1 },
      { kind: 'transfers_overdue', count: 3 },
      { kind: 'receivers_paused', count: 2 },
      { kind: 'makers_empty', count: 2 },
      { kind: 'backup_old', count: 1 },
    ]);
    const sandbox = { ...quiet, lastBackupAt: null, needsBackups: false };
    expect(alarmsOf(catalogueOf([]), sandbox, noon)).toEqual([]);
    expect(alarmsOf(catalogueOf([]), { ...quiet, lastBackupAt: null }, noon)).toEqual([
      { kind: 'backup_old', count: 1 },
    ]);
  });

  it('is a rate that is older than its limit', () => {
    const catalogue = catalogueOf([]);
    const [[name, pair] = ['', null]] = catalogue.rates;
    if (pair === null) throw new Error('the small world has a rate');
    const old = { ...pair, in: { ...pair.in, setAt: noon - 2, ageMaxMs: 1 } };
    expect(alarmsOf({ rates: new Map([[name, old]]) }, quiet, noon)).toEqual([{ kind: 'rates_outdated', count: 1 }]);
  });
});
