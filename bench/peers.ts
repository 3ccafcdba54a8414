import { join } from 'node:path';
import { projectFolder } from '../src/storage/installation/project-folder.ts';
import { type Bench, type Comparison, inTurn } from './claim.ts';
import { runLoad } from './load.ts';
import { installLocked } from './npm.ts';
import { analyze } from './pgbench.ts';
import { type ServerProcess, startPeerProcess, startServiceProcess } from './service-process.ts';
import { type BenchDatabase, checkBooks, countRows } from './world.ts';

const connectionCounts = [1, 16, 128] as const;
const aim = { kind: 'at least', ratio: 10 } as const;
/** What the driver takes unless it is told otherwise. With 5, 20 and 50 it needed about as much for each. */
const poolSize = 10;
const sides = ['service', 'peer'] as const;
type Side = (typeof sides)[number];

interface Measured {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of the server and PostgreSQL together, for each create. */
  readonly processorMicros: number;
}

interface Contestant {
  readonly side: Side;
  readonly server: ServerProcess;
  readonly database: BenchDatabase;
}

type Rounds = { readonly connections: number; readonly of: Readonly<Record<Side, Measured>> }[];

/** Our create beside the one of a plain service with Express and TypeORM, which stores the same rows. */
export async function measurePeers(bench: Bench): Promise<Comparison[]> {
  await installLocked(join(projectFolder(), 'bench', 'peers'));
  const rounds: Rounds = [];
  for (let round = 0; round < bench.options.rounds; round++) rounds.push(...(await measureRound(bench, round)));
  return connectionCounts.flatMap((connections) => comparisonsOf(connections, rounds));
}

function comparisonsOf(connections: number, all: Rounds): Comparison[] {
  const rounds = all.filter((one) => one.connections === connections).map((one) => one.of);
  const setting = connections === 1 ? '1 connection' : `${connections} connections`;
  const shared = { claim: 'peers', beside: 'Express and TypeORM' } as const;
  return [
    {
      ...shared,
      setting: `create, ${setting}`,
      unit: 'per second',
      rounds: rounds.map(({ service, peer }) => ({
        ours: service.perSecond,
        beside: peer.perSecond,
        p50Ms: service.p50Ms,
        p99Ms: service.p99Ms,
      })),
      aim: connections === 128 ? aim : null,
    },
    {
      ...shared,
      setting: `create, ${setting}, processor time of each`,
      unit: 'µs',
      rounds: rounds.map(({ service, peer }) => ({ ours: service.processorMicros, beside: peer.processorMicros })),
      aim: null,
    },
  ];
}

/** As in `create`: each side has a new database per round and goes through all connection counts on it. */
async function measureRound(bench: Bench, round: number): Promise<Rounds> {
  const { world } = bench;
  const contestants: Contestant[] = [];
  const measured: Rounds = [];
  try {
    for (const side of sides) contestants.push(await start(bench, side, round));
    for (const connections of connectionCounts) {
      const found = new Map<Side, Measured>();
      for (const one of inTurn(contestants, round)) found.set(one.side, await load(bench, one, connections));
      measured.push({ connections, of: Object.fromEntries(found) as Record<Side, Measured> });
    }
  } finally {
    await Promise.all(contestants.map(({ server }) => server.stop()));
  }
  for (const { database } of contestants) await world.drop(database);
  return measured;
}

async function start({ world }: Bench, side: Side, round: number): Promise<Contestant> {
  const database = await world.create(`peers_${side}_${round}`);
  const server =
    side === 'service'
      ? await startServiceProcess({ databaseUrl: database.workUrl, folder: world.folder })
      : await startPeerProcess({ databaseUrl: database.url, poolSize });
  return { side, server, database };
}

async function load(bench: Bench, { side, server, database }: Contestant, connections: number): Promise<Measured> {
  const { world, options } = bench;
  const before = await countRows(database);
  const plan = { port: server.port, connections, requests: database.serials };
  const warmUp = await runLoad({ ...plan, warmUpSeconds: 0, seconds: options.warmUpSeconds });
  // The service sees to its own statistics; for the other one it is done here, as for pgbench.
  if (side === 'peer') await analyze(database);
  await world.checkpoint();
  const processorMs = async () => ((await server.cpuMs()) ?? Number.NaN) + (await world.processorMs());
  const startedMs = await processorMs();
  const result = await runLoad({ ...plan, warmUpSeconds: 0, seconds: options.seconds });
  const processorMicros = (((await processorMs()) - startedMs) * 1000) / result.total;
  await checkBooks(database, before, warmUp.total + result.total);
  const { perSecond, p50Ms, p99Ms } = result;
  bench.progress(
    `create @${connections} ${side}: ${perSecond.toFixed(0)}/s, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, ` +
      `${processorMicros.toFixed(0)} µs of processor time each; books balance`,
  );
  return { perSecond, p50Ms, p99Ms, processorMicros };
}
