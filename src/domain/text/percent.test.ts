import { expect, it } from 'vitest';
import { percentText } from './percent.ts';

it('writes basis points as per cent, exactly and without needless zeros', () => {
  const written = [0, 1, 10, 100, 150, 205, 1_000, 10_000, -5, -150].map(percentText);
  expect(written).toEqual(['0', '0.01', '0.1', '1', '1.5', '2.05', '10', '100', '-0.05', '-1.5']);
  expect(percentText(123_456_789_012_345_678_901n)).toBe('1234567890123456789.01');
});
