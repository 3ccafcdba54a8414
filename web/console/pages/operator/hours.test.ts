import { expect, it } from 'vitest';
import { hoursText, linesOf, spansOf } from './hours.ts';

const days = (first: number, last: number) =>
  spansOf([{ first, last, from: '09:00', to: '18:00' }]).map(({ day }) => day);

it('a line is every day from its first to its last, over the end of the week too', () => {
  expect(days(1, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(days(3, 3)).toEqual([3]);
  expect(days(1, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(days(5, 1)).toEqual([5, 6, 7, 1]);
  expect(days(7, 6)).toEqual([7, 1, 2, 3, 4, 5, 6]);
});

it('midnight at the end of a line is the end of the day', () => {
  expect(spansOf([{ first: 6, last: 6, from: '09:00', to: '00:00' }])).toEqual([
    { day: 6, from: '09:00', to: '24:00' },
  ]);
});

it('hours are shown as a person would write them: nights as one span, days with the same hours as one line', () => {
  const spans = [
    ...spansOf([{ first: 5, last: 1, from: '09:00', to: '18:00' }]),
    { day: 3, from: '22:00', to: '24:00' },
    { day: 4, from: '00:00', to: '06:00' },
  ];
  expect(linesOf({ zone: 'UTC', spans })).toEqual([
    { first: 1, last: 1, from: '09:00', to: '18:00' },
    { first: 3, last: 3, from: '22:00', to: '06:00' },
    { first: 5, last: 7, from: '09:00', to: '18:00' },
  ]);
  expect(hoursText({ zone: 'UTC', spans }, ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])).toBe(
    'Mon 09:00–18:00, Wed 22:00–06:00, Fri–Sun 09:00–18:00 (UTC)',
  );
});
