import type { Instant } from '../src/domain/text/timestamp.ts';
import { faultPoints } from './fault-points.ts';
import type { Fault, FaultKind, PlannedFault } from './faults.ts';
import { Random } from './random.ts';

/**
 * Everything that a seed decides before the world begins: which lives are born when, and what goes wrong when. What people
 * then do follows from their own generators, so a plan with lives or faults left out is a world of its own.
 */
export interface Plan {
  readonly seed: number;
  readonly start: Instant;
  /** When nobody is born any more and nothing goes wrong any more. */
  readonly quietAt: Instant;
  /** By then everything that was begun has come to its end. */
  readonly end: Instant;
  readonly climate: Climate;
  readonly births: readonly Birth[];
  readonly faults: readonly PlannedFault[];
}

/** How a world is on the whole. Worlds that are all alike would all miss the same things. */
export interface Climate {
  /** People move in steps of this length: the longer they are, the more of them meet. */
  readonly gridMs: number;
  /** How many requests in a thousand come twice at once. */
  readonly twicePerMille: number;
  /** How many steps of the database in a thousand take long, and how long at most. */
  readonly slowPerMille: number;
  readonly slowMs: number;
  /** What a maker who runs dry gets, in units of the settlement currency: little means that funds are often missing. */
  readonly topUpUnits: number;
  /** Of how many makers in a thousand the bank gives files. */
  readonly filesPerMille: number;
  /** Somebody has an operator's token. */
  readonly hasThief: boolean;
}

type LifeKind = 'payin' | 'payout' | 'withdrawal';

export interface Birth {
  readonly at: Instant;
  readonly kind: LifeKind;
  /** Its own randomness, independent of all others. */
  readonly seed: number;
}

export interface PlanSize {
  readonly days: number;
  readonly livesPerDay: number;
}

const dayMs = 86_400_000;
const worldStart = Date.parse('2026-11-14T00:00:00Z');

/** Retries of notifications last three and a half days; then nothing can be under way any more. */
const windDownMs = 4 * dayMs;

export const processCount = 2;
export const storeIds = [1, 2, 3] as const;

export function planWorld(seed: number, size: PlanSize): Plan {
  const random = new Random(seed);
  const quietAt = worldStart + Math.round(size.days * dayMs);
  return {
    seed,
    start: worldStart,
    quietAt,
    end: quietAt + windDownMs,
    climate: { ...anyClimate(random.split(3)), ...anyGuests(random) },
    births: planBirths(random.split(1), size, quietAt),
    faults: planFaults(random.split(2), size.days, quietAt),
  };
}

function anyClimate(random: Random): Omit<Climate, 'filesPerMille' | 'hasThief'> {
  return {
    gridMs: random.pick([1_000, 15_000, 15_000, 60_000]),
    twicePerMille: random.pick([5, 20, 120]),
    slowPerMille: random.pick([10, 60, 200]),
    slowMs: random.pick([50, 400, 3_000]),
    topUpUnits: random.pick([600, 5_000, 50_000]),
  };
}

/** Drawn apart from everything else, and not for all: worlds without them are what they were. */
function anyGuests(random: Random): Pick<Climate, 'filesPerMille' | 'hasThief'> {
  const filesPerMille = random.split(7).pick([0, 0, 0, 600, 1_000]);
  return { filesPerMille, hasThief: filesPerMille > 0 && random.split(8).chance(500) };
}

const lifeKinds = { payin: 85, payout: 13, withdrawal: 2 } as const;

/** Shops are busy in bursts: many are born at one instant, so that their commands meet in batches and on locks. */
function planBirths(random: Random, { days, livesPerDay }: PlanSize, quietAt: Instant): Birth[] {
  const births: Birth[] = [];
  const count = Math.max(1, Math.round(days * livesPerDay));
  while (births.length < count) {
    const at = random.between(worldStart, quietAt);
    const size = random.chance(300) ? random.between(8, 40) : random.between(1, 6);
    for (let index = 0; index < size && births.length < count; index++) {
      const kind = random.weighted(lifeKinds);
      births.push({ at: at + random.below(40), kind, seed: random.next() });
    }
  }
  return births.sort((left, right) => left.at - right.at);
}

/** How often each kind strikes on a day, on average. */
const faultsPerDay: Readonly<Record<FaultKind, number>> = {
  crash: 10,
  'connection lost': 16,
  'database busy': 8,
  'clock jump': 3,
  'receiver outage': 2,
  'network trouble': 4,
  'reader dies': 12,
  'look cut': 6,
};

function planFaults(random: Random, days: number, quietAt: Instant): PlannedFault[] {
  const faults: PlannedFault[] = [];
  for (const [kind, perDay] of Object.entries(faultsPerDay) as [FaultKind, number][]) {
    const count = Math.ceil(perDay * days);
    for (let index = 0; index < count; index++) {
      faults.push({ at: random.between(worldStart, quietAt), fault: anyFault(kind, random) });
    }
  }
  return faults.sort((left, right) => left.at - right.at);
}

function anyFault(kind: FaultKind, random: Random): Fault {
  const process = random.below(processCount);
  const minutes = (first: number, last: number) => random.between(first * 60_000, last * 60_000);
  switch (kind) {
    case 'crash':
      return { kind, process, point: random.pick(faultPoints), downMs: random.between(500, 60_000) };
    case 'connection lost':
      return { kind, process, point: random.pick(faultPoints) };
    case 'database busy':
      return { kind, process, point: random.pick(['load', 'loaded', 'store'] as const) };
    case 'clock jump':
      return { kind, process, byMs: random.pick([-1, 1]) * minutes(1, 90), forMs: minutes(5, 240) };
    case 'receiver outage':
      return { kind, storeId: random.pick(storeIds), forMs: minutes(10, 400) };
    case 'network trouble':
      return { kind, forMs: minutes(1, 20) };
    case 'reader dies':
      return { kind, at: random.pick(['recording', 'recorded']) };
    case 'look cut':
      return { kind, alikeMax: 1, forMs: minutes(60, 400) };
  }
}
