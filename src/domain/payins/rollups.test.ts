import { describe, expect, it } from 'vitest';
import { rollupStart, rollupStarts, waitWithin } from './rollups.ts';

const at = (text: string) => Date.parse(`2026-11-14T${text}Z`);

it('half hours begin at the full hour and at half past', () => {
  expect(rollupStart(at('12:29:59.999'))).toBe(at('12:00:00'));
  expect(rollupStart(at('12:30:00'))).toBe(at('12:30:00'));
  expect(rollupStarts(at('12:10:00'), at('13:00:00'))).toEqual([at('12:00:00'), at('12:30:00')]);
  expect(rollupStarts(at('12:00:00'), at('12:00:00'))).toEqual([]);
});

describe('how long confirmations take', () => {
  it('is the first bound that enough of them stayed below', () => {
    const counts = new Map([
      [0, 5],
      [2, 4],
      [4, 1],
    ]);
    expect(waitWithin(counts, 5_000)).toBe(60);
    expect(waitWithin(counts, 5_001)).toBe(300);
    expect(waitWithin(counts, 9_500)).toBe(1_800);
  });

  it('is not known where nothing was confirmed, or where it took longer than any bound', () => {
    expect(waitWithin(new Map(), 5_000)).toBeNull();
    expect(waitWithin(new Map([[8, 1]]), 5_000)).toBeNull();
  });
});
