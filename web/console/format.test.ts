import { expect, it } from 'vitest';
import { formatBasisPoints, formatDecimal, formatSum, minorUnits } from './format.ts';

it('a rate keeps all its digits and has the decimal sign of the language', () => {
  expect(formatDecimal('en', '95.50')).toBe('95.50');
  expect(formatDecimal('ru', '95.50')).toBe('95,50');
  expect(formatDecimal('ru', '0.00000123')).toBe('0,00000123');
  expect(formatDecimal('ru', '525')).toBe('525');
  expect(formatDecimal('ru', '12345678901234567890.12')).toBe(
    '12 345 678 901 234 567 890,12'.replaceAll(' ', '\u00a0'),
  );
});

it('a text that is not a number stays as it is', () => {
  expect(formatDecimal('ru', 'market + 1')).toBe('market + 1');
  expect(formatDecimal('ru', '')).toBe('');
});

it('sums and percentages have it too', () => {
  expect(formatSum('ru', { amount: '1000.5', subunit: 2 })).toBe('1\u00a0000,50');
  expect(formatBasisPoints('ru', 5_703)).toBe('57,03 %');
});

it('sums below zero stand before those above it, the farthest first', () => {
  const inOrder = ['-1000.50', '-1000.05', '-1', '-0.5', '0', '0.05', '0.5', '1000.05'];
  const minor = inOrder.map((amount) => minorUnits({ amount, subunit: 2 }));
  expect(minor).toEqual([-100_050n, -100_005n, -100n, -50n, 0n, 5n, 50n, 100_005n]);
});
