import { AppError } from '../../errors/app-error.ts';
import { lockFeed, rateFeeds } from '../../storage/settings/rates/rate-feeds.ts';
import { changed, settingAct } from '../setting-act.ts';

/** The rate stays as it is, with its age: one that came from the feed still stops new deals when it gets too old. */
export const removeRateFeed = settingAct({
  name: 'remove-rate-feed',
  load: (tx, { id }: { readonly id: number }) => lockFeed(tx, id),
  decide({ id }, feed) {
    if (feed === null) throw new AppError('not_found');
    const { settlementCurrency, fiatCurrency, type } = feed;
    const details = { pair: `${settlementCurrency}/${fiatCurrency}`, type };
    return changed(undefined, { id }, { subjectKind: 'rate-feed', subjectId: id, details });
  },
  store: (tx, { id }) => rateFeeds.delete(tx, { id }),
});
