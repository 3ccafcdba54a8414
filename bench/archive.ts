import { connect } from '../src/storage/database/connection.ts';
import { type Bench, type Comparison, inTurn, type Round } from './claim.ts';
import { fillWithPast } from './fill.ts';
import { connections, expiringCount, type Grown, measureGrown, runQuittance } from './growth-acts.ts';
import type { BenchDatabase } from './world.ts';

/** The past is ninety days long: two thirds of it are moved. */
const afterDays = 30;
/** Who creates, lists or waits for the end of an invoice does not feel that old ones are elsewhere. */
const paceMin = 0.95;

interface Measured extends Grown {
  readonly vacuumMs: number;
}

/** With what ended long ago in months of its own, beside the same past among the living. */
export async function measureArchive(bench: Bench): Promise<Comparison[]> {
  const { options, world, progress } = bench;
  const count = options.storedSizes.at(-1) ?? 0;
  const living = await world.create('archive_living');
  await fillWithPast(living, { count, kept: 'all' }, (stored) => {
    if (stored === count) progress(`archive: ${count.toLocaleString('en')} invoices of the past stored`);
  });
  const moved = await world.create('archive_moved', living.name);
  const moveMs = await moveOld(bench, moved);
  const databases = { moved, living };
  const rounds: Record<keyof typeof databases, Measured>[] = [];
  for (let round = 0; round < options.rounds; round++) {
    const measured: Partial<Record<keyof typeof databases, Measured>> = {};
    for (const name of inTurn(['moved', 'living'] as const, round)) {
      const grown = await measureGrown(bench, databases[name], `archive, old invoices ${name}`);
      measured[name] = { ...grown, vacuumMs: await timeVacuum(databases[name]) };
    }
    if (measured.moved !== undefined && measured.living !== undefined) {
      rounds.push({ moved: measured.moved, living: measured.living });
    }
  }
  for (const database of [moved, living]) await world.drop(database);
  return comparisonsOf(rounds, { count, moveMs });
}

/** As an operator does it, all at once. In milliseconds for each thousand invoices that were moved. */
async function moveOld(bench: Bench, database: BenchDatabase): Promise<number> {
  const startedMs = performance.now();
  await runQuittance(bench, database, ['archive', 'run', '--after', String(afterDays)]);
  const ms = performance.now() - startedMs;
  const client = await connect(database.url, 'admin');
  const { rows } = await client.query(
    'select (select count(*) from invoices) - (select count(*) from only invoices) as moved',
  );
  await client.query('vacuum (analyze) invoices, deals, notifications, delivery_attempts');
  await client.end();
  const moved = Number(rows[0].moved);
  bench.progress(`archive: ${moved.toLocaleString('en')} invoices moved in ${(ms / 1000).toFixed(0)} s`);
  return ms / (moved / 1000);
}

/** Of the living rows, after a round of work on them. */
async function timeVacuum({ url }: BenchDatabase): Promise<number> {
  const client = await connect(url, 'admin');
  const startedMs = performance.now();
  // By name: without it the months would be analyzed as well.
  for (const table of ['invoices', 'deals', 'notifications']) await client.query(`vacuum ${table}`);
  const ms = performance.now() - startedMs;
  await client.end();
  return ms;
}

function comparisonsOf(
  rounds: readonly { readonly moved: Measured; readonly living: Measured }[],
  { count, moveMs }: { readonly count: number; readonly moveMs: number },
): Comparison[] {
  const shared = { claim: 'archive', beside: 'all of it among the living' } as const;
  const stored = `${count.toLocaleString('en')} stored, two thirds in months`;
  const of = (value: (measured: Measured) => number): Round[] =>
    rounds.map(({ moved, living }) => ({ ours: value(moved), beside: value(living) }));
  const atLeast = { kind: 'at least', ratio: paceMin } as const;
  const atMost = { kind: 'at most', ratio: Number((1 / paceMin).toFixed(2)) } as const;
  const compared = (unit: 'per second' | 'ms', what: string, value: (measured: Measured) => number): Comparison => ({
    ...shared,
    setting: `${what}, ${stored}`,
    unit,
    rounds: of(value),
    aim: unit === 'ms' ? atMost : atLeast,
  });
  const perSecond = (what: string, value: (measured: Measured) => number) => compared('per second', what, value);
  const ms = (what: string, value: (measured: Measured) => number) => compared('ms', what, value);
  return [
    perSecond(`create, ${connections} connections`, ({ create }) => create.perSecond),
    // Two thirds of these lie in months, where they are looked for after the living.
    { ...perSecond(`read, invoices of any age, ${connections} connections`, ({ read }) => read.perSecond), aim: null },
    ms('lists and searches, the median one', ({ listsMs }) => listsMs),
    perSecond(
      `${expiringCount.toLocaleString('en')} invoices that expire at once`,
      ({ expiredPerSecond }) => expiredPerSecond,
    ),
    perSecond('their notifications', ({ notifiedPerSecond }) => notifiedPerSecond),
    ms('vacuum of the living', ({ vacuumMs }) => vacuumMs),
    {
      ...shared,
      setting: 'moving, for each 1,000 invoices',
      beside: 'nothing',
      unit: 'ms',
      rounds: [{ ours: moveMs, beside: null }],
      aim: null,
    },
  ];
}
