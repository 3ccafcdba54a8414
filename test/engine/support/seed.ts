import { createHash, randomInt } from 'node:crypto';

const seedBelow = 2 ** 31 - 1;

/** What `TEST_SEED` asks for: a seed, `random` ones, or nothing. */
function askedFor(): number | 'random' | null {
  const text = process.env['TEST_SEED'] ?? '';
  if (text === '') return null;
  if (text === 'random') return text;
  if (/^-?\d+$/.test(text)) return Number(text);
  throw new Error(`TEST_SEED is "${text}"; it has to be a whole number, or "random"`);
}

/**
 * The seed of tests with this title: always the same, so that a run can be repeated. `npm run test:seeds` draws others, and any
 * failure can be run again with `TEST_SEED=<seed>` in the environment.
 */
export function seedOf(title: string): number {
  const asked = askedFor();
  if (asked === 'random') return randomInt(seedBelow);
  return asked ?? createHash('sha256').update(title).digest().readUInt32BE() % seedBelow;
}

/** The seed of a random run, printed. */
export function announceSeed(title: string): number {
  const seed = seedOf(title);
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
