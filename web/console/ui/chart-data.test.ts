import { expect, it } from 'vitest';
import { dataOf, spanOf } from './chart-data.ts';

const noonMs = Date.parse('2026-11-14T12:00:00Z');
const noon = noonMs / 1000;
const set = { at: '2026-11-14T11:59:30Z', value: '95.50' };

it('a rate that was set once holds until now, and is drawn over an hour, not over years', () => {
  const [instants, rates] = dataOf([{ label: 'payin', points: [set] }], true, noonMs);
  expect(instants).toEqual([noon - 30, noon]);
  expect(rates).toEqual([95.5, 95.5]);
  expect(spanOf(noon - 30, noon)).toEqual([noon - 3_600, noon]);
  expect(spanOf(noon - 86_400, noon)).toEqual([noon - 86_400, noon]);
});

it('two lines share their instants, and each keeps its last value', () => {
  const later = { at: '2026-11-14T11:59:40Z', value: '96' };
  const data = dataOf(
    [
      { label: 'payin', points: [set] },
      { label: 'payout', points: [later] },
    ],
    true,
    noonMs,
  );
  expect(data).toEqual([
    [noon - 30, noon - 20, noon],
    [95.5, 95.5, 95.5],
    [null, 96, 96],
  ]);
});

it('a line that is not stepped ends with its last point', () => {
  expect(dataOf([{ label: 'sales', points: [set] }], false, noonMs)).toEqual([[noon - 30], [95.5]]);
});
