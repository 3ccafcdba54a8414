import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideUp, formatAmount, minorMax, moneyDTO, parseAmount, powerOfTen } from './money.ts';

const anySubunit = fc.integer({ min: 0, max: 18 });
const anyMinor = fc.bigInt({ min: 1n, max: minorMax });

describe('parseAmount', () => {
  it.each([
    ['1000', 100_000n],
    ['1000.5', 100_050n],
    ['1000.0', 100_000n],
    ['1000.00', 100_000n],
    ['1000.500', 100_050n],
    ['0.01', 1n],
    ['007.10', 710n],
    [`${'9'.repeat(20)}.99`, 10n ** 22n - 1n],
    [`1.${'0'.repeat(40)}`, 100n],
  ])('reads %s as two-digit money', (text, minor) => {
    expect(parseAmount(text, 2)).toBe(minor);
  });

  it.each([
    '',
    ' ',
    '.',
    '0',
    '0.00',
    '00',
    '-1',
    '+1',
    '1e3',
    '1E3',
    '1,5',
    '1 000',
    ' 1',
    '1 ',
    '1\n',
    '1.',
    '.5',
    '1.001',
    '1..0',
    '0x10',
    '１',
    '٣',
    'NaN',
    'Infinity',
    '1.0.0',
    '1_000',
    '9'.repeat(21),
    `1.${'0'.repeat(41)}`,
  ])('refuses %j', (text) => {
    expect(parseAmount(text, 2)).toBeNull();
  });

  it('gives back what formatAmount wrote, for every subunit', () => {
    fc.assert(
      fc.property(anyMinor, anySubunit, (minor, subunit) => {
        expect(parseAmount(formatAmount(minor, subunit), subunit)).toBe(minor);
      }),
    );
  });

  it('does not care for zeros at the end, also beyond the subunit', () => {
    fc.assert(
      fc.property(anyMinor, anySubunit, fc.integer({ min: 1, max: 20 }), (minor, subunit, zeros) => {
        const text = formatAmount(minor, subunit);
        const point = text.includes('.') ? '' : '.';
        expect(parseAmount(text + point + '0'.repeat(zeros), subunit)).toBe(minor);
      }),
    );
  });

  it('refuses a digit that says something beyond the subunit', () => {
    fc.assert(
      fc.property(anyMinor, anySubunit, fc.integer({ min: 1, max: 9 }), (minor, subunit, digit) => {
        const text = formatAmount(minor, subunit);
        expect(parseAmount(`${text}${text.includes('.') ? '' : '.'}${digit}`, subunit)).toBeNull();
      }),
    );
  });

  it('takes nothing of any other shape', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+ .,eE0-9]{1,30}$/)), (text) => {
        const minor = parseAmount(text, 2);
        expect(minor === null || (minor > 0n && /^[0-9]{1,20}(\.[0-9]+)?$/.test(text))).toBe(true);
      }),
    );
  });
});

describe('formatAmount', () => {
  it.each([
    [0n, 2, '0.00'],
    [1n, 2, '0.01'],
    [100n, 2, '1.00'],
    [-5n, 2, '-0.05'],
    [-12_345n, 2, '-123.45'],
    [5n, 0, '5'],
    [-5n, 0, '-5'],
    [1n, 8, '0.00000001'],
  ])('writes %s with %i digits as %s', (minor, subunit, text) => {
    expect(formatAmount(minor, subunit)).toBe(text);
  });

  it('always writes exactly the digits of the subunit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -minorMax, max: minorMax }), anySubunit, (minor, subunit) => {
        const [, fraction = ''] = formatAmount(minor, subunit).split('.');
        expect(fraction).toHaveLength(subunit);
      }),
    );
  });

  it('keeps the order of amounts', () => {
    fc.assert(
      fc.property(anyMinor, anyMinor, (left, right) => {
        const padded = (minor: bigint) => formatAmount(minor, 2).padStart(30, '0');
        expect(padded(left) < padded(right)).toBe(left < right);
      }),
    );
  });
});

it('moneyDTO says the amount with its currency and subunit', () => {
  const currency = { code: 'USDT', name: 'Tether', subunit: 8 };
  expect(moneyDTO(150_000_000n, currency)).toEqual({ amount: '1.50000000', currency: 'USDT', subunit: 8 });
});

it('divideUp is the least whole number that is not less than the quotient', () => {
  const anyDividend = fc.bigInt({ min: 0n, max: 10n ** 40n });
  fc.assert(
    fc.property(anyDividend, fc.bigInt({ min: 1n, max: 10n ** 20n }), (dividend, divisor) => {
      const quotient = divideUp(dividend, divisor);
      expect(quotient * divisor).toBeGreaterThanOrEqual(dividend);
      expect((quotient - 1n) * divisor).toBeLessThan(dividend);
    }),
  );
});

it('powerOfTen knows every exponent that money needs, and no other', () => {
  expect(powerOfTen(0)).toBe(1n);
  expect(powerOfTen(26)).toBe(10n ** 26n);
  expect(powerOfTen(40)).toBe(10n ** 40n);
  for (const exponent of [-1, 41, 1.5]) expect(() => powerOfTen(exponent)).toThrow(RangeError);
});
