import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fiat } from './money.ts';
import { fiatToSettlementDown, fiatToSettlementUp, formatRate, pairName, parseRate, rate } from './rates.ts';

const anyRate = fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }).map(rate);
const anyCurrency = fc.integer({ min: 0, max: 18 }).map((subunit) => ({ code: 'ANY', name: 'Any', subunit }));
const anyConversion = fc.record({
  sum: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(fiat),
  rate: anyRate,
  fiat: anyCurrency,
  settlement: anyCurrency,
});

describe('a rate', () => {
  it.each([
    ['95.5', 9_550_000_000n, '95.50'],
    ['95', 9_500_000_000n, '95.00'],
    ['0.21340001', 21_340_001n, '0.21340001'],
    ['0.00000001', 1n, '0.00000001'],
    ['1234567890.12345678', 123_456_789_012_345_678n, '1234567890.12345678'],
  ])('%s is read and written', (text, value, written) => {
    expect(parseRate(text)).toBe(value);
    expect(formatRate(rate(value))).toBe(written);
  });

  it.each(['', '0', '0.0', '-1', '+1', '1e2', '1.', '.5', '1.123456789', '12345678901', ' 1', '1,5', 'NaN'])(
    '%j is refused',
    (text) => {
      expect(parseRate(text)).toBeNull();
    },
  );

  it('is read back as it was written', () => {
    fc.assert(
      fc.property(anyRate, (value) => {
        expect(parseRate(formatRate(value))).toBe(value);
      }),
    );
  });

  it('is written with two digits at least and no needless zero', () => {
    fc.assert(
      fc.property(anyRate, (value) => {
        expect(formatRate(value)).toMatch(/^\d+\.(\d\d|\d{2,7}[1-9])$/);
      }),
    );
  });

  it('is named settlement first', () => {
    expect(pairName('USDT', 'RUB')).toBe('USDT/RUB');
  });
});

describe('what a payment is worth', () => {
  /** Both sides of sum = worth · rate, in whole numbers. */
  const sides = ({
    sum,
    rate: at,
    fiat: from,
    settlement: to,
  }: typeof anyConversion extends fc.Arbitrary<infer C> ? C : never) => ({
    paid: sum * 10n ** BigInt(8 + to.subunit),
    worth: (units: bigint) => units * at * 10n ** BigInt(from.subunit),
  });

  it('is cut off: never more than was paid, and less by under one unit', () => {
    fc.assert(
      fc.property(anyConversion, (conversion) => {
        const { paid, worth } = sides(conversion);
        const makerSum = fiatToSettlementDown(conversion);
        expect(worth(makerSum)).toBeLessThanOrEqual(paid);
        expect(worth(makerSum + 1n)).toBeGreaterThan(paid);
      }),
    );
  });

  it('is rounded up for a payout: never less than is paid out, and more by under one unit', () => {
    fc.assert(
      fc.property(anyConversion, (conversion) => {
        const { paid, worth } = sides(conversion);
        const makerSum = fiatToSettlementUp(conversion);
        expect(worth(makerSum)).toBeGreaterThanOrEqual(paid);
        expect(worth(makerSum - 1n)).toBeLessThan(paid);
      }),
    );
  });

  it('differs by one unit at most between the two directions', () => {
    fc.assert(
      fc.property(anyConversion, (conversion) => {
        expect([0n, 1n]).toContain(fiatToSettlementUp(conversion) - fiatToSettlementDown(conversion));
      }),
    );
  });

  it('does not shrink when more is paid', () => {
    fc.assert(
      fc.property(anyConversion, fc.bigInt({ min: 1n, max: 10n ** 9n }), (conversion, more) => {
        const bigger = { ...conversion, sum: fiat(conversion.sum + more) };
        expect(fiatToSettlementDown(bigger)).toBeGreaterThanOrEqual(fiatToSettlementDown(conversion));
        expect(fiatToSettlementUp(bigger)).toBeGreaterThanOrEqual(fiatToSettlementUp(conversion));
      }),
    );
  });

  it('is what a person works out: 1,000 RUB at 95.50 are 10.47120418 USDT', () => {
    const rub = { code: 'RUB', name: 'Russian ruble', subunit: 2 };
    const usdt = { code: 'USDT', name: 'Tether', subunit: 8 };
    const conversion = { sum: fiat(100_000n), rate: rate(9_550_000_000n), fiat: rub, settlement: usdt };
    expect(fiatToSettlementDown(conversion)).toBe(1_047_120_418n);
    expect(fiatToSettlementUp(conversion)).toBe(1_047_120_419n);
  });
});
