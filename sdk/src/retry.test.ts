import { describe, expect, it } from 'vitest';
import { readRetryAfterMs, waitBeforeMs } from './retry.ts';

describe('waiting before the next attempt', () => {
  it('doubles up to eight seconds', () => {
    const longest = [1, 2, 3, 4, 5, 6, 7, 20].map((failed) => waitBeforeMs({ failed, retryAfterMs: null }, () => 1));
    expect(longest).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });

  it('is a random part of that', () => {
    expect(waitBeforeMs({ failed: 3, retryAfterMs: null }, () => 0.25)).toBe(250);
  });

  it('is never less than the service asked for', () => {
    expect(waitBeforeMs({ failed: 1, retryAfterMs: 2000 }, () => 0)).toBe(2000);
    expect(waitBeforeMs({ failed: 1, retryAfterMs: 2000 }, () => 1)).toBe(2250);
  });
});

describe('Retry-After', () => {
  const nowMs = Date.parse('2026-11-14T12:00:00Z');

  it.each([
    ['3', 3000],
    ['0', 0],
    ['Sat, 14 Nov 2026 12:00:05 GMT', 5000],
    ['Sat, 14 Nov 2026 11:00:00 GMT', 0],
    ['soon', null],
    [null, null],
  ])('%s is %s ms', (header, expected) => {
    expect(readRetryAfterMs(header, nowMs)).toBe(expected);
  });
});
