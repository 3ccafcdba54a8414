import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { fiat } from '../money/money.ts';
import {
  clocksApartMaxMs,
  distanceBps,
  fiatToSettlementDown,
  fiatToSettlementUp,
  formatRate,
  isOutdated,
  pairName,
  parseRate,
  rate,
  requirePair,
  requirePlausible,
  withSpread,
} from './rates.ts';

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

describe('a rate with a spread', () => {
  it('is so many basis points more or less, cut off, and never nothing', () => {
    expect(withSpread(rate(10_000n), 0)).toBe(10_000n);
    expect(withSpread(rate(10_000n), 150)).toBe(10_150n);
    expect(withSpread(rate(10_000n), -150)).toBe(9_850n);
    expect(withSpread(rate(1n), 9_999)).toBe(1n);
    expect(withSpread(rate(1n), -1)).toBe(1n);
  });
});

describe('the age of a rate', () => {
  it('stops it a moment after its limit, and never where there is none', () => {
    const set = { rate: rate(1n), setAt: 1_000 };
    expect(isOutdated({ ...set, ageMaxMs: 500 }, 1_500)).toBe(false);
    expect(isOutdated({ ...set, ageMaxMs: 500 }, 1_501)).toBe(true);
    expect(isOutdated({ ...set, ageMaxMs: null }, Number.MAX_SAFE_INTEGER)).toBe(false);
  });

  it('stops it, too, when it was set further in the future than clocks may be apart', () => {
    const set = { rate: rate(1n), setAt: 10_800_000 };
    expect(isOutdated({ ...set, ageMaxMs: 500 }, set.setAt - clocksApartMaxMs)).toBe(false);
    expect(isOutdated({ ...set, ageMaxMs: 500 }, set.setAt - clocksApartMaxMs - 1)).toBe(true);
    expect(isOutdated({ ...set, ageMaxMs: null }, 0)).toBe(false);
  });
});

describe('a plausible rate', () => {
  const none = { in: null, out: null };
  const said = (act: () => void) => {
    try {
      act();
      return null;
    } catch (error) {
      return error instanceof AppError ? error.faults[0] : error;
    }
  };
  const both = (value: bigint, out: bigint = value) => ({ in: rate(value), out: rate(out) });
  const [rub, usdt] = [
    { code: 'RUB', name: 'Rouble', subunit: 2 },
    { code: 'USDT', name: 'Tether', subunit: 8 },
  ];
  const pair = { fiat: rub, settlement: usdt };

  it('is within so many basis points of the last one, either way, rounded against it', () => {
    expect([distanceBps(rate(10_000n), rate(10_001n)), distanceBps(rate(10_001n), rate(10_000n))]).toEqual([1n, 1n]);
    expect(distanceBps(rate(30_000n), rate(30_001n))).toBe(1n);
    expect(said(() => requirePlausible(both(10_000n), both(10_500n), pair, 500))).toBeNull();
    expect(said(() => requirePlausible(both(10_000n), both(9_500n), pair, 500))).toBeNull();
    const before = { in: rate(10_000n), out: null };
    expect(said(() => requirePlausible(before, { in: rate(10_501n), out: null }, pair, 500))).toMatchObject({
      code: 'rate_jump',
      field: 'in',
      message: expect.stringContaining('5 %'),
    });
    const out = said(() =>
      requirePlausible({ in: null, out: rate(10_000n) }, { in: null, out: rate(9_499n) }, pair, 500),
    );
    expect(out).toMatchObject({ code: 'rate_jump', field: 'out' });
  });

  it('is asked about with what it does: the change, and a payment before and after, as it would be rounded', () => {
    const jump = (type: 'in' | 'out', other: 'in' | 'out') =>
      said(() =>
        requirePlausible(
          { ...none, [type]: rate(9_550_000_000n) },
          { [type]: rate(960_000_000n), [other]: null } as ReturnType<typeof both>,
          pair,
          500,
        ),
      );
    const begin = 'The rate goes from 95.50 to 9.60: by 89.95 %, more than 5 %. 10000 RUB come to ';
    // 10000 / 95.5 = 104.712041884…, and 10000 / 9.6 = 1041.666666666…
    expect(jump('in', 'out')).toMatchObject({
      message: `${begin}104.71204188 USDT so far, and to 1041.66666666 USDT then. Confirm it if it is meant.`,
    });
    expect(jump('out', 'in')).toMatchObject({
      message: `${begin}104.71204189 USDT so far, and to 1041.66666667 USDT then. Confirm it if it is meant.`,
    });
  });

  it('is asked about once for all that looks wrong, as one word confirms it', () => {
    const codes = (act: () => void) => {
      try {
        act();
        return [];
      } catch (error) {
        return error instanceof AppError ? error.faults.map(({ code, field }) => `${field} ${code}`) : error;
      }
    };
    expect(codes(() => requirePlausible(both(100n), both(200n, 300n), pair, 500))).toEqual([
      'in rate_jump',
      'out rate_jump',
      'out rates_crossed',
    ]);
  });

  it('has nothing to be compared with the first time, or where nothing is set', () => {
    expect(said(() => requirePlausible(none, both(1n), pair, 500))).toBeNull();
    expect(said(() => requirePlausible(both(1n), none, pair, 500))).toBeNull();
  });

  it('does not pay out above what it takes in', () => {
    expect(said(() => requirePlausible(none, both(100n, 100n), pair, 500))).toBeNull();
    expect(said(() => requirePlausible(none, both(100n, 101n), pair, 500))).toMatchObject({
      code: 'rates_crossed',
      field: 'out',
    });
    expect(said(() => requirePlausible(none, { in: null, out: rate(101n) }, pair, 500))).toBeNull();
  });
});

describe('a pair', () => {
  const currencies = new Map([
    ['USDT', {}],
    ['RUB', {}],
  ]);
  const fieldOf = (settlementCurrency: string, fiatCurrency: string) => {
    try {
      requirePair({ currencies }, { settlementCurrency, fiatCurrency });
      return null;
    } catch (error) {
      return error instanceof AppError ? error.faults[0].field : error;
    }
  };

  it('is of two currencies that are there, and are not the same', () => {
    expect(fieldOf('USDT', 'RUB')).toBeNull();
    expect([fieldOf('XXX', 'RUB'), fieldOf('USDT', 'XXX')]).toEqual(['settlementCurrency', 'fiatCurrency']);
    expect(fieldOf('RUB', 'RUB')).toBe('fiatCurrency');
  });
});
