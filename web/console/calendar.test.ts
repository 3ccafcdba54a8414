import { describe, expect, it } from 'vitest';
import { dayAt, isZone, momentAt, offsetText, startOfDayIn } from './calendar.ts';

const at = (text: string) => Date.parse(text);

describe('a day', () => {
  it('begins at midnight of the place that was chosen, wherever the browser is', () => {
    expect(startOfDayIn('UTC', '2026-11-14')).toBe('2026-11-14T00:00:00.000Z');
    expect(startOfDayIn('Europe/Moscow', '2026-11-14')).toBe('2026-11-13T21:00:00.000Z');
    expect(startOfDayIn('Asia/Kolkata', '2026-11-14', 1)).toBe('2026-11-14T18:30:00.000Z');
    expect(startOfDayIn('America/Los_Angeles', '2026-12-31', 1)).toBe('2027-01-01T08:00:00.000Z');
  });

  it('ends, also after 23 or 25 hours, where the next one begins', () => {
    expect(startOfDayIn('Europe/Berlin', '2026-03-29')).toBe('2026-03-28T23:00:00.000Z');
    expect(startOfDayIn('Europe/Berlin', '2026-03-29', 1)).toBe('2026-03-29T22:00:00.000Z');
    expect(startOfDayIn('Europe/Berlin', '2026-10-25', 1)).toBe('2026-10-25T23:00:00.000Z');
    expect(startOfDayIn('Pacific/Auckland', '2026-09-27')).toBe('2026-09-26T12:00:00.000Z');
  });

  it('is empty where the text is none', () => {
    expect(startOfDayIn('UTC', '')).toBe('');
    expect(startOfDayIn('UTC', '14.11.2026')).toBe('');
  });
});

it('the wall clock of a place shows its own day and hour', () => {
  expect(momentAt(at('2026-11-14T21:30:00Z'), 'Asia/Almaty')).toEqual({
    year: 2026,
    month: 11,
    day: 15,
    hour: 2,
    minute: 30,
  });
  expect(dayAt(at('2026-11-14T21:30:00Z'), 'Asia/Almaty')).toBe('2026-11-15');
  expect(dayAt(at('2026-11-14T21:30:00Z'), 'America/New_York')).toBe('2026-11-14');
});

it('an offset is said as people say it', () => {
  expect(offsetText(at('2026-11-14T12:00:00Z'), 'UTC')).toBe('UTC');
  expect(offsetText(at('2026-11-14T12:00:00Z'), 'Europe/Moscow')).toBe('UTC+3');
  expect(offsetText(at('2026-11-14T12:00:00Z'), 'Asia/Kolkata')).toBe('UTC+5:30');
  expect(offsetText(at('2026-11-14T12:00:00.999Z'), 'America/St_Johns')).toBe('UTC−3:30');
});

it('a zone is what the browser knows as one', () => {
  expect(isZone('Europe/Moscow')).toBe(true);
  expect(isZone('Moscow')).toBe(false);
});
