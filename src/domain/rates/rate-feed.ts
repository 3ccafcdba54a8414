import { storable } from '../text/outside-text.ts';
import type { Instant } from '../text/timestamp.ts';
import type { NoRate, RateSource, SourceRate } from './rate-source.ts';
import { distanceBps, formatRate, isCrossed, type Rate, type Rates, withSpread } from './rates.ts';

/**
 * Where the rate of one pair and direction comes from by itself: sources in an order. They are asked one after the other, and
 * the first that answers with a rate counts. What it says, with the margin, becomes the rate, unless it is a jump or the
 * payout rate would be above the payin rate: then nothing is taken, whatever a later source would say, because a source that
 * still has the old rate would hide that the market has moved. A feed that takes nothing keeps the last rate, which grows
 * older until its age limit stops new deals: no rate is better than a wrong one.
 */
export interface RateFeed {
  readonly id: number;
  readonly settlementCurrency: string;
  readonly fiatCurrency: string;
  readonly type: 'in' | 'out';
  readonly sources: readonly AskedSource[];
  /** What is added to what a source says, in basis points; negative: taken off. */
  readonly marginBps: number;
  readonly intervalMs: number;
  /** Older than this the rate stops new deals. */
  readonly ageMaxMs: number | null;
  readonly isEnabled: boolean;
  /** The place, from one, of the source that the last rate came from. */
  readonly usedPlace: number | null;
  /** Why the last attempt gave no rate; null when it did. */
  readonly fault: FeedFault | null;
  readonly lastError: string | null;
  readonly lastRateAt: Instant | null;
}

/** `no_answer`: no source has given a rate; `jump`, `crossed`: one has, and it was not taken. */
export const feedFaults = { no_answer: 'no_answer', jump: 'jump', crossed: 'crossed' } as const;
type FeedFault = keyof typeof feedFaults;

/** A source, and what came of it when it was last asked. */
export interface AskedSource extends RateSource {
  readonly lastAskedAt: Instant | null;
  readonly lastError: string | null;
  /** What it said, without the margin. */
  readonly lastRate: Rate | null;
}

export type SourceAnswer = SourceRate | NoRate;

/** What becomes of a feed that was asked. */
export type FeedVerdict =
  | { readonly kind: 'taken'; readonly rate: Rate; readonly place: number }
  | { readonly kind: 'refused'; readonly fault: FeedFault; readonly error: string };

/**
 * @param answers of the sources that were asked, in their order: all but the last have failed.
 * @param last the rates of both directions as they are.
 */
export function judgeAnswers(
  { type, marginBps }: Pick<RateFeed, 'type' | 'marginBps'>,
  answers: readonly SourceAnswer[],
  last: Rates,
  jumpMaxBps: number,
): FeedVerdict {
  const index = answers.findIndex((answer) => 'rate' in answer);
  const answer = answers[index];
  if (answer === undefined || !('rate' in answer)) {
    return { kind: 'refused', fault: 'no_answer', error: failuresText(answers) };
  }
  const place = index + 1;
  const next = withSpread(answer.rate, marginBps);
  const own = last[type];
  if (own !== null && isJump(own, next, jumpMaxBps)) {
    const error = `${formatRate(next)} of source ${place} is too far from ${formatRate(own)}`;
    return { kind: 'refused', fault: 'jump', error };
  }
  const after = { ...last, [type]: next };
  // Once somebody has confirmed that, it is no fault of a feed.
  if (isCrossed(after) && !isCrossed(last)) {
    const error = `${formatRate(next)} of source ${place} would put the payout rate above the payin rate`;
    return { kind: 'refused', fault: 'crossed', error };
  }
  return { kind: 'taken', rate: next, place };
}

/** As long as a person would read. */
const failureCharactersMax = 500;

function failuresText(answers: readonly SourceAnswer[]): string {
  const failures = answers.map((answer, index) => ('failure' in answer ? `${index + 1}: ${answer.failure}` : ''));
  return readable(failures.join('; '));
}

/** What another server caused to be said, in a text that the database takes. */
export function readable(failure: string): string {
  return storable(failure.slice(0, failureCharactersMax));
}

/**
 * A source that breaks tends to say nonsense rather than nothing: another currency, another unit. So a rate that is far from
 * the last one is not taken; a person who knows better sets it by hand.
 */
export function isJump(last: Rate, next: Rate, jumpMaxBps: number): boolean {
  return distanceBps(last, next) > BigInt(jumpMaxBps);
}

/** The same places are asked, and the same is made of what they say. */
export function isSameQuestion(one: RateFeed, other: RateFeed): boolean {
  const placeOf = ({ url, path, book, time }: RateSource) => [
    url,
    path,
    book?.from,
    book?.to,
    book?.price,
    time?.path,
    time?.ageMaxMs,
  ];
  const question = ({ sources, marginBps }: RateFeed) => JSON.stringify([sources.map(placeOf), marginBps]);
  return question(one) === question(other);
}

/** How long a feed's rate may go without being renewed where nobody has said it: ten attempts, and at least ten minutes. */
export function usualAgeMaxMs(intervalMs: number): number {
  return Math.max(10 * intervalMs, 600_000);
}

/** The place that is in use, for metrics: 0 while the feed gives no rate. Null: it has not been asked yet. */
export function placeInUse({ fault, usedPlace }: Pick<RateFeed, 'fault' | 'usedPlace'>): number | null {
  return fault === null ? usedPlace : 0;
}
