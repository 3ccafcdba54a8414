import { storable } from '../domain/outside-text.ts';
import { isJump, type RateFeed } from '../domain/rate-feed.ts';
import { formatRate, type Rate } from '../domain/rates.ts';
import { updateFeedOutcome } from '../storage/settings/rate-feeds.ts';
import { lockRate, type RateRow } from '../storage/settings/rates.ts';
import { storeRate } from './set-rate.ts';
import { routineAct } from './setting-act.ts';

interface FoundRate {
  readonly feed: RateFeed;
  /** What the feed says, or why it says nothing. */
  readonly found: Rate | { readonly failure: string };
}

type Outcome = { readonly rate: RateRow } | { readonly lastError: string };

/** A feed's rate, unless it is too far from the last one to be believed. The rate history says which feed it came from. */
export const takeFeedRate = routineAct({
  load: (tx, { feed }: FoundRate) => lockRate(tx, feed),
  decide({ feed, found }, last, { at, rateJumpMaxBps }) {
    const outcome = judge(feed, found, last, at, rateJumpMaxBps);
    return { kind: 'changed', result: 'rate' in outcome, change: { feedId: feed.id, outcome } };
  },
  async store(tx, { feedId, outcome }) {
    if ('rate' in outcome) await storeRate(tx, outcome.rate, `feed ${feedId}`);
    await updateFeedOutcome(tx, feedId, 'rate' in outcome ? { lastRateAt: outcome.rate.setAt } : outcome);
  },
});

/** As long as a person would read. */
const failureCharactersMax = 500;

function judge(
  feed: RateFeed,
  found: FoundRate['found'],
  last: RateRow | null,
  at: number,
  jumpMaxBps: number,
): Outcome {
  if (typeof found === 'object') {
    return { lastError: storable(found.failure.slice(0, failureCharactersMax)) };
  }
  if (last !== null && isJump(last.rate, found, jumpMaxBps)) {
    return { lastError: `${formatRate(found)} is too far from ${formatRate(last.rate)}` };
  }
  const { settlementCurrency, fiatCurrency, type, ageMaxMs } = feed;
  return { rate: { settlementCurrency, fiatCurrency, type, rate: found, setAt: at, ageMaxMs } };
}
