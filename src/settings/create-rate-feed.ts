import { type RateFeed, requireFeedUrl } from '../domain/rate-feed.ts';
import { requirePair } from '../domain/rates.ts';
import { AppError } from '../errors.ts';
import { readReference } from '../storage/reads/catalogue-read.ts';
import { hasFeed, insertFeed } from '../storage/settings/rate-feeds.ts';
import { takeId } from '../storage/settings/settings-transaction.ts';
import { changed, settingAct } from './setting-act.ts';

type NewFeed = Omit<RateFeed, 'id' | 'lastError' | 'lastRateAt'>;

/** It is asked at once. A rate has one feed at most. */
export const createRateFeed = settingAct({
  name: 'create-rate-feed',
  load: async (tx, feed: NewFeed) => ({
    reference: await readReference(tx.client),
    isTaken: await hasFeed(tx, feed),
    id: await takeId(tx, 'rate_feeds'),
  }),
  decide(given, { reference, isTaken, id }, { at, mode }) {
    requirePair(reference, given);
    requireFeedUrl(given.url, mode);
    if (isTaken) throw new AppError('feed_taken');
    const feed: RateFeed = { ...given, id, lastError: null, lastRateAt: null };
    const { url, path, intervalMs, ageMaxMs } = feed;
    const facts = { subjectKind: 'rate-feed', subjectId: id, details: { url, path, intervalMs, ageMaxMs } };
    return changed(feed, { feed, dueAt: at }, facts);
  },
  store: (tx, { feed, dueAt }) => insertFeed(tx, feed, dueAt),
});
