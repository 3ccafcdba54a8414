import type pg from 'pg';
import { fetchRate } from '../notify/fetch-rate.ts';
import type { Settings } from '../settings/settings.ts';
import { takeFeedRate } from '../settings/take-feed-rate.ts';
import { takeDueFeeds } from '../storage/settings/rate-feeds.ts';
import { Loop } from './loop.ts';

const pauseMs = 500;
const feedsPerStepMax = 20;

/**
 * Renews rates from where they are published. A feed that fails keeps the last rate, which grows older until its age limit
 * stops new deals: no rate is better than a wrong one. Why it failed stands beside the feed.
 */
export function createRateFeedWorker(options: {
  readonly pool: pg.Pool;
  readonly settings: Settings;
  readonly clock: () => number;
  /** Feeds in the service's own network: only where nothing is worth protecting. */
  readonly allowsPrivate: boolean;
  readonly failed: (error: unknown) => void;
}): Loop {
  const { pool, settings, clock, allowsPrivate } = options;
  return new Loop({
    pauseMs,
    failed: options.failed,
    async step(signal) {
      const due = await takeDueFeeds(pool, clock(), feedsPerStepMax);
      await Promise.all(
        due.map(async (feed) => {
          try {
            const found = await fetchRate(feed, allowsPrivate, signal);
            await settings.routine(takeFeedRate, { feed, found }, clock());
          } catch (error) {
            if (signal.aborted) return;
            const failure = error instanceof Error ? error.message : String(error);
            await settings.routine(takeFeedRate, { feed, found: { failure } }, clock());
            options.failed(error);
          }
        }),
      );
      return due.length === feedsPerStepMax ? 'more' : 'idle';
    },
  });
}
