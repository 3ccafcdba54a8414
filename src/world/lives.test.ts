import { expect, it } from 'vitest';
import { rublesOf } from './lives.ts';

it('sums of the world are told apart, also when a tenth is missing or too much', () => {
  const sums = Array.from({ length: 4_000 }, (_, index) => rublesOf(index + 1));
  const asked = new Set(sums);
  expect(asked.size).toBe(sums.length);
  expect([Math.min(...sums), Math.max(...sums)].every((rubles) => rubles >= 300 && rubles <= 50_000)).toBe(true);
  for (const rubles of sums) {
    expect(rubles % 10).toBe(0);
    expect(asked.has(rubles - rubles / 10) || asked.has(rubles + rubles / 10)).toBe(false);
  }
});
