import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { secondsOfLongFiles } from './long-files.ts';

/**
 * Which files `npm test` runs, and which it leaves to `npm run test:all`. The first proves every rule, and the main way through every
 * door, in minutes; it leaves out what is slow by its nature, and every file that the list calls long.
 */
export type Mode = 'short' | 'rest' | 'all';

/** `vitest run --mode short`; without a mode a run has everything, so that any file can be named. */
export function modeOf(name: string): Mode {
  return name === 'short' || name === 'rest' ? name : 'all';
}

/** Browsers, programs, faults and races of fifty: each file of them starts something of its own. */
const slowFolders = ['test/web', 'test/e2e', 'test/faults', 'test/engine/at-once'];

/** So long a file may take in the short run: with more, the folder of its kind would not be done in minutes. */
const shortFileSecondsMax = 7;

/** The main ways through the slow doors: what a newcomer does, a process killed at work, a database that is away, a payer's page. */
export const mainWays = [
  'test/e2e/newcomer.test.ts',
  'test/faults/service-killed.test.ts',
  'test/faults/database-away.test.ts',
  'test/web/pay-without-script.test.ts',
];

/**
 * Long as well, and yet in the short run: known mistakes of storage are found by these and by nothing quicker. With them it finds nine
 * in ten of the mutants of engine, storage and http; a tidy test counts. The last two hold the walls of the house.
 */
export const finders = [
  'test/attacks/invented-arrivals.test.ts',
  'test/attacks/one-bad-operator.test.ts',
  'test/attacks/other-sum.test.ts',
  'test/attacks/starvation.test.ts',
  'test/attacks/stolen-tokens.test.ts',
  'test/engine/archive-file.test.ts',
  'test/engine/time-machine.test.ts',
  'test/http/operator/bank-statements.test.ts',
  'test/http/operator/passkeys.test.ts',
  'test/http/operator/statement-money.test.ts',
  'test/http/phones.test.ts',
  'test/storage/book-scrub.test.ts',
  'test/storage/master-keys.test.ts',
  'test/tidy/code.test.ts',
  'test/tidy/rooms.test.ts',
];

const alwaysShort = new Set([...mainWays, ...finders]);

function isLeftToTheRest(path: string): boolean {
  // Beside its file is pure code, and all of that is quick enough.
  if (alwaysShort.has(path) || path.startsWith('src/')) return false;
  const isSlowByNature = slowFolders.some((folder) => path.startsWith(`${folder}/`));
  return isSlowByNature || (secondsOfLongFiles[path] ?? 0) > shortFileSecondsMax;
}

/** All files that the short run leaves out. */
export function filesOfTheRest(root: string): readonly string[] {
  const listed = Object.keys(secondsOfLongFiles).filter((path) => existsSync(join(root, path)));
  const inFolders = slowFolders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const tests = [...new Set([...listed, ...inFolders])].filter((path) => path.endsWith('.test.ts'));
  return tests.filter(isLeftToTheRest).sort();
}

/** A few files that somebody has named say nothing of parts of a run. */
const shortRunFilesMin = 200;
/**
 * By parts of all files' time and not by seconds: a busy machine makes all of them slow, and a run must not fail for that. One makes
 * some slower than others, too: the largest part that a quick file was seen to take is a twentieth.
 */
const longFileShare = 0.08;

/** The files that have become too slow for the short run: they are made quicker, or get a line in the list. */
export function tooLongForShort(seconds: readonly (readonly [path: string, seconds: number])[]): readonly string[] {
  if (seconds.length < shortRunFilesMin) return [];
  const all = seconds.reduce((sum, [, one]) => sum + one, 0);
  return seconds.filter(([path, one]) => one > all * longFileShare && !alwaysShort.has(path)).map(([path]) => path);
}
