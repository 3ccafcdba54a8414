import { type Bench, type Comparison, inTurn, type Round } from './claim.ts';
import { catchUp, fillWithPast } from './fill.ts';
import { connections, expiringCount, type Grown, measureBackup, measureGrown } from './growth-acts.ts';
import type { BenchDatabase } from './world.ts';

/** What does not grow with the past by its nature keeps this much of its pace, however much is stored. */
const paceMin = 0.85;

interface Stored {
  readonly size: number;
  readonly database: BenchDatabase;
  readonly rounds: Grown[];
  /** Milliseconds for each thousand invoices. */
  backupMs: number;
}

/** Everything that people and programs do, with many invoices stored, beside the same with few. */
export async function measureGrowth(bench: Bench): Promise<Comparison[]> {
  const { options, world } = bench;
  const all: Stored[] = [];
  for (const size of options.storedSizes) {
    all.push({ size, database: await fill(bench, size), rounds: [], backupMs: Number.NaN });
  }
  const [few] = all;
  for (let round = 0; round < options.rounds; round++) {
    for (const one of inTurn(all, round)) {
      // A load multiplies what few there are, so each round starts from a copy; to many it adds next to nothing, and what it
      // leaves to be counted and sealed is done before.
      const database = one === few ? await world.create(`growth_few_${round}`, one.database.name) : one.database;
      if (one !== few && round > 0) await catchUp(database);
      one.rounds.push(await measureGrown(bench, database, `growth with ${one.size.toLocaleString('en')} stored`));
      if (one === few) await world.drop(database);
    }
  }
  // Reads everything that is stored, so it takes a while, and once is enough.
  for (const one of all) one.backupMs = (await measureBackup(bench, one.database, one.size)) / (one.size / 1000);
  for (const { database } of all) await world.drop(database);
  return all.slice(1).flatMap((many) => (few === undefined ? [] : comparisonsOf(many, few)));
}

function comparisonsOf(many: Stored, few: Stored): Comparison[] {
  const stored = `${many.size.toLocaleString('en')} invoices stored`;
  const shared = { claim: 'growth', beside: `${few.size.toLocaleString('en')} stored` } as const;
  const rounds = (of: (grown: Grown) => number): Round[] =>
    many.rounds.map((grown, round) => {
      const beside = few.rounds[round];
      return { ours: of(grown), beside: beside === undefined ? null : of(beside) };
    });
  const load = (act: 'create' | 'read'): Comparison => ({
    ...shared,
    setting: `${act}, ${connections} connections, ${stored}`,
    unit: 'per second',
    rounds: rounds((grown) => grown[act].perSecond).map((round, index) => ({
      ...round,
      p50Ms: many.rounds[index]?.[act].p50Ms ?? Number.NaN,
      p99Ms: many.rounds[index]?.[act].p99Ms ?? Number.NaN,
    })),
    aim: { kind: 'at least', ratio: paceMin },
  });
  const pace = (what: string, of: (grown: Grown) => number): Comparison => ({
    ...shared,
    setting: `${what}, ${stored}`,
    unit: 'per second',
    rounds: rounds(of),
    aim: { kind: 'at least', ratio: paceMin },
  });
  const time = (what: string, of: (grown: Grown) => number): Comparison => ({
    ...shared,
    setting: `${what}, ${stored}`,
    unit: 'ms',
    rounds: rounds(of),
    aim: { kind: 'at most', ratio: Number((1 / paceMin).toFixed(2)) },
  });
  return [
    load('create'),
    load('read'),
    time('lists and searches, the median one', ({ listsMs }) => listsMs),
    time('lists and searches, the slowest one', ({ slowestListMs }) => slowestListMs),
    pace(
      `${expiringCount.toLocaleString('en')} invoices that expire at once`,
      ({ expiredPerSecond }) => expiredPerSecond,
    ),
    pace('their notifications', ({ notifiedPerSecond }) => notifiedPerSecond),
    time('start until it listens', ({ startMs }) => startMs),
    {
      ...shared,
      setting: `backup, for each 1,000 invoices, ${stored}`,
      unit: 'ms',
      rounds: [{ ours: many.backupMs, beside: few.backupMs }],
      aim: null,
    },
  ];
}

async function fill({ world, progress }: Bench, count: number): Promise<BenchDatabase> {
  const database = await world.create(`growth_${count}`);
  const startedMs = performance.now();
  let reported = 0;
  await fillWithPast(database, { count, kept: 'all' }, (stored) => {
    if (stored < count && stored - reported < count / 5) return;
    reported = stored;
    progress(`growth: ${stored.toLocaleString('en')} of ${count.toLocaleString('en')} invoices of the past stored`);
  });
  progress(`growth: filled in ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
  return database;
}
