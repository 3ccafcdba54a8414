import { AppError } from '../errors.ts';
import { distanceBps, type Rate, rate, rateDigits } from './rates.ts';

/** Where a rate comes from by itself: a JSON document, and the path in it that leads to the figure. */
export interface RateFeed {
  readonly id: number;
  readonly settlementCurrency: string;
  readonly fiatCurrency: string;
  readonly type: 'in' | 'out';
  readonly url: string;
  /** Names and positions with points between them, as in `data.rates.0.price`. */
  readonly path: string;
  readonly intervalMs: number;
  readonly ageMaxMs: number | null;
  readonly isEnabled: boolean;
  readonly lastError: string | null;
  readonly lastRateAt: number | null;
}

/** The figure at the path, as a string or a number; digits beyond the eighth are cut off. Null where there is none. */
export function readFeedRate(document: unknown, path: string): Rate | null {
  let value = document;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return null;
    value = (value as Record<string, unknown>)[step];
  }
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const match = /^(\d{1,10})(?:\.(\d{1,40}))?$/.exec(String(value));
  if (match === null) return null;
  const fraction = (match[2] ?? '').slice(0, rateDigits).padEnd(rateDigits, '0');
  const found = BigInt((match[1] ?? '') + fraction);
  return found > 0n ? rate(found) : null;
}

/**
 * A feed that breaks tends to say nonsense rather than nothing: another currency, another unit. So a rate that is far from the
 * last one is not taken; a person who knows better sets it by hand.
 */
export function isJump(last: Rate, next: Rate, jumpMaxBps: number): boolean {
  return distanceBps(last, next) > BigInt(jumpMaxBps);
}

/** Production asks over https only, or anybody on the way could set the rate. */
export function isFeedUrl(text: string, mode: 'sandbox' | 'production'): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (mode === 'sandbox' && url.protocol === 'http:');
}

export function requireFeedUrl(url: string, mode: 'sandbox' | 'production'): void {
  if (!isFeedUrl(url, mode)) throw new AppError('invalid_feed_url', { field: 'url' });
}
