import { describe, expect, it } from 'vitest';
import { ScrubBudget } from './scrub-budget.ts';

const lookMs = 1_000;

/** Steps of one length for so long: which part of the time they took, and the most of any five seconds. */
function spend({ stepMs, forMs, isBusy }: { stepMs: number; forMs: number; isBusy: (nowMs: number) => boolean }) {
  let nowMs = 0;
  const budget = new ScrubBudget({ now: () => nowMs, isBusy: () => isBusy(nowMs) });
  const begun: number[] = [];
  while (nowMs < forMs) {
    const restMs = budget.restMs();
    if (restMs > 0) {
      nowMs += Math.min(restMs, lookMs);
      continue;
    }
    begun.push(nowMs);
    nowMs += stepMs;
    budget.worked(stepMs);
  }
  const within = (fromMs: number, toMs: number) => begun.filter((at) => at >= fromMs && at < toMs).length;
  return { within, share: (begun.length * stepMs) / forMs };
}

describe('reading sealed pages again', () => {
  it('takes a twentieth of the time while the process is at rest', () => {
    const { share } = spend({ stepMs: 20, forMs: 600_000, isBusy: () => false });
    expect(share).toBeGreaterThan(0.04);
    expect(share).toBeLessThanOrEqual(0.05);
  });

  it('takes some thousandths of it while the process is busy, and is never starved', () => {
    const { share, within } = spend({ stepMs: 20, forMs: 600_000, isBusy: () => true });
    expect(share).toBeGreaterThan(0.002);
    expect(share).toBeLessThan(0.005);
    for (let fromMs = 10_000; fromMs < 590_000; fromMs += 10_000) {
      expect(within(fromMs, fromMs + 10_000)).toBeGreaterThan(0);
      expect(within(fromMs, fromMs + 10_000)).toBeLessThan(4);
    }
  });

  it('slows down with the next look when a rush begins, and speeds up half a minute after it', () => {
    const isBusy = (nowMs: number) => nowMs >= 100_000 && nowMs < 150_000;
    const { within } = spend({ stepMs: 20, forMs: 300_000, isBusy });
    expect(within(90_000, 100_000)).toBeGreaterThan(20);
    expect(within(101_000, 179_000)).toBeLessThan(16);
    expect(within(190_000, 200_000)).toBeGreaterThan(20);
  });

  it('goes on within a minute after a step that stood still for long', () => {
    const { within } = spend({ stepMs: 30_000, forMs: 600_000, isBusy: () => true });
    expect(within(0, 600_000)).toBeGreaterThan(5);
  });
});
