import type { Logger } from 'pino';
import type { OperatorContext } from '../api/operator/endpoint.ts';
import { type FeedVerdict, placeInUse, type RateFeed } from '../domain/rates/rate-feed.ts';
import { formatRate, isOutdated } from '../domain/rates/rates.ts';
import { askSource } from '../notify/ask-source.ts';
import { listFeeds } from '../storage/reads/rates/rate-feed-reads.ts';
import { createRateFeedWorker } from '../workers/rates/rate-feeds.ts';
import type { Capability } from './capability.ts';
import type { Core } from './core.ts';

/** Rates are renewed from where they are published. */
export function openRates(core: Core): Capability<Pick<OperatorContext, 'askSource'>> {
  const { config, pool, settings, clock, lookout, warns, log } = core;
  watchRates(core);
  const allowsPrivate = config.mode === 'sandbox';
  const worker = createRateFeedWorker({
    pool,
    settings,
    clock,
    sourcesClock: Date.now,
    allowsPrivate,
    noticed: (feed, verdict) => logRateFeed(log, feed, verdict),
    failed: warns('a rate feed will be asked again'),
  });
  // Bounded by the time limit of every question to a source.
  const askOnce: OperatorContext['askSource'] = (source) =>
    askSource(source, { allowsPrivate, now: Date.now() }, new AbortController().signal);
  return { api: { askSource: askOnce }, loops: [lookout.wakes(worker, 'rateFeeds')] };
}

/** Rates are what everything waits for when they are old: an alarm before the age limit is better than one after it. */
function watchRates({ metrics, pool, clock, catalogue }: Core): void {
  const settings = () => [...catalogue().rates.values()].flatMap((pair) => [pair.in, pair.out]);
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
      (await listFeeds(pool, { after: 0, limit: feedsMax })).flatMap((feed) => {
        const value = feed.isEnabled ? placeInUse(feed) : null;
        return value === null ? [] : [{ labels: { pair: pairOf(feed), type: feed.type }, value }];
      }),
  );
}

/** Two for each pair of currencies. */
const feedsMax = 1_000;

/** One line when another source is in use than before, or none: not one for every attempt. */
function logRateFeed(log: Logger, feed: RateFeed, verdict: FeedVerdict): void {
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

function pairOf({ settlementCurrency, fiatCurrency }: RateFeed): string {
  return `${settlementCurrency}/${fiatCurrency}`;
}
