import { AppError } from '../../errors/app-error.ts';
import { powerOfTen } from '../money/money.ts';
import { readAnswerTime, whyNotFresh } from '../text/answer-time.ts';
import type { Instant } from '../text/timestamp.ts';
import { type Rate, rate, rateDigits } from './rates.ts';

/** One place on the internet where a rate is published: a JSON document, and where the figure is in it. */
export interface RateSource {
  readonly url: string;
  /** Names and positions with points between them, as in `data.rates.0.price`; empty for the document itself. */
  readonly path: string;
  /** The path leads to a list of offers, and the rate is the mean of some of them. */
  readonly book: BookPlaces | null;
  /** Where the document says how old it is. A server that answers may have stopped listening to the market. */
  readonly time: { readonly path: string; readonly ageMaxMs: number } | null;
}

/**
 * The best offers of a book are bait as often as offers, so the mean of those behind them is the market's price. Places
 * count from one, and both ends belong to it.
 */
interface BookPlaces {
  readonly from: number;
  readonly to: number;
  /** Where an offer has its price, as in `price`, `0` or `adv.price`; empty where the offer is the price itself. */
  readonly price: string;
}

/** Why a document gives no rate, for people. */
export interface NoRate {
  readonly failure: string;
}

/** What a source says. `prices` are the figures the rate was made of: one, or the places of a book. */
export interface SourceRate {
  readonly rate: Rate;
  readonly prices: readonly Rate[];
}

/** Reads what a source has answered; numbers in the document are texts, see `parseExactJson`. */
export function readSource(document: unknown, source: RateSource, now: Instant): SourceRate | NoRate {
  const old = tooOld(document, source, now);
  if (old !== null) return old;
  const found = at(document, source.path);
  if (found === undefined) return { failure: `there is nothing at ${shown(source.path)}` };
  if (source.book !== null) return readBook(found, source.path, source.book);
  const price = readPrice(found);
  return price === null ? { failure: `there is no rate at ${shown(source.path)}` } : { rate: price, prices: [price] };
}

function readBook(list: unknown, path: string, { from, to, price: pricePath }: BookPlaces): SourceRate | NoRate {
  if (!Array.isArray(list)) return { failure: `there is no list at ${shown(path)}` };
  if (list.length < to) return { failure: `the list at ${shown(path)} has ${list.length} places, not ${to}` };
  const prices: Rate[] = [];
  for (let place = from; place <= to; place += 1) {
    const price = readPrice(at(list[place - 1], pricePath));
    if (price === null) return { failure: `place ${place} of the list at ${shown(path)} has no price` };
    prices.push(price);
  }
  const mean = prices.reduce((sum, one) => sum + one, 0n) / BigInt(prices.length);
  return { rate: rate(mean), prices };
}

/** A document whose own time is past its bound, in the future, or not there although one was to be expected. */
function tooOld(document: unknown, { time }: RateSource, now: Instant): NoRate | null {
  if (time === null) return null;
  const saidAt = readAnswerTime(at(document, time.path));
  if (saidAt === null) return { failure: `there is no time at ${shown(time.path)}` };
  const failure = whyNotFresh(saidAt, time.ageMaxMs, now);
  return failure === null ? null : { failure };
}

/** A positive decimal; digits beyond the eighth are cut off. Null where there is none. */
export function readPrice(value: unknown): Rate | null {
  if (typeof value !== 'string') return null;
  const match = /^(\d{1,30})(?:\.(\d{1,40}))?(?:[eE]([+-]?)(\d{1,2}))?$/.exec(value);
  if (match === null) return null;
  const [, whole = '', fraction = '', sign = '', exponent = '0'] = match;
  const shift = 10n ** BigInt(exponent);
  const digits = BigInt(whole + fraction) * powerOfTen(rateDigits);
  const below = powerOfTen(fraction.length);
  const found = sign === '-' ? digits / (below * shift) : (digits * shift) / below;
  return found > 0n && found < rateLimit ? rate(found) : null;
}

/** Ten digits before the point, as for a rate that is typed. */
const rateLimit = 10n ** BigInt(10 + rateDigits);

function at(document: unknown, path: string): unknown {
  let value = document;
  for (const step of path === '' ? [] : path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

const shown = (path: string): string => (path === '' ? 'the top' : path);

/** Enough for one to fail and the next to be away; more would not be asked within one interval. */
export const sourcesMax = 5;

/** Refuses a list that could not be asked. */
export function requireSources(sources: readonly RateSource[], mode: 'sandbox' | 'production'): void {
  for (const [index, { url, book }] of sources.entries()) {
    if (!isSourceUrl(url, mode)) throw new AppError('invalid_feed_url', { field: `sources.${index}.url` });
    if (book !== null && book.from > book.to) throw new AppError('book_places', { field: `sources.${index}.book` });
  }
}

/** Production asks over https only, or anybody on the way could set the rate. */
export function isSourceUrl(text: string, mode: 'sandbox' | 'production'): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (mode === 'sandbox' && url.protocol === 'http:');
}

/** One line for the audit log. */
export function sourceText({ url, path, book, time }: RateSource): string {
  const places =
    book === null ? '' : ` places ${book.from} to ${book.to}${book.price === '' ? '' : ` (${book.price})`}`;
  const age = time === null ? '' : `, ${time.path} up to ${time.ageMaxMs / 1000} s ago`;
  return `${url} ${path}${places}${age}`.replace('  ', ' ').trim();
}
