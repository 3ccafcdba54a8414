import { describe, expect, it } from 'vitest';
import { runSeed } from './run-seed.ts';

/**
 * A few worlds, bounded by their number and not by time, so that a slow machine checks as much as a fast one: these have all
 * that twelve have in them, the rarest several times. `npm run simulate:nightly` goes on from seeds of its own for hours.
 */
const firstSeed = 1;
const seedCount = 5;
const size = { days: 1, livesPerDay: 1_000 } as const;

describe('the laws hold', () => {
  it(`the laws hold in ${seedCount} worlds from seed ${firstSeed} on, with crashes, lost answers and clocks that jump`, async () => {
    let lives = 0;
    for (let seed = firstSeed; seed < firstSeed + seedCount; seed++) {
      const { broken, summary } = await runSeed(seed, size);
      expect(broken, `seed ${seed}: npm run simulate -- --seed ${seed} --days 1 --lives-per-day 1000`).toBeNull();
      lives += summary.lives;
    }
    expect(lives).toBeGreaterThan(seedCount * 900);
  }, 600_000);
});
