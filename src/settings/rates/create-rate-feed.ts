import { type RateFeed, usualAgeMaxMs } from '../../domain/rates/rate-feed.ts';
import { type RateSource, requireSources, sourceText } from '../../domain/rates/rate-source.ts';
import { requirePair } from '../../domain/rates/rates.ts';
import { AppError } from '../../errors/app-error.ts';
import { readReference } from '../../storage/reads/catalogue-read.ts';
import { insertFeed, rateFeeds } from '../../storage/settings/rates/rate-feeds.ts';
import { takeId } from '../../storage/settings/settings-transaction.ts';
import { changed, settingAct } from '../setting-act.ts';

interface NewFeed
  extends Pick<RateFeed, 'settlementCurrency' | 'fiatCurrency' | 'type' | 'marginBps' | 'intervalMs' | 'isEnabled'> {
  readonly sources: readonly RateSource[];
  /** Absent: the usual one. */
  readonly ageMaxMs?: number | null | undefined;
}

/** It is asked at once. A rate has one feed at most. */
export const createRateFeed = settingAct({
  name: 'create-rate-feed',
  load: async (tx, feed: NewFeed) => ({
    reference: await readReference(tx.client),
    isTaken: (await rateFeeds.count(tx.client, pairOf(feed))) > 0,
    id: await takeId(tx, 'rate_feeds'),
  }),
  danger: () => 'rate',
  decide({ ageMaxMs: asked, ...given }, { reference, isTaken, id }, { at, mode }) {
    requirePair(reference, given);
    requireSources(given.sources, mode);
    if (isTaken) throw new AppError('feed_taken');
    const ageMaxMs = asked === undefined ? usualAgeMaxMs(given.intervalMs) : asked;
    const feed: RateFeed = { ...given, sources: given.sources.map(notAsked), ageMaxMs, id, ...notAskedFeed };
    const { settlementCurrency, fiatCurrency, type, intervalMs, marginBps } = feed;
    const pair = { pair: `${settlementCurrency}/${fiatCurrency}`, type };
    const details = { ...pair, sources: sourcesText(feed.sources), marginBps, intervalMs, ageMaxMs };
    return changed(feed, { feed, dueAt: at }, { subjectKind: 'rate-feed', subjectId: id, details });
  },
  store: (tx, { feed, dueAt }) => insertFeed(tx, feed, dueAt),
});

function pairOf({ settlementCurrency, fiatCurrency, type }: NewFeed) {
  return { settlementCurrency, fiatCurrency, type };
}

const notAskedFeed = { usedPlace: null, fault: null, lastError: null, lastRateAt: null } as const;

export function notAsked({ url, path, book, time }: RateSource): RateFeed['sources'][number] {
  return { url, path, book, time, lastAskedAt: null, lastError: null, lastRate: null };
}

/** The list for the audit log, in its order. */
export function sourcesText(sources: readonly RateSource[]): string {
  return sources.map((source, index) => `${index + 1}: ${sourceText(source)}`).join('; ');
}
