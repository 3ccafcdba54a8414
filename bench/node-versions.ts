import { join } from 'node:path';
import { type Bench, type Comparison, inTurn } from './claim.ts';
import { loadService } from './create.ts';
import { fillWithPast, someInvoiceIds } from './fill.ts';
import type { Load } from './load.ts';
import { installInto } from './npm.ts';
import { loadReads } from './read.ts';
import { type ServerProcess, startServiceProcess } from './service-process.ts';
import type { BenchDatabase } from './world.ts';

/** The newest of each line that is packaged for x64 and arm64 alike. The first is the one the others stand beside. */
const versions = ['20.20.2', '22.23.3', '24.21.0'] as const;
type Version = (typeof versions)[number];
const [beside] = versions;

const loads = [
  { act: 'create', connections: 1 },
  { act: 'create', connections: 128 },
  { act: 'read', connections: 1 },
  { act: 'read', connections: 128 },
] as const;
type NodeLoad = (typeof loads)[number];

const readIdsMax = 20_000;

interface Measured extends Pick<Load, 'perSecond' | 'p50Ms' | 'p99Ms'> {
  /** Of the service, for each request. */
  readonly processorMicros: number;
}

interface Running {
  readonly version: Version;
  readonly database: BenchDatabase;
  readonly service: ServerProcess;
  readonly invoiceIds: readonly string[];
}

type Rounds = { readonly load: NodeLoad; readonly of: Readonly<Record<Version, Measured>> }[];

/** The same service under each supported line of Node. */
export async function measureNode(bench: Bench): Promise<Comparison[]> {
  const programs = await fetchNodes(bench);
  const rounds: Rounds = [];
  for (let round = 0; round < bench.options.rounds; round++) {
    rounds.push(...(await measureRound(bench, programs, round)));
  }
  return versions.filter((version) => version !== beside).flatMap((version) => comparisonsOf(version, rounds));
}

/** Their programs are packages, one for each platform: the package `node` itself only fetches one of these. */
async function fetchNodes({ world, progress }: Bench): Promise<Readonly<Record<Version, string>>> {
  const folder = join(world.folder, 'nodes');
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const nameOf = (version: Version) => `node-${version}`;
  await installInto(
    folder,
    Object.fromEntries(versions.map((version) => [nameOf(version), `node-${platform}-${process.arch}@${version}`])),
  );
  progress(`node: fetched ${versions.join(', ')}`);
  const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  return Object.fromEntries(
    versions.map((version) => [version, join(folder, 'node_modules', nameOf(version), program)]),
  ) as Record<Version, string>;
}

/** All run at the same time, each on a database of its own, and have their turn in each window: the others idle. */
async function measureRound(bench: Bench, programs: Readonly<Record<Version, string>>, round: number): Promise<Rounds> {
  const running: Running[] = [];
  const measured: Rounds = [];
  try {
    for (const version of versions) running.push(await start(bench, version, programs[version], round));
    for (const load of loads) {
      const found = new Map<Version, Measured>();
      for (const one of inTurn(running, round)) found.set(one.version, await measureLoad(bench, one, load));
      measured.push({ load, of: Object.fromEntries(found) as Record<Version, Measured> });
    }
  } finally {
    await Promise.all(running.map(({ service }) => service.stop()));
  }
  for (const { database } of running) await bench.world.drop(database);
  return measured;
}

async function start({ world, options }: Bench, version: Version, node: string, round: number): Promise<Running> {
  const database = await world.create(`node_${version.replaceAll('.', '_')}_${round}`);
  await fillWithPast(database, { count: options.sizes.small, kept: 'books' }, () => undefined);
  const invoiceIds = await someInvoiceIds(database, readIdsMax);
  const service = await startServiceProcess({ databaseUrl: database.workUrl, folder: world.folder, node });
  return { version, database, service, invoiceIds };
}

async function measureLoad(bench: Bench, running: Running, { act, connections }: NodeLoad): Promise<Measured> {
  const { version, service, database, invoiceIds } = running;
  const input = { service, connections, label: `Node ${version}` };
  await bench.world.checkpoint();
  const startedMs = await service.cpuMs();
  const load =
    act === 'create'
      ? await loadService(bench, { ...input, database })
      : await loadReads(bench, { ...input, invoiceIds });
  const endedMs = await service.cpuMs();
  const processorMs = startedMs === null || endedMs === null ? Number.NaN : endedMs - startedMs;
  const { perSecond, p50Ms, p99Ms } = load;
  return { perSecond, p50Ms, p99Ms, processorMicros: (processorMs * 1000) / load.total };
}

function comparisonsOf(version: Version, all: Rounds): Comparison[] {
  return loads.flatMap((load): Comparison[] => {
    const rounds = all.filter((one) => one.load === load).map((one) => one.of);
    const connections = load.connections === 1 ? '1 connection' : `${load.connections} connections`;
    const setting = `${load.act}, ${connections}, Node ${version}`;
    const shared = { claim: 'node', beside: `Node ${beside}`, aim: null } as const;
    return [
      {
        ...shared,
        setting,
        unit: 'per second',
        rounds: rounds.map((of) => ({
          ours: of[version].perSecond,
          beside: of[beside].perSecond,
          p50Ms: of[version].p50Ms,
          p99Ms: of[version].p99Ms,
        })),
      },
      {
        ...shared,
        setting: `${setting}, the service's processor time of each`,
        unit: 'µs',
        rounds: rounds.map((of) => ({ ours: of[version].processorMicros, beside: of[beside].processorMicros })),
      },
    ];
  });
}
