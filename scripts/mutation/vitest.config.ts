import { defineConfig } from 'vitest/config';

/**
 * The tests that `npm run mutation` may use: those of pure code, and of the simulator one small world, as thousands of mutants
 * each run them. What only a database finds has mutants of its own (`npm run mutants`).
 */
export default defineConfig({
  test: {
    include: ['src/{domain,commands,engine,settings}/**/*.test.ts', 'simulator/small-world.test.ts'],
    isolate: false,
    testTimeout: 60_000,
  },
});
