import { AppError, type Fault, fault, refuseIfAny } from '../../errors/app-error.ts';
import {
  type Currency,
  divideUp,
  type FiatMinor,
  fiat,
  formatAmount,
  powerOfTen,
  type SettlementMinor,
  settlement,
} from '../money/money.ts';
import { percentText } from '../text/percent.ts';
import type { Instant } from '../text/timestamp.ts';

/**
 * A rate says how much fiat one unit of the settlement currency costs, in hundred-millionths: 95.5 RUB for one USDT is
 * 9550000000n. Columns that hold one end in `_e8`. The pair is written `<settlement>/<fiat>`, as in USDT/RUB.
 */
declare const rateBrand: unique symbol;
export type Rate = bigint & { readonly [rateBrand]: 'rate' };

export const rateDigits = 8;
const ratePattern = /^(\d{1,10})(?:\.(\d{1,8}))?$/;

export interface RatePair {
  readonly in: RateSetting;
  readonly out: RateSetting;
}

export interface CurrentRates {
  /** By pair, as in USDT/RUB. */
  readonly rates: ReadonlyMap<string, RatePair>;
}

/** A rate as it was set. */
export interface RateSetting {
  readonly rate: Rate;
  readonly setAt: Instant;
  /** Older than this it stops new deals. Null: it never ages. */
  readonly ageMaxMs: number | null;
}

/** One that was set in the future is as good as too old: nobody knows its age, and it would not grow older for a long while. */
export function isOutdated({ setAt, ageMaxMs }: RateSetting, now: Instant): boolean {
  return ageMaxMs !== null && (now - setAt > ageMaxMs || isAhead(setAt, now));
}

/** How far the clocks of two machines may be apart. */
export const clocksApartMaxMs = 300_000;

/** Written down by a clock that was wrong: a machine may begin to work before its clock is set. */
export function isAhead(at: Instant, now: Instant): boolean {
  return at > now + clocksApartMaxMs;
}

const bpsPerWhole = 10_000n;

/** A rate with a store's spread on it: so many basis points more, or less when negative. Never less than the smallest. */
export function withSpread(value: Rate, spreadBps: number): Rate {
  const spread = (value * (bpsPerWhole + BigInt(spreadBps))) / bpsPerWhole;
  return rate(spread > 0n ? spread : 1n);
}

export const rate = (hundredMillionths: bigint): Rate => hundredMillionths as Rate;

export function parseRate(text: string): Rate | null {
  const match = ratePattern.exec(text);
  if (match === null) return null;
  const value = BigInt((match[1] ?? '') + (match[2] ?? '').padEnd(rateDigits, '0'));
  return value > 0n ? rate(value) : null;
}

/** At least two fraction digits, no needless zeros after them: "95.50", "0.21340001". */
export function formatRate(value: Rate): string {
  const digits = value.toString().padStart(rateDigits + 1, '0');
  const whole = digits.slice(0, -rateDigits);
  const fraction = digits.slice(-rateDigits).replace(/0+$/, '').padEnd(2, '0');
  return `${whole}.${fraction}`;
}

export function pairName(settlementCode: string, fiatCode: string): string {
  return `${settlementCode}/${fiatCode}`;
}

/** How far a rate may move at once before somebody has to say that it is meant; the rest of the way is typing mistakes. */
export const rateJumpMaxBpsDefault = 500;

/** The distance of two rates in basis points of the former, rounded up. */
export function distanceBps(last: Rate, next: Rate): bigint {
  const distance = next > last ? next - last : last - next;
  return divideUp(distance * bpsPerWhole, last);
}

export type Rates = { readonly [Type in 'in' | 'out']: Rate | null };

/** Both rates are there, and who pays in and out again gains. */
export function isCrossed({ in: payin, out: payout }: Rates): boolean {
  return payin !== null && payout !== null && payout > payin;
}

interface Currencies {
  readonly fiat: Currency;
  readonly settlement: Currency;
}

/**
 * Refuses what is more likely a slip of the finger than a rate, until it is said to be meant: one that is far from the last
 * one, and a payout rate above the payin rate, by which everybody who pays in and out again gains. All of it is said at once,
 * because one word confirms all of it.
 */
export function requirePlausible(before: Rates, after: Rates, pair: Currencies, jumpMaxBps: number): void {
  const jumps = (['in', 'out'] as const).flatMap((type): Fault[] => {
    const [last, next] = [before[type], after[type]];
    if (last === null || next === null || distanceBps(last, next) <= BigInt(jumpMaxBps)) return [];
    const limit = `${percentText(jumpMaxBps)} %`;
    return [fault('rate_jump', { field: type, ...rateEffect(type, last, next, pair), limit })];
  });
  const crossed =
    after.in !== null && after.out !== null && isCrossed(after)
      ? [fault('rates_crossed', { field: 'out', in: formatRate(after.in), out: formatRate(after.out) })]
      : [];
  refuseIfAny([...jumps, ...crossed]);
}

/** A payment by which people see what a rate does, in whole units of the fiat currency. */
const exampleUnits = 10_000n;

/** What a new rate changes: by how much, and what a payment comes to before and after, rounded as that payment would be. */
function rateEffect(type: 'in' | 'out', last: Rate, next: Rate, pair: Currencies) {
  const sum = fiat(exampleUnits * powerOfTen(pair.fiat.subunit));
  const convert = type === 'in' ? fiatToSettlementDown : fiatToSettlementUp;
  const worth = (at: Rate) =>
    `${formatAmount(convert({ sum, rate: at, ...pair }), pair.settlement.subunit)} ${pair.settlement.code}`;
  return {
    before: formatRate(last),
    after: formatRate(next),
    change: `${percentText(distanceBps(last, next))} %`,
    sum: `${exampleUnits} ${pair.fiat.code}`,
    was: worth(last),
    will: worth(next),
  };
}

interface Conversion extends Currencies {
  readonly sum: FiatMinor;
  readonly rate: Rate;
}

/** What a payer's transfer is worth to the merchant: cut off, so that the service never promises what was not received. */
export function fiatToSettlementDown(conversion: Conversion): SettlementMinor {
  const { dividend, divisor } = fraction(conversion);
  return settlement(dividend / divisor);
}

/** What a payout costs the store: rounded up, so that the maker never receives less than was paid out. */
export function fiatToSettlementUp(conversion: Conversion): SettlementMinor {
  const { dividend, divisor } = fraction(conversion);
  return settlement(divideUp(dividend, divisor));
}

function fraction({ sum, rate, fiat, settlement }: Conversion): { dividend: bigint; divisor: bigint } {
  return {
    dividend: sum * powerOfTen(rateDigits + settlement.subunit),
    divisor: rate * powerOfTen(fiat.subunit),
  };
}

/** A rate is between two currencies that are there, and that are not the same. */
export function requirePair(
  { currencies }: { readonly currencies: ReadonlyMap<string, unknown> },
  pair: { readonly settlementCurrency: string; readonly fiatCurrency: string },
): void {
  for (const field of ['settlementCurrency', 'fiatCurrency'] as const) {
    if (!currencies.has(pair[field])) throw new AppError('currency_not_allowed', { field });
  }
  if (pair.settlementCurrency === pair.fiatCurrency) {
    throw new AppError('currency_not_allowed', { field: 'fiatCurrency' });
  }
}
