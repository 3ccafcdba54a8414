import { fetchRate } from '../notify/fetch-rate.ts';
import type { RateSettings } from '../storage/settings/rate-settings.ts';
import { Loop } from './loop.ts';

const pauseMs = 500;
const feedsPerStepMax = 20;

/**
 * Renews rates from where they are published. A feed that fails keeps the last rate, which grows older until its age limit
 * stops new deals: no rate is better than a wrong one. Why it failed stands beside the feed.
 */
export function createRateFeedWorker(options: {
  readonly rates: RateSettings;
  readonly clock: () => number;
  /** Feeds in the service's own network: only where nothing is worth protecting. */
  readonly allowsPrivate: boolean;
  readonly failed: (error: unknown) => void;
}): Loop {
  const { rates, clock, allowsPrivate } = options;
  return new Loop({
    pauseMs,
    failed: options.failed,
    async step(signal) {
      const due = await rates.takeDueFeeds(clock(), feedsPerStepMax);
      await Promise.all(
        due.map(async (feed) => {
          try {
            await rates.storeFeedRate(feed, await fetchRate(feed, allowsPrivate, signal), clock());
          } catch (error) {
            if (signal.aborted) return;
            await rates.feedFailed(feed.id, error instanceof Error ? error.message : String(error));
            options.failed(error);
          }
        }),
      );
      return due.length === feedsPerStepMax ? 'more' : 'idle';
    },
  });
}
