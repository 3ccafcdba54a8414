import { expect, it } from 'vitest';
import { runSeed } from './run-seed.ts';

/** Small enough that `npm run mutation` can afford it for each mutant; the many and long worlds are in `seeds.test.ts`. */
it('the laws hold in a small world', async () => {
  const { broken, summary } = await runSeed(3, { days: 0.3, livesPerDay: 1_000 });
  expect(broken).toBeNull();
  expect(summary.lives).toBeGreaterThan(250);
});
