import { parseArgs } from 'node:util';

const claimNames = [
  'create',
  'peers',
  'read',
  'node',
  'engine',
  'fleet',
  'growth',
  'archive',
  'lists',
  'memory',
  'notify',
  'messages',
  'pages',
  'paint',
  'sealing',
] as const;
export type ClaimName = (typeof claimNames)[number];

export interface BenchOptions {
  readonly claims: readonly ClaimName[];
  readonly rounds: number;
  /** Length of one timed window. */
  readonly seconds: number;
  /** Load before each window, not counted: compilers, plans and caches get warm. */
  readonly warmUpSeconds: number;
  /** Length of the one long window in which memory is watched. */
  readonly soakSeconds: number;
  /** Invoices stored before `lists` begins to measure. */
  readonly sizes: { readonly small: number; readonly large: number };
  /** Invoices stored in each part of `growth` and `sealing`; the first is what the others stand beside. `archive` takes the last. */
  readonly storedSizes: readonly number[];
  readonly write: boolean;
}

export class OptionsError extends Error {
  override readonly name = 'OptionsError';
}

export const helpText = `Measures the claims of the service, each beside something known, and prints ratios.

npm run bench -- [options]

  --only <names>   some of: ${claimNames.join(', ')} (separated by commas)
  --rounds <n>     rounds of each claim, interleaved; default 3
  --seconds <n>    length of each timed window; default 8
  --sizes <list>   invoices stored for growth, archive (the last) and sealing, separated by commas; default 10000,1000000
  --quick          one round, short windows, few rows: shows that everything works, the figures mean nothing
  --write          puts the table with the date into bench/README.md; only for a whole run that did not fail
  --help           this text
`;

const roundsMax = 20;
const secondsMax = 300;

/** The options of the command line; null when only the help was asked for. */
export function readOptions(args: readonly string[]): BenchOptions | null {
  const { values } = parse(args);
  if (values.help) return null;
  const isQuick = values.quick === true;
  const claims = readClaims(values.only);
  if (values.write && (isQuick || claims.length < claimNames.length)) {
    throw new OptionsError('--write needs a whole run: without --quick and without --only.');
  }
  const seconds = readNumber('--seconds', values.seconds, isQuick ? 1 : 8, secondsMax);
  return {
    claims,
    rounds: readNumber('--rounds', values.rounds, isQuick ? 1 : 3, roundsMax),
    seconds,
    warmUpSeconds: isQuick ? 0.5 : 3,
    soakSeconds: seconds * 6,
    sizes: isQuick ? { small: 1_000, large: 20_000 } : { small: 10_000, large: 1_000_000 },
    storedSizes: readSizes(values.sizes, isQuick),
    write: values.write === true,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean' },
        only: { type: 'string' },
        rounds: { type: 'string' },
        seconds: { type: 'string' },
        sizes: { type: 'string' },
        quick: { type: 'boolean' },
        write: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new OptionsError(error instanceof Error ? error.message : String(error));
  }
}

function readClaims(only: string | undefined): readonly ClaimName[] {
  if (only === undefined) return claimNames;
  const wanted = only.split(',').map((name) => name.trim());
  const unknown = wanted.filter((name) => !claimNames.some((known) => known === name));
  if (unknown.length > 0) throw new OptionsError(`--only knows ${claimNames.join(', ')}; not ${unknown.join(', ')}.`);
  return claimNames.filter((name) => wanted.includes(name));
}

const sizesMax = 100_000_000;

function readSizes(text: string | undefined, isQuick: boolean): number[] {
  const fallback = isQuick ? '1000,20000' : '10000,1000000';
  return (text ?? fallback).split(',').map((size) => readNumber('--sizes', size.trim(), 0, sizesMax));
}

function readNumber(option: string, text: string | undefined, fallback: number, max: number): number {
  const value = text === undefined ? fallback : Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw new OptionsError(`${option} takes a whole number from 1 to ${max}.`);
}
