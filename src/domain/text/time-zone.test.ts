import { expect, it, vi } from 'vitest';
import { instantAt, isZone, monthPeriod, wallInstant, zonedTimestamps } from './time-zone.ts';

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

it('a zone may be written in small letters', () => {
  expect(isZone('europe/moscow')).toBe(true);
  expect(zonedTimestamps('EUROPE/moscow')(noon)).toBe('2026-11-14T15:00:00+03:00');
});

it('a name that is written in hundreds of ways is made into one format', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  const ways = Array.from({ length: 500 }, (_, way) =>
    [...'america/montevideo'].map((letter, at) => (way & (1 << at) ? letter.toUpperCase() : letter)).join(''),
  );
  expect(ways.every(isZone)).toBe(true);
  expect(made.mock.calls.length).toBeLessThanOrEqual(1);
  made.mockRestore();
});

it('a month begins when clocks of the zone show its first midnight', () => {
  const period = (month: string, zone: string) => {
    const { fromMs = 0, toMs = 0 } = monthPeriod(month, zone) ?? {};
    return [fromMs, toMs].map((at) => new Date(at).toISOString().replace(':00.000Z', ''));
  };
  expect(period('2026-11', 'UTC')).toEqual(['2026-11-01T00:00', '2026-12-01T00:00']);
  expect(period('2026-12', 'Europe/Moscow')).toEqual(['2026-11-30T21:00', '2026-12-31T21:00']);
  // With summer time at one end only.
  expect(period('2026-03', 'Europe/Berlin')).toEqual(['2026-02-28T23:00', '2026-03-31T22:00']);
  expect(period('2026-10', 'America/St_Johns')).toEqual(['2026-10-01T02:30', '2026-11-01T02:30']);
});

it('a midnight that clocks skip is the moment after it, and one that they show twice is the first of both', () => {
  // Asunción skipped the midnight of 1 October 2017 and, in Havana, 1 November 2020 had its midnight twice.
  expect(monthPeriod('2017-10', 'America/Asuncion')?.fromMs).toBe(Date.parse('2017-10-01T04:00:00Z'));
  expect(monthPeriod('2020-11', 'America/Havana')?.fromMs).toBe(Date.parse('2020-11-01T04:00:00Z'));
});

it('a text that is no month has no period', () => {
  for (const month of ['', '2026', '2026-13', '2026-00', '1999-01', '2026-1', '2026-11-01']) {
    expect(monthPeriod(month, 'UTC')).toBeNull();
  }
});

it.each([
  ['2026-11-16', '14:07', '2026-11-16T11:07:00.000Z'],
  ['2026-11-16', '14:07:31.5', '2026-11-16T11:07:31.500Z'],
  // The calendar of zones would take it for a year of the last century.
  ['0050-06-01', '12:00', '1970-01-01T00:00:00.000Z'],
  ['1969-12-31', '23:59', '1970-01-01T00:00:00.000Z'],
  ['9999-12-31', '23:59', '9999-12-31T20:59:00.000Z'],
])('%s %s on a clock in Moscow is %s', (date, time, instant) => {
  expect(wallInstant(date, time, 'Europe/Moscow')).toBe(Date.parse(instant));
});

it('a date and time that cannot be stored is none', () => {
  expect(wallInstant('0000-01-01', '12:00', 'Europe/Moscow')).toBeNull();
  // West of Greenwich the last day of the calendar ends in the year 10000.
  expect(wallInstant('9999-12-31', '23:59', 'America/New_York')).toBeNull();
  expect(wallInstant('2026-13-01', '12:00', 'UTC')).toBeNull();
  expect(instantAt('0000-01-01T12:00:00', 'Europe/Moscow')).toBeNull();
  expect(instantAt('9999-12-31T23:59:00', 'America/New_York')).toBeNull();
  expect(instantAt('2026-11-16T14:07:00', 'Europe/Moscow')).toBe(Date.parse('2026-11-16T11:07:00Z'));
});
