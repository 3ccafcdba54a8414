import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { FeedVerdict, RateFeed } from '../../domain/rates/rate-feed.ts';
import { askInOrder } from '../../notify/ask-source.ts';
import { takeFeedRate } from '../../settings/rates/take-feed-rate.ts';
import type { Settings } from '../../settings/settings.ts';
import { takeDueFeeds } from '../../storage/settings/rates/rate-feeds.ts';
import { unaskedPauseMs } from '../lookout.ts';
import { Loop } from '../loop.ts';

const pauseMs = 500;
/** Feeds that are being asked at once. */
const feedsMax = 20;

interface RateFeedWorkerOptions {
  readonly pool: pg.Pool;
  readonly settings: Settings;
  readonly clock: () => number;
  /** What the times in answers are compared with: real time, whatever the clock of a sandbox was moved to. */
  readonly sourcesClock: () => number;
  /** Sources in the service's own network: only where nothing is worth protecting. */
  readonly allowsPrivate: boolean;
  /** Another source is in use than before, or none. */
  readonly noticed: (feed: RateFeed, verdict: FeedVerdict) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Renews rates from where they are published; `domain/rate-feed.ts` has the rules. A feed whose sources hang keeps no other
 * feed waiting: the loop goes on while they are asked.
 */
export function createRateFeedWorker(options: RateFeedWorkerOptions): Loop {
  const asking = new Set<Promise<void>>();
  return new Loop({
    pauseMs: unaskedPauseMs,
    againMs: pauseMs,
    isOnCall: true,
    failed: options.failed,
    async step(signal) {
      const due = await takeDueFeeds(options.pool, options.clock(), feedsMax - asking.size);
      for (const feed of due) {
        const asked = ask(feed, options, signal)
          .catch((error: unknown) => void (signal.aborted || options.failed(error)))
          .finally(() => asking.delete(asked));
        asking.add(asked);
      }
      const all = Promise.all(asking);
      await Promise.race([all, delay(pauseMs, undefined, { signal }).catch(() => all)]);
      return 'idle';
    },
  });
}

async function ask(feed: RateFeed, options: RateFeedWorkerOptions, signal: AbortSignal): Promise<void> {
  const { settings, clock, sourcesClock, allowsPrivate } = options;
  const askedAt = clock();
  const answers = await askInOrder(feed.sources, { allowsPrivate, now: sourcesClock() }, signal);
  if (signal.aborted) return;
  const outcome = await settings.routine(takeFeedRate, { feed, askedAt, answers }, clock());
  if (outcome?.isNews) options.noticed(feed, outcome.verdict);
}
