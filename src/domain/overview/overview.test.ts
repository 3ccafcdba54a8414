import { describe, expect, it } from 'vitest';
import { catalogueOf, noon } from '../../../test/engine/support/small-world.ts';
import { alarmsOf, lowBalances, missTotals, type OverviewLine, tradeTotals, waitTotals } from './overview.ts';

const line = (change: Partial<OverviewLine>): OverviewLine => ({
  dimension: 'step',
  key: '',
  at: null,
  type: 'in',
  currency: 'RUB',
  created: 1,
  paid: 0,
  ended: 0,
  paidSum: 0n,
  makerSum: 0n,
  ...change,
});

describe('the trade of a period', () => {
  it('counts by direction and currency, and what was paid of what has ended', () => {
    const lines = [
      line({ type: 'out', created: 2 }),
      line({ currency: 'KZT', created: 1, paid: 1, ended: 1, paidSum: 7n }),
      line({ at: 1, created: 7, paid: 1, ended: 4, paidSum: 100n }),
      line({ at: 2, created: 4, paid: 1, ended: 2, paidSum: 200n }),
      line({ dimension: 'store', key: '1', created: 99, paid: 99, ended: 99 }),
    ];
    expect(tradeTotals(lines)).toEqual([
      { type: 'in', currency: 'RUB', created: 11, paid: 2, paidSum: 300n, successBps: 3_333 },
      { type: 'in', currency: 'KZT', created: 1, paid: 1, paidSum: 7n, successBps: 10_000 },
      { type: 'out', currency: 'RUB', created: 2, paid: 0, paidSum: 0n, successBps: null },
    ]);
    expect(tradeTotals([])).toEqual([]);
  });

  it('tells how long confirmations took by the classes of all currencies', () => {
    const lines = [
      line({ dimension: 'wait', key: '0', created: 3 }),
      line({ dimension: 'wait', key: '3', currency: 'KZT', created: 2 }),
      line({ dimension: 'wait', key: '8', type: 'out', created: 9 }),
    ];
    expect(waitTotals(lines, 'in')).toEqual({ count: 5, halfWithinS: 60, mostWithinS: 600 });
    expect(waitTotals(lines, 'out')).toEqual({ count: 9, halfWithinS: null, mostWithinS: null });
  });

  it('adds up why there were no requisites, the most frequent reason first', () => {
    const lines = [
      line({ dimension: 'miss', key: 'limits', created: 2 }),
      line({ dimension: 'miss', key: 'amount_busy', created: 2 }),
      line({ dimension: 'miss', key: 'amount_busy', currency: 'KZT', created: 1 }),
    ];
    expect(missTotals(lines)).toEqual([
      { reason: 'amount_busy', count: 3 },
      { reason: 'limits', count: 2 },
    ]);
  });
});

describe('balances that run low', () => {
  const maker = (id: number, free: bigint, getsDeals = true) => ({ id, free, getsDeals });

  it('are those that are empty, and those that last for less than half a day at the pace of the last', () => {
    const makers = [maker(1, 500n), maker(2, 499n), maker(3, 100n), maker(4, 0n), maker(5, 7n), maker(6, 0n, false)];
    const pace = new Map([1, 2, 3, 4].map((id) => [id, 1_000n]));
    expect(lowBalances(makers, pace).map((low) => [low.maker.id, low.hoursLeft])).toEqual([
      [4, null],
      [3, 2n],
      [2, 11n],
    ]);
  });
});

describe('what operators should look at', () => {
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
