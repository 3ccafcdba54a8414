import { expect, it } from 'vitest';
import { isZone, zonedTimestamps } from './time-zone.ts';

const noon = Date.parse('2026-11-14T12:00:00Z');

it('an instant is written as a clock in the zone shows it, with its offset', () => {
  expect(zonedTimestamps('Europe/Moscow')(noon)).toBe('2026-11-14T15:00:00+03:00');
  expect(zonedTimestamps('UTC')(noon)).toBe('2026-11-14T12:00:00+00:00');
  expect(zonedTimestamps('Asia/Kolkata')(noon)).toBe('2026-11-14T17:30:00+05:30');
  expect(zonedTimestamps('America/St_Johns')(noon + 59_000)).toBe('2026-11-14T08:30:59-03:30');
  expect(zonedTimestamps('Pacific/Auckland')(noon)).toBe('2026-11-15T01:00:00+13:00');
});

it('clocks that are put back are put back between two lines', () => {
  const berlin = zonedTimestamps('Europe/Berlin');
  const change = Date.parse('2026-10-25T01:00:00Z');
  expect(berlin(change - 1000)).toBe('2026-10-25T02:59:59+02:00');
  expect(berlin(change)).toBe('2026-10-25T02:00:00+01:00');
  expect(berlin(change + 500)).toBe('2026-10-25T02:00:00+01:00');
});

it('a zone is named as in the IANA database', () => {
  expect(['UTC', 'Europe/Moscow', 'America/Argentina/Buenos_Aires'].every(isZone)).toBe(true);
  expect(['', '+03:00', 'Moscow', 'Europe/Atlantis', '../etc/passwd'].some(isZone)).toBe(false);
});
