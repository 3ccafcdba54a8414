import { parseArgs } from 'node:util';

export interface CommandOptions {
  readonly seed: number;
  readonly requests: number;
  readonly atOnce: number;
}

export const helpText = `Sends requests made from the schemas of all endpoints, good and spoiled, to a service of its own.

npm run fuzz -- [options]

  --seed <n>       which requests; the same seed makes the same ones. Default: by chance, and printed
  --requests <n>   how many; default 100000
  --at-once <n>    how many at a time; default 8. With 1 a run repeats itself as closely as it can
  --help           this text

The service runs in a process of its own, on a new embedded database in a temporary folder. At the end must hold: no
answer of 500 or above and no broken connection; no file that no act needs; no broken law of the ledger; no more memory
than after the first tenth. A failure prints the seed and the smallest request that still fails; the exit code is 1.
`;

/** The options of the command line; null when only the help was asked for. Throws what is wrong with them. */
export function readOptions(args: readonly string[], chance: number): CommandOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string' },
      requests: { type: 'string' },
      'at-once': { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return null;
  return {
    seed: whole('--seed', values.seed, chance, 0, 2 ** 32 - 1),
    requests: whole('--requests', values.requests, 100_000, 1, 1_000_000_000),
    atOnce: whole('--at-once', values['at-once'], 8, 1, 64),
  };
}

function whole(name: string, text: string | undefined, fallback: number, least: number, most: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new Error(`${name} is ${JSON.stringify(text)}; give a whole number from ${least} to ${most}.`);
}
