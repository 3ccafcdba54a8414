import { dangerOfFeed } from '../../domain/authority/second-person.ts';
import { type Changes, givenSettings } from '../../domain/money/setting-fields.ts';
import type { RateFeed } from '../../domain/rates/rate-feed.ts';
import { type RateSource, requireSources } from '../../domain/rates/rate-source.ts';
import { AppError } from '../../errors/app-error.ts';
import { lockFeed, rateFeeds, replaceSources } from '../../storage/settings/rates/rate-feeds.ts';
import { changed, settingAct } from '../setting-act.ts';
import { notAsked, sourcesText } from './create-rate-feed.ts';

type Changeable = Pick<RateFeed, 'marginBps' | 'intervalMs' | 'ageMaxMs' | 'isEnabled'>;

interface FeedChange {
  readonly id: number;
  /** What is absent stays as it is; the sources are replaced as a whole. */
  readonly change: Changes<Changeable> & {
    readonly sources?: readonly RateSource[] | undefined;
  };
}

/** A changed feed is asked at once. */
export const changeRateFeed = settingAct({
  name: 'change-rate-feed',
  load: (tx, { id }: FeedChange) => lockFeed(tx, id),
  danger: ({ change }, before) => (before === null ? null : dangerOfFeed(before, changedFeed(before, change))),
  decide({ id, change }, before, { at, mode }) {
    const { sources } = change;
    if (sources !== undefined) requireSources(sources, mode);
    if (before === null) throw new AppError('not_found');
    const feed = changedFeed(before, change);
    const details = {
      ...givenOf(change),
      ...(sources === undefined ? {} : { sources: sourcesText(sources), sourcesWere: sourcesText(before.sources) }),
    };
    const facts = { subjectKind: 'rate-feed', subjectId: id, details };
    return changed(feed, { feed, change: givenOf(change), hasNewSources: sources !== undefined, dueAt: at }, facts);
  },
  async store(tx, { feed, change, hasNewSources, dueAt }) {
    await rateFeeds.patch(tx, { id: feed.id }, { ...change, usedPlace: feed.usedPlace, dueAt });
    if (hasNewSources) await replaceSources(tx, feed);
  },
});

function givenOf({ sources: _, ...change }: FeedChange['change']): Partial<Changeable> {
  return givenSettings<Changeable>(change);
}

function changedFeed(before: RateFeed, change: FeedChange['change']): RateFeed {
  const { sources } = change;
  // Another list: which of it is used shows with the first answer.
  const asked = sources === undefined ? {} : { sources: sources.map(notAsked), usedPlace: null };
  return { ...before, ...givenOf(change), ...asked };
}
