import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTimestamp } from './timestamp.ts';

/** As the server writes it: without the zeroes at the end of the fraction. */
function written(instant: number, micros: number): string {
  const [date, time] = new Date(instant).toISOString().slice(0, -1).split('T') as [string, string];
  const fraction = `${time.slice(9)}${String(micros).padStart(3, '0')}`.replace(/0+$/, '');
  return `${date} ${time.slice(0, 8)}${fraction === '' ? '' : `.${fraction}`}+00`;
}

describe('an instant of the server', () => {
  it('is read to the millisecond, whatever the digits behind the point', () => {
    const first = Date.UTC(1970, 0, 1);
    const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), fc.integer({ min: 0, max: 999 }), (instant, micros) => {
        expect(parseTimestamp(written(instant, micros))).toBe(instant);
      }),
    );
  });

  it.each([
    ['2026-11-14 12:00:00+00', '2026-11-14T12:00:00.000Z'],
    ['2024-02-29 23:59:59.9+00', '2024-02-29T23:59:59.900Z'],
    ['2026-11-14 12:00:00.05+00', '2026-11-14T12:00:00.050Z'],
    ['2026-11-14 12:00:00.123456+00', '2026-11-14T12:00:00.123Z'],
  ])('reads %s', (text, instant) => {
    expect(parseTimestamp(text)).toBe(Date.parse(instant));
  });

  it.each(['2026-11-14 15:00:00+03', '2026-11-14 12:00:00-00', 'infinity', '', '10000-01-01 00:00:00+00'])(
    'refuses "%s"',
    (text) => {
      expect(() => parseTimestamp(text)).toThrow(RangeError);
    },
  );
});
