import {
  type FeedVerdict,
  isSameQuestion,
  judgeAnswers,
  type RateFeed,
  readable,
  type SourceAnswer,
} from '../../domain/rates/rate-feed.ts';
import { sourceText } from '../../domain/rates/rate-source.ts';
import { formatRate, isAhead } from '../../domain/rates/rates.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import {
  lockFeed,
  type SourceOutcome,
  updateFeedOutcome,
  updateSourceOutcomes,
} from '../../storage/settings/rates/rate-feeds.ts';
import { lockRate, type RateRow, upsertRate } from '../../storage/settings/rates/rates.ts';
import { type RoutineAudit, routineAct, unchanged } from '../setting-act.ts';
import { storeRate } from './set-rate.ts';

interface AskedFeed {
  /** As it was when it was asked. */
  readonly feed: RateFeed;
  readonly askedAt: Instant;
  readonly answers: readonly SourceAnswer[];
}

/** What came of it; `isNews` when it is not what came of the last attempt. */
interface Outcome {
  readonly verdict: FeedVerdict;
  readonly isNews: boolean;
}

/**
 * What a feed has answered. The audit log says when another source is used than before, and when there is none; the rate
 * history says which source each rate came from.
 */
export const takeFeedRate = routineAct({
  load: async (tx, { feed }: AskedFeed) => ({
    stored: await lockFeed(tx, feed.id),
    in: await lockRate(tx, { ...feed, type: 'in' }),
    out: await lockRate(tx, { ...feed, type: 'out' }),
  }),
  decide({ feed, askedAt, answers }, { stored, ...rates }, { at, rateJumpMaxBps }) {
    const own = rates[feed.type];
    // Somebody was quicker: the feed was changed or switched off, or a rate was set after this one was asked for. One that was
    // set in the future was set by a clock that was wrong, before that.
    const isSetSince = own !== null && own.setAt > askedAt && !isAhead(own.setAt, at);
    if (stored === null || !stored.isEnabled || !isSameQuestion(stored, feed) || isSetSince) return unchanged(null);
    const last = { in: rates.in?.rate ?? null, out: rates.out?.rate ?? null };
    const verdict = judgeAnswers(feed, answers, last, rateJumpMaxBps);
    const news = newsOf(stored, verdict);
    const change = {
      feedId: feed.id,
      verdict,
      rate: verdict.kind === 'taken' ? rowOf(feed, verdict.rate, at) : null,
      // The history has a line when a rate is another one, or comes from elsewhere: not one for every time it was asked.
      isInHistory: verdict.kind === 'taken' && (own?.rate !== verdict.rate || news.length > 0),
      sources: answers.map((answer): SourceOutcome => outcomeOf(answer, askedAt)),
    };
    return { kind: 'changed', result: { verdict, isNews: news.length > 0 } as Outcome | null, change, news };
  },
  async store(tx, { feedId, verdict, rate, isInHistory, sources }) {
    if (rate !== null && verdict.kind === 'taken') {
      if (isInHistory) await storeRate(tx, rate, { setBy: `feed ${feedId}, source ${verdict.place}`, isAgreed: true });
      else await upsertRate(tx, rate);
    }
    await updateSourceOutcomes(tx, feedId, sources);
    await updateFeedOutcome(tx, feedId, verdict, rate?.setAt ?? null);
  },
});

function rowOf({ settlementCurrency, fiatCurrency, type, ageMaxMs }: RateFeed, rate: RateRow['rate'], setAt: Instant) {
  return { settlementCurrency, fiatCurrency, type, rate, setAt, ageMaxMs };
}

function outcomeOf(answer: SourceAnswer, askedAt: Instant): SourceOutcome {
  return 'rate' in answer
    ? { askedAt, rate: answer.rate, error: null }
    : { askedAt, rate: null, error: readable(answer.failure) };
}

/** A line when the source in use or the fault is not what it was. */
function newsOf(stored: RateFeed, verdict: FeedVerdict): RoutineAudit[] {
  const { id, settlementCurrency, fiatCurrency, type, sources } = stored;
  const subject = { subjectKind: 'rate-feed', subjectId: id };
  const pair = { pair: `${settlementCurrency}/${fiatCurrency}`, type };
  if (verdict.kind === 'refused') {
    if (verdict.fault === stored.fault) return [];
    return [{ ...subject, action: 'miss-rate', details: { ...pair, fault: verdict.fault, error: verdict.error } }];
  }
  if (stored.fault === null && verdict.place === stored.usedPlace) return [];
  const source = sources[verdict.place - 1];
  const from = { source: verdict.place, from: source === undefined ? '' : sourceText(source) };
  return [{ ...subject, action: 'use-rate-source', details: { ...pair, ...from, rate: formatRate(verdict.rate) } }];
}
