import { describe, expect, it } from 'vitest';
import { accountDays, type DaySums, type ToldPeriod } from './closed-days.ts';

const days = ['2026-11-16', '2026-11-15', '2026-11-14'];
const period = (more: Partial<ToldPeriod> = {}): ToldPeriod => ({
  importId: 'a',
  ordinal: 0,
  family: 'camt',
  first: '2026-11-14',
  last: '2026-11-16',
  opening: 100n,
  closing: 160n,
  isInterim: false,
  ...more,
});
const sums: DaySums[] = [
  { day: '2026-11-14', family: 'camt', lines: 2, sumIn: 50n, sumOut: 10n },
  { day: '2026-11-16', family: 'camt', lines: 1, sumIn: 20n, sumOut: 0n },
];
const states = (told: Partial<Parameters<typeof accountDays>[1]>) =>
  accountDays(days, { periods: [], sums, lists: [], ...told }).map(({ state }) => state);

describe('the days of an account', () => {
  it('follow within a period: each opens with what the lines before it make', () => {
    const found = accountDays(days, { periods: [period()], sums, lists: [] });
    expect(found.map(({ state, opening, closing }) => ({ state, opening, closing }))).toEqual([
      { state: 'closed', opening: 140n, closing: 160n },
      { state: 'closed', opening: 140n, closing: 140n },
      { state: 'closed', opening: 100n, closing: 140n },
    ]);
  });

  it('are open while a list has something left', () => {
    const lists = [
      { day: '2026-11-15', onlyBank: 0, onlyOurs: 1 },
      { day: '2026-11-16', onlyBank: 2, onlyOurs: 0 },
    ];
    expect(states({ periods: [period()], lists })).toEqual(['open', 'open', 'closed']);
  });

  it('do not add up when a line is missing or there is one too many', () => {
    expect(states({ periods: [period()], sums: sums.slice(1) })).toEqual(['unbalanced', 'unbalanced', 'unbalanced']);
    const extra = { day: '2026-11-15', family: 'camt', lines: 1, sumIn: 1n, sumOut: 0n };
    expect(states({ periods: [period()], sums: [...sums, extra] })).toEqual(['unbalanced', 'unbalanced', 'unbalanced']);
  });

  it('count the lines of the family that tells the balances, and not those of another one', () => {
    const twice = sums.map((one) => ({ ...one, family: 'mt940' }));
    expect(states({ periods: [period()], sums: [...twice, ...sums] })).toEqual(['closed', 'closed', 'closed']);
  });

  it('are closed by pages that follow each other, and not when one is missing between them', () => {
    const pages = (opening: bigint) => [
      period({ first: days[0] ?? '', opening: 140n, closing: 150n }),
      period({ first: days[0] ?? '', ordinal: 1, opening, closing: 160n }),
    ];
    expect(states({ periods: pages(150n) })[0]).toBe('closed');
    expect(states({ periods: pages(151n) })[0]).toBe('unbalanced');
  });

  it('are told by the newest file with balances; a report within the day, or none, closes nothing', () => {
    const wrong = period({ closing: 1n });
    expect(states({ periods: [wrong, period({ importId: 'b' })] })).toEqual(['closed', 'closed', 'closed']);
    expect(states({ periods: [period({ isInterim: true })] })).toEqual(['unbalanced', 'unbalanced', 'unbalanced']);
    expect(states({ periods: [period({ opening: null })] })).toEqual(['unbalanced', 'unbalanced', 'unbalanced']);
    expect(states({})).toEqual(['untold', 'untold', 'untold']);
  });
});
