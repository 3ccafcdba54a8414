import { type Bench, type Comparison, inTurn, type Round } from './claim.ts';
import { BenchFailure } from './failure.ts';
import { type Load, runLoad } from './load.ts';
import { type ServerProcess, startServiceProcess } from './service-process.ts';
import { checkBooks, countRows } from './world.ts';

const connections = 128;
const processCounts = [1, 2, 4] as const;

/** The same load, spread over one, two and four processes on one database: what more processes give, and what they share. */
export async function measureFleet(bench: Bench): Promise<Comparison[]> {
  const rounds = new Map<number, Round[]>(processCounts.slice(1).map((count) => [count, []]));
  for (let round = 0; round < bench.options.rounds; round++) {
    const found = new Map<number, Sum>();
    for (const count of inTurn(processCounts, round)) found.set(count, await loadFleet(bench, count, round));
    const alone = found.get(1);
    for (const [count, list] of rounds) {
      const fleet = found.get(count);
      if (fleet !== undefined && alone !== undefined)
        list.push({ ...fleet, ours: fleet.perSecond, beside: alone.perSecond });
    }
  }
  return [...rounds].map(([count, list]) => ({
    claim: 'fleet',
    setting: `create, ${connections} connections over ${count} processes`,
    beside: '1 process',
    unit: 'per second',
    rounds: list,
    aim: null,
  }));
}

interface Sum {
  readonly perSecond: number;
  /** Of the slowest process. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

async function loadFleet(bench: Bench, count: number, round: number): Promise<Sum> {
  const { world, options } = bench;
  const database = await world.create(`fleet_${count}_${round}`);
  const services: ServerProcess[] = [];
  try {
    for (let process = 0; process < count; process++) {
      services.push(await startServiceProcess({ databaseUrl: database.workUrl, folder: world.folder }));
    }
    await world.checkpoint();
    const before = await countRows(database);
    const cpuBefore = await cpuOf(services);
    const loads = await Promise.all(
      services.map(({ port }) =>
        runLoad({
          port,
          connections: connections / count,
          warmUpSeconds: options.warmUpSeconds,
          seconds: options.seconds,
          requests: database.serials,
        }),
      ),
    );
    const cpuMs = (await cpuOf(services)) - cpuBefore;
    const total = loads.reduce((sum, load) => sum + load.total, 0);
    await checkBooks(database, before, total);
    return report(bench, count, loads, cpuMs / total);
  } finally {
    for (const service of services) await service.stop();
    await world.drop(database);
  }
}

function report(bench: Bench, count: number, loads: readonly Load[], cpuMsEach: number): Sum {
  if (loads.length !== count) throw new BenchFailure(`${count} loads were wanted, ${loads.length} ran`);
  const sum = {
    perSecond: loads.reduce((all, { perSecond }) => all + perSecond, 0),
    p50Ms: Math.max(...loads.map(({ p50Ms }) => p50Ms)),
    p99Ms: Math.max(...loads.map(({ p99Ms }) => p99Ms)),
  };
  bench.progress(
    `create @${connections} ${count} ${count === 1 ? 'process' : 'processes'}: ${sum.perSecond.toFixed(0)}/s, ` +
      `p50 ${sum.p50Ms.toFixed(1)} ms, p99 ${sum.p99Ms.toFixed(1)} ms, ` +
      `${cpuMsEach.toFixed(2)} ms of the service's processor time each; books balance`,
  );
  return sum;
}

/** Of all processes together; 0 where the system does not tell. */
async function cpuOf(services: readonly ServerProcess[]): Promise<number> {
  const each = await Promise.all(services.map((service) => service.cpuMs()));
  return each.reduce<number>((sum, ms) => sum + (ms ?? 0), 0);
}
