import { randomInt } from 'node:crypto';

/**
 * The seed of a random run: printed, so that any failure can be run again with `TEST_SEED=<seed>` in the environment.
 */
export function announceSeed(title: string): number {
  const given = Number.parseInt(process.env['TEST_SEED'] ?? '', 10);
  const seed = Number.isInteger(given) ? given : randomInt(2 ** 31 - 1);
  process.stdout.write(`${title}: TEST_SEED=${seed}\n`);
  return seed;
}

/** Numbers from 0 up to `below`, always the same ones for a seed (mulberry32). */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
