import { type Bench, type Comparison, inTurn, type Round } from './claim.ts';
import { type Load, runLoad } from './load.ts';
import { analyze, type PgbenchVariant, pgbenchVariants, preparePgbench, runPgbench } from './pgbench.ts';
import { type ServerProcess, startServiceProcess } from './service-process.ts';
import { type BenchDatabase, checkBooks, countRows } from './world.ts';

const connectionCounts = [1, 16, 128] as const;
/** By connections and what stands beside them; where nothing is said, the figure only informs. */
const ratiosMin: Readonly<Record<string, number>> = {
  '1 statements': 0.7,
  '16 one-call': 1.3,
  '128 statements': 1.2,
  '128 best': 2.2,
};

/** Creating invoices with a deal, every one distinct and on disk when answered, beside pgbench storing the same rows. */
export async function measureCreate(bench: Bench): Promise<Comparison[]> {
  const measured: Measured[] = [];
  for (let round = 0; round < bench.options.rounds; round++) measured.push(...(await measureRound(bench, round)));
  const beside = connectionCounts.flatMap((connections) =>
    pgbenchVariants.map((variant) => ({
      claim: 'create',
      setting: connections === 1 ? '1 connection' : `${connections} connections`,
      beside: `pgbench, ${variant}`,
      unit: 'per second' as const,
      rounds: measured
        .filter((one) => one.connections === connections)
        .map((one) => toRound(one.service, one.pgbench.get(variant) ?? null)),
      aim: aimOf(connections, variant),
    })),
  );
  return [...beside, besideBest(measured)];
}

/** With 128 clients pgbench waits for locks most of the time; the fairest rival is pgbench where it does best. */
function besideBest(measured: readonly Measured[]): Comparison {
  const ours = measured.filter((one) => one.connections === 128);
  const best = (round: number) => {
    const all = measured.filter((one) => one.round === round).flatMap((one) => [...one.pgbench.values()]);
    return all.length === 0 ? null : Math.max(...all);
  };
  return {
    claim: 'create',
    setting: '128 connections',
    beside: 'pgbench, the best of all above',
    unit: 'per second',
    rounds: ours.map((one) => toRound(one.service, best(one.round))),
    aim: aimOf(128, 'best'),
  };
}

function aimOf(connections: number, beside: PgbenchVariant | 'best'): Comparison['aim'] {
  const ratio = ratiosMin[`${connections} ${beside}`];
  return ratio === undefined ? null : { kind: 'at least', ratio };
}

interface Measured {
  readonly round: number;
  readonly connections: number;
  readonly service: Load;
  readonly pgbench: ReadonlyMap<PgbenchVariant, number>;
}

function toRound(service: Load, beside: number | null): Round {
  return { ours: service.perSecond, beside, p50Ms: service.p50Ms, p99Ms: service.p99Ms };
}

/** Each side has a new database per round and goes through all connection counts on it. */
async function measureRound(bench: Bench, round: number): Promise<Measured[]> {
  const { world } = bench;
  const database = await world.create(`create_service_${round}`);
  const rivals =
    bench.pgbench === null ? [] : await Promise.all(pgbenchVariants.map((variant) => rival(bench, variant, round)));
  const service = await startServiceProcess({ databaseUrl: database.workUrl, folder: world.folder });
  const measured: Measured[] = [];
  try {
    await warmUpCode(bench, service, database);
    for (const connections of connectionCounts) {
      const pgbench = new Map<PgbenchVariant, number>();
      let load: Load | null = null;
      for (const side of inTurn([null, ...rivals], round)) {
        await world.checkpoint();
        if (side === null) load = await loadService(bench, { service, database, connections });
        else pgbench.set(side.variant, await loadPgbench(bench, side, connections));
      }
      if (load !== null) measured.push({ round, connections, service: load, pgbench });
    }
  } finally {
    await service.stop();
  }
  for (const one of [database, ...rivals.map((each) => each.database)]) await world.drop(one);
  return measured;
}

/**
 * The code of a service that has just started is hardly compiled, and a lone caller asks too little of it to change that
 * within a window: without this the first seconds after a start would be measured, and not a service that runs.
 */
async function warmUpCode({ options }: Bench, { port }: ServerProcess, { serials }: BenchDatabase): Promise<void> {
  await runLoad({ port, connections: 16, warmUpSeconds: 0, seconds: options.warmUpSeconds * 5, requests: serials });
}

/** Also what `engine`, `growth` and `memory` measure: a load of creates, counted only if the books are right. */
export async function loadService(
  bench: Bench,
  input: {
    readonly service: ServerProcess;
    readonly database: BenchDatabase;
    readonly connections: number;
    readonly label?: string;
    readonly seconds?: number;
    readonly measuring?: () => void;
  },
): Promise<Load> {
  const { service, database, connections } = input;
  const before = await countRows(database);
  const load = await runLoad({
    port: service.port,
    connections,
    warmUpSeconds: bench.options.warmUpSeconds,
    seconds: input.seconds ?? bench.options.seconds,
    requests: database.serials,
    ...(input.measuring === undefined ? {} : { measuring: input.measuring }),
  });
  await checkBooks(database, before, load.total);
  bench.progress(
    `create @${connections} ${input.label ?? 'service'}: ${load.perSecond.toFixed(0)}/s, ` +
      `p50 ${load.p50Ms.toFixed(1)} ms, p99 ${load.p99Ms.toFixed(1)} ms; books balance`,
  );
  return load;
}

interface Rival {
  readonly variant: PgbenchVariant;
  readonly database: BenchDatabase;
}

async function rival({ world }: Bench, variant: PgbenchVariant, round: number): Promise<Rival> {
  const database = await world.create(`create_${variant.replace('-', '_')}_${round}`);
  await preparePgbench(database, variant);
  return { variant, database };
}

async function loadPgbench(bench: Bench, { variant, database }: Rival, connections: number): Promise<number> {
  if (bench.pgbench === null) throw new Error('there is no pgbench to run');
  const before = await countRows(database);
  const run = { program: bench.pgbench, database, variant, connections };
  const warmUp = await runPgbench({ ...run, seconds: bench.options.warmUpSeconds });
  await analyze(database);
  const result = await runPgbench({ ...run, seconds: bench.options.seconds });
  await checkBooks(database, before, warmUp.total + result.total);
  bench.progress(`create @${connections} pgbench ${variant}: ${result.perSecond.toFixed(0)}/s; books balance`);
  return result.perSecond;
}
