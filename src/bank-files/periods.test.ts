import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber, Periods } from './periods.ts';

const period = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: -1, max: 12 }));

/** A number that counts how often it is compared with another one. */
function counting(day: number, counter: { compared: number }): number {
  const counted = () => {
    counter.compared += 1;
    return day;
  };
  return { valueOf: counted } as unknown as number;
}

describe('periods', () => {
  it('give a day to the first of them that covers it, as looking through all would', () => {
    const check = fc.property(fc.array(period, { maxLength: 25 }), (drawn) => {
      const all = drawn.map(([from, days], index) => ({ from, to: from + days, index }));
      const periods = new Periods<number>();
      for (const { from, to, index } of all) periods.add(from, to, index);
      for (let day = -2; day < 60; day++) {
        const first = all.find(({ from, to }) => from <= day && day <= to);
        expect(periods.at(day)).toBe(first?.index ?? null);
      }
    });
    fc.assert(check, { numRuns: 300 });
  });

  it('find a day among ten thousand of them with fifteen comparisons or fewer', () => {
    const periods = new Periods<number>();
    for (let index = 0; index < 10_000; index++) periods.add(index * 2, index * 2, index);
    const counter = { compared: 0 };
    expect(periods.at(counting(19_998, counter))).toBe(9_999);
    expect(counter.compared).toBeLessThanOrEqual(15);
  });

  it('are walked over once when a thousand long ones cover ten thousand short ones', () => {
    const periods = new Periods<number>();
    for (let index = 0; index < 10_000; index++) periods.add(index * 2, index * 2, index);
    const counter = { compared: 0 };
    periods.add(0, 20_000, -1);
    for (let index = 0; index < 1_000; index++) periods.add(counting(0, counter), 20_000, index);
    expect(counter.compared).toBeLessThan(20_000);
    expect(periods.at(20_000)).toBe(-1);
  });

  it('count days from 1970', () => {
    expect([dayNumber('1970-01-01'), dayNumber('2026-11-16')]).toEqual([0, 20_773]);
  });
});
