import type { Instant } from '../text/timestamp.ts';

/** Half hours, by which the trade is added up: days begin at a half hour in some time zones. */
export const rollupStepMs = 30 * 60_000;

export function rollupStart(instant: Instant): Instant {
  return instant - (instant % rollupStepMs);
}

/** The half hours that a span of time touches. */
export function rollupStarts(fromMs: Instant, toMs: Instant): Instant[] {
  const starts: Instant[] = [];
  for (let start = rollupStart(fromMs); start < toMs; start += rollupStepMs) starts.push(start);
  return starts;
}

/**
 * How long a transfer waited for its confirmation, told apart by these bounds, in seconds: a class holds what took less than its
 * bound, the last one all the rest. Classes can be added up over any period, which a median cannot.
 */
export const waitBoundsS = [60, 120, 300, 600, 1_800, 3_600, 10_800, 43_200] as const;

/** How many of each class there are, by its place; absent ones are none. */
type WaitCounts = ReadonlyMap<number, number>;

/**
 * The bound below which at least this part was confirmed, in seconds: "half of them within two minutes". Null when nothing was, or
 * when it took longer than the last bound.
 */
export function waitWithin(counts: WaitCounts, partBps: number): number | null {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  let seen = 0;
  for (const [place, bound] of waitBoundsS.entries()) {
    seen += counts.get(place) ?? 0;
    if (seen * 10_000 >= all * partBps) return bound;
  }
  return null;
}
