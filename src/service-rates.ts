import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { type FeedVerdict, placeInUse, type RateFeed } from './domain/rate-feed.ts';
import type { RateSource } from './domain/rate-source.ts';
import { formatRate, isOutdated } from './domain/rates.ts';
import type { Instant } from './domain/timestamp.ts';
import type { CatalogueHolder } from './engine/catalogue-holder.ts';
import type { Metrics } from './http/metrics.ts';
import { type AskedOnce, askSource } from './notify/ask-source.ts';
import { listFeeds } from './storage/reads/rate-feed-reads.ts';

interface WatchedRates {
  readonly pool: pg.Pool;
  readonly clock: () => number;
  readonly holder: CatalogueHolder;
}

/** Rates are what everything waits for when they are old: an alarm before the age limit is better than one after it. */
export function watchRates(metrics: Metrics, { pool, clock, holder }: WatchedRates): void {
  const settings = () => [...holder.current.rates.values()].flatMap((pair) => [pair.in, pair.out]);
  metrics.gauge('oldest_rate_seconds', 'Age of the oldest rate that has an age limit; 0 when none has', () =>
    Math.max(0, ...settings().map(({ setAt, ageMaxMs }) => (ageMaxMs === null ? 0 : (clock() - setAt) / 1000))),
  );
  metrics.gauge(
    'outdated_rates',
    'Rates that are older than their limit, or were set by a clock that was ahead, and stop new deals',
    () => settings().filter((one) => isOutdated(one, clock())).length,
  );
  metrics.gaugeBy(
    'rate_source',
    'Place of the source that the rate of a feed comes from: 1 is the first, 0 that no source gives a rate that can be taken',
    ['pair', 'type'],
    async () =>
      (await listFeeds(pool, { after: 0, limit: feedsMax }).catch(() => [])).flatMap((feed) => {
        const value = feed.isEnabled ? placeInUse(feed) : null;
        return value === null ? [] : [{ labels: { pair: pairOf(feed), type: feed.type }, value }];
      }),
  );
}

/** Two for each pair of currencies. */
const feedsMax = 1_000;

/** One line when another source is in use than before, or none: not one for every attempt. */
export function logRateFeed(log: Logger, feed: RateFeed, verdict: FeedVerdict): void {
  const about = { feed: feed.id, pair: pairOf(feed), type: feed.type };
  if (verdict.kind === 'refused') {
    const { fault, error } = verdict;
    log.error({ ...about, fault, error }, 'a rate feed gives no rate that can be taken: the last one stays and ages');
    return;
  }
  const { place, rate } = verdict;
  const level = place === 1 ? 'info' : 'warn';
  log[level]({ ...about, source: place, rate: formatRate(rate) }, 'a rate comes from this source now');
}

/** Bounded by the time limit of every question to a source. */
export function askSourceOnce(source: RateSource, { mode }: Pick<Config, 'mode'>, now: Instant): Promise<AskedOnce> {
  return askSource(source, { allowsPrivate: mode === 'sandbox', now }, new AbortController().signal);
}

function pairOf({ settlementCurrency, fiatCurrency }: RateFeed): string {
  return `${settlementCurrency}/${fiatCurrency}`;
}
