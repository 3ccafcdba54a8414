import { parseArgs } from 'node:util';

export interface SimulateOptions {
  readonly seed: number;
  /** Worlds to run at most; each has the next seed. */
  readonly seeds: number;
  readonly days: number;
  readonly livesPerDay: number;
  /** Stops after the world in which so many lives are reached. */
  readonly lives: number;
  readonly minutes: number;
  readonly workers: number;
  readonly mutations: boolean;
  readonly told: boolean;
}

export class OptionsError extends Error {
  override readonly name = 'OptionsError';
}

export const helpText = `Runs the service's own rules in a seeded world of people and faults, and checks its laws after every step.

npm run simulate -- [options]

  --seed <n>            the first seed; default 1. "today" takes one from the date
  --days <n>            how long each world lasts; default 30 for one world, 2 for many
  --lives-per-day <n>   invoices and withdrawals begun on a day; default 2000
  --seeds <n>           how many worlds, each with the next seed; default 1
  --lives <n>           as many worlds as it takes to live so many lives
  --minutes <n>         as many worlds as fit; --hours <n> likewise
  --workers <n>         threads that run worlds side by side; default 1 for one world, 2 for many
  --mutations           puts known bugs into the service, one after the other, and shows which law finds each
  --told                prints the history of the world (the last steps)
  --help                this text

A broken law prints its seed and the shortest history that still breaks it; the exit code is 1.
`;

const { POSITIVE_INFINITY: unlimited } = Number;

/** The options of the command line; null when only the help was asked for. */
export function readOptions(args: readonly string[], today: number): SimulateOptions | null {
  const values = parse(args);
  if (values.help) return null;
  const hours = readNumber('--hours', values.hours, 0);
  const minutes = readNumber('--minutes', values.minutes, 0) + 60 * hours;
  const lives = readNumber('--lives', values.lives, 0);
  const isMany = minutes > 0 || lives > 0 || values.seeds !== undefined;
  return {
    seed: values.seed === 'today' ? today * 1_000_000 : readNumber('--seed', values.seed, 1),
    seeds: readNumber('--seeds', values.seeds, isMany ? unlimited : 1),
    days: readNumber('--days', values.days, isMany ? 2 : 30),
    livesPerDay: readNumber('--lives-per-day', values['lives-per-day'], 2_000),
    lives: lives === 0 ? unlimited : lives,
    minutes: minutes === 0 ? unlimited : minutes,
    workers: readNumber('--workers', values.workers, isMany ? 2 : 1),
    mutations: values.mutations === true,
    told: values.told === true,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        seed: { type: 'string' },
        seeds: { type: 'string' },
        days: { type: 'string' },
        'lives-per-day': { type: 'string' },
        lives: { type: 'string' },
        minutes: { type: 'string' },
        hours: { type: 'string' },
        workers: { type: 'string' },
        mutations: { type: 'boolean' },
        told: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new OptionsError(error instanceof Error ? error.message : String(error));
  }
}

function readNumber(name: string, text: string | undefined, absent: number): number {
  if (text === undefined) return absent;
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value <= 0) throw new OptionsError(`${name} should be a positive number.`);
  return value;
}
