import { describe, expect, it } from 'vitest';
import { afterAttempt, outcomeOfStatus, readRetryAfter, retryPausesMs } from './delivery.ts';

const now = Date.parse('2026-11-15T12:00:00Z');
const attempt = (ordinal: number, askedPauseMs: number | null = null) =>
  ({ ordinal, outcome: 'refused', endedAt: now, askedPauseMs }) as const;

describe('after an attempt', () => {
  it('a delivered notification is done', () => {
    expect(afterAttempt({ ...attempt(1), outcome: 'delivered' })).toEqual({ kind: 'done' });
  });

  it('is tried again after 1 min, 1 min, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h, 24 h and 24 h, then has failed', () => {
    const minutes = [1, 1, 5, 30, 120, 300, 600, 600, 1440, 1440];
    const steps = Array.from({ length: 11 }, (_, index) => afterAttempt(attempt(index + 1)));
    expect(steps).toEqual([
      ...minutes.map((pause) => ({ kind: 'again', at: now + pause * 60_000 })),
      { kind: 'failed' },
    ]);
  });

  it.each(['refused', 'timeout', 'unreachable', 'forbidden'] as const)('%s is tried again', (outcome) => {
    expect(afterAttempt({ ...attempt(1), outcome }).kind).toBe('again');
  });

  it('gone is not tried again', () => {
    expect(afterAttempt({ ...attempt(1), outcome: 'gone' })).toEqual({ kind: 'failed' });
  });

  it('a longer pause that the receiver asks for is kept, a shorter one is not, and none is longer than a day', () => {
    expect(afterAttempt(attempt(1, 90_000))).toEqual({ kind: 'again', at: now + 90_000 });
    expect(afterAttempt(attempt(1, 1_000))).toEqual({ kind: 'again', at: now + 60_000 });
    expect(afterAttempt(attempt(1, 1e12))).toEqual({ kind: 'again', at: now + 86_400_000 });
  });

  it('a receiver that asks for a pause does not get more attempts for it', () => {
    expect(afterAttempt(attempt(retryPausesMs.length + 1, 1_000))).toEqual({ kind: 'failed' });
  });
});

describe('an answer', () => {
  it.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [199, 'refused'],
    [301, 'refused'],
    [307, 'refused'],
    [404, 'refused'],
    [410, 'gone'],
    [429, 'refused'],
    [503, 'refused'],
  ])('%i means %s', (status, outcome) => {
    expect(outcomeOfStatus(status)).toBe(outcome);
  });
});

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Sun, 15 Nov 2026 12:00:30 GMT', 30_000],
    ['Sun, 15 Nov 2026 11:00:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['1.5', null],
    ['2027', 2_027_000],
    ['99999999999999999999', null],
    [undefined, null],
  ])('%s is %s ms', (value, expected) => {
    expect(readRetryAfter(value, now)).toBe(expected);
  });
});
