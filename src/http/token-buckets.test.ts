import { describe, expect, it } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { TokenBuckets } from './token-buckets.ts';

const minuteMs = 60_000;

function takenOf(buckets: TokenBuckets, key: string, times: number, nowMs: number): number {
  let taken = 0;
  for (let time = 0; time < times; time++) {
    try {
      buckets.take(key, nowMs);
      taken += 1;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error;
    }
  }
  return taken;
}

describe('a bucket', () => {
  it('gives a minute’s worth at once, then one for each part of the minute', () => {
    const buckets = new TokenBuckets(60);
    expect(takenOf(buckets, 'a', 10_000, 0)).toBe(60);
    expect(takenOf(buckets, 'a', 100, 999)).toBe(0);
    expect(takenOf(buckets, 'a', 100, 10_000)).toBe(10);
    expect(takenOf(buckets, 'a', 100, 10 * minuteMs)).toBe(60);
  });

  it('a bucket that holds less than a minute’s worth gives that much at once, and the rest as time passes', () => {
    const buckets = new TokenBuckets(120, 4);
    expect(takenOf(buckets, 'a', 100, 0)).toBe(4);
    expect(takenOf(buckets, 'a', 100, 500)).toBe(1);
    expect(takenOf(buckets, 'a', 100, minuteMs)).toBe(4);
    buckets.giveBack('a');
    buckets.giveBack('a');
    expect(takenOf(buckets, 'a', 100, minuteMs)).toBe(2);
  });

  it('says how many seconds to wait', () => {
    const buckets = new TokenBuckets(6);
    takenOf(buckets, 'a', 6, 0);
    const refusal = (nowMs: number) => {
      try {
        buckets.take('a', nowMs);
      } catch (error) {
        return (error as AppError).message;
      }
      return null;
    };
    expect(refusal(0)).toContain('after 10 s');
    expect(refusal(9_500)).toContain('after 1 s');
    expect(refusal(10_001)).toBeNull();
  });

  it('is each key’s own', () => {
    const buckets = new TokenBuckets(5);
    expect([takenOf(buckets, 'a', 9, 0), takenOf(buckets, 'b', 9, 0)]).toEqual([5, 5]);
  });

  it('takes back what was not needed, and never holds more than it does', () => {
    const buckets = new TokenBuckets(5);
    takenOf(buckets, 'a', 5, 0);
    for (let time = 0; time < 9; time++) buckets.giveBack('a');
    expect(takenOf(buckets, 'a', 99, 0)).toBe(5);
    buckets.giveBack('unknown');
    expect(takenOf(buckets, 'unknown', 99, 0)).toBe(5);
  });

  it('pays afterwards with what there is, and owes nothing', () => {
    const buckets = new TokenBuckets(3);
    buckets.take('a', 0);
    for (let time = 0; time < 9; time++) buckets.spend('a');
    expect(takenOf(buckets, 'a', 9, 0)).toBe(0);
    expect(takenOf(buckets, 'a', 9, 20_000)).toBe(1);
    buckets.spend('unknown');
    expect(takenOf(buckets, 'unknown', 9, 0)).toBe(3);
  });

  it('loses nothing when the clock is set back', () => {
    const buckets = new TokenBuckets(5);
    takenOf(buckets, 'a', 2, 10 * minuteMs);
    expect(takenOf(buckets, 'a', 99, 0)).toBe(3);
  });

  it('is no limit at 0', () => {
    expect(takenOf(new TokenBuckets(0), 'a', 1000, 0)).toBe(1000);
  });

  it('a bucket of the key that asked longest ago is forgotten when there are too many', () => {
    const buckets = new TokenBuckets(1);
    buckets.take('first', 0);
    buckets.take('second', 0);
    for (let key = 0; key < 49_999; key++) buckets.take(`other ${key}`, 0);
    expect(buckets.size).toBe(50_000);
    expect(takenOf(buckets, 'second', 1, 0)).toBe(0);
    expect(takenOf(buckets, 'first', 1, 0)).toBe(1);
  });
});
