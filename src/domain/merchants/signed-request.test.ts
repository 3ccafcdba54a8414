import { describe, expect, it } from 'vitest';
import { readTimestamp, requireDemands } from './signed-request.ts';

const now = 1_794_765_600_500;
const nowS = 1_794_765_600;
const codeOf = (act: () => void) => {
  try {
    act();
    return 'good';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('a signed request', () => {
  const demands = (needsSha256: boolean, needsTimestamp: boolean) => ({ needsSha256, needsTimestamp });
  const check = (of: ReturnType<typeof demands>, hasSha256: boolean, timestampS: number | null) =>
    codeOf(() => requireDemands(of, { hasSha256, timestampS }, now));

  it('needs neither SHA-256 nor a time unless its store says so', () => {
    expect(check(demands(false, false), false, null)).toBe('good');
    expect(check(demands(true, false), false, null)).toBe('signature_256_needed');
    expect(check(demands(true, false), true, null)).toBe('good');
    expect(check(demands(false, true), true, null)).toBe('timestamp_needed');
    expect(check(demands(true, true), true, nowS)).toBe('good');
  });

  it('is as fresh as five minutes, before or after, and no older, whatever its store demands', () => {
    for (const of of [demands(false, false), demands(true, true)]) {
      const [early, late] = [nowS - 300, nowS + 300];
      expect([early, late].map((timestamp) => check(of, true, timestamp))).toEqual(['good', 'good']);
      expect([early - 1, late + 1, 0].map((timestamp) => check(of, true, timestamp))).toEqual([
        'timestamp_stale',
        'timestamp_stale',
        'timestamp_stale',
      ]);
    }
  });
});

it('reads whole seconds since 1970 as a time, and nothing else', () => {
  expect(['0', '1794765600', '999999999999'].map(readTimestamp)).toEqual([0, 1_794_765_600, 999_999_999_999]);
  for (const header of ['', '-1', '1.5', '1e9', ' 1', '1 ', '0x1', '1234567890123', '2026-11-15T00:00:00Z']) {
    expect(readTimestamp(header)).toBeNull();
  }
});
