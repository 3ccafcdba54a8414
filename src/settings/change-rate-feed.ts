import { type RateFeed, requireFeedUrl } from '../domain/rate-feed.ts';
import { AppError } from '../errors.ts';
import { lockFeed, updateFeed } from '../storage/settings/rate-feeds.ts';
import { changed, settingAct } from './setting-act.ts';

type Changeable = Pick<RateFeed, 'url' | 'path' | 'intervalMs' | 'ageMaxMs' | 'isEnabled'>;

interface FeedChange {
  readonly id: number;
  /** What is absent stays as it is. */
  readonly change: { readonly [Name in keyof Changeable]?: Changeable[Name] | undefined };
}

/** A changed feed is asked at once. */
export const changeRateFeed = settingAct({
  name: 'change-rate-feed',
  load: (tx, { id }: FeedChange) => lockFeed(tx, id),
  decide({ id, change }, before, { at, mode }) {
    if (change.url !== undefined) requireFeedUrl(change.url, mode);
    if (before === null) throw new AppError('not_found');
    const { url, path, intervalMs, isEnabled, ageMaxMs } = change;
    const given = {
      ...(url === undefined ? {} : { url }),
      ...(path === undefined ? {} : { path }),
      ...(intervalMs === undefined ? {} : { intervalMs }),
      ...(ageMaxMs === undefined ? {} : { ageMaxMs }),
      ...(isEnabled === undefined ? {} : { isEnabled }),
    };
    const feed: RateFeed = { ...before, ...given };
    return changed(feed, { feed, dueAt: at }, { subjectKind: 'rate-feed', subjectId: id, details: given });
  },
  store: (tx, { feed, dueAt }) => updateFeed(tx, feed, dueAt),
});
