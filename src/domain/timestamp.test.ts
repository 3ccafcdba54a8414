import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayOf, formatTimestamp } from './timestamp.ts';

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
