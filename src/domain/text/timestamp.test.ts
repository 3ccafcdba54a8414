import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayOf, formatTimestamp, parseInstant } from './timestamp.ts';

const anyInstant = fc.integer({ min: 0, max: Date.parse('2200-01-01') });

it('a timestamp has a numeric offset, whole seconds, and is read back as the same second', () => {
  expect(formatTimestamp(Date.parse('2026-11-14T12:00:00.999Z'))).toBe('2026-11-14T12:00:00+00:00');
  fc.assert(
    fc.property(anyInstant, (instant) => {
      const text = formatTimestamp(instant);
      expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
      expect(Date.parse(text)).toBe(instant - (instant % 1000));
    }),
  );
});

it('a day begins at midnight in UTC', () => {
  const midnight = Date.parse('2026-11-15T00:00:00Z');
  expect(dayOf(midnight) - dayOf(midnight - 1)).toBe(1);
  expect(dayOf(midnight + 86_399_999)).toBe(dayOf(midnight));
});

it.each([
  ['2026-11-14T12:00:00Z', Date.UTC(2026, 10, 14, 12)],
  ['2026-11-14T15:00:00+03:00', Date.UTC(2026, 10, 14, 12)],
  ['9999-12-31T23:59:59.999Z', 253_402_300_799_999],
  ['0001-01-01T00:00:00Z', 0],
  ['1969-12-31T23:59:59Z', 0],
  ['+010000-01-01T00:00:00Z', null],
  ['+275760-09-13T00:00:00Z', null],
  ['0000-12-31T23:59:59Z', null],
  ['-271821-04-20T00:00:00Z', null],
  ['9999-12-31T23:59:59-12:00', null],
  ['noon', null],
  ['', null],
])('reads %s as %s', (text, instant) => {
  expect(parseInstant(text)).toBe(instant);
});
