import { expect, it } from 'vitest';
import { recentMonths } from './recent-months.ts';

it('months end with the current one of the place, and go back over the turn of the year', () => {
  const newYear = Date.parse('2026-12-31T22:00:00Z');
  expect(recentMonths(newYear, 'Europe/Moscow').slice(0, 3)).toEqual(['2027-01', '2026-12', '2026-11']);
  expect(recentMonths(newYear, 'UTC').slice(0, 2)).toEqual(['2026-12', '2026-11']);
  expect(recentMonths(newYear, 'UTC')).toHaveLength(24);
});
