import { setTimeout as delay } from 'node:timers/promises';
import { bookLock } from '../src/storage/book/keep-book.ts';
import { connect } from '../src/storage/database/connection.ts';
import { type Bench, type Comparison, inTurn, type Round } from './claim.ts';
import { runLoad } from './load.ts';
import { isAllSealed, measureSealingAlone, sealAll } from './seal-all.ts';
import { measureSealedSizes } from './sealed-sizes.ts';
import { type ServerProcess, startServiceProcess } from './service-process.ts';
import { type BenchDatabase, checkBooks, countRows } from './world.ts';

const connections = 128;
/** After each load, on every side: the book may be some seconds behind, and what is behind is paid for as well. */
const settleMs = 7_000;
const sealedMaxMs = 60_000;

/** `sealed`: as it is. `held`: another session holds the sealer's lock, so nobody seals. `bare`: without column and index as well. */
const sides = ['sealed', 'held', 'bare'] as const;
type Side = (typeof sides)[number];

interface Measured {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of the service and of PostgreSQL together, for each create. */
  readonly processorMicros: number;
  /** Of sealing what was created, done alone afterwards; null where it was sealed behind the load, or cannot be. */
  readonly sealingMicros: number | null;
}

/** What sealing costs a create, behind its back: processor time and throughput with and without it. Then, by what is stored. */
export async function measureSealing(bench: Bench): Promise<Comparison[]> {
  const rounds: Record<Side, Measured>[] = [];
  for (let round = 0; round < bench.options.rounds; round++) {
    const found = new Map<Side, Measured>();
    for (const side of inTurn(sides, round)) found.set(side, await loadSide(bench, side, round));
    rounds.push(Object.fromEntries(found) as Record<Side, Measured>);
  }
  return [...comparisonsOf(rounds), ...(await measureSealedSizes(bench))];
}

function comparisonsOf(rounds: readonly Record<Side, Measured>[]): Comparison[] {
  const processor = (side: Side, beside: Side): Round[] =>
    rounds.map((one) => ({ ours: one[side].processorMicros, beside: one[beside].processorMicros }));
  const create = `create, ${connections} connections`;
  return [
    {
      claim: 'sealing',
      setting: 'sealing and checking a create, done alone, processor time',
      beside: `${create}, while nobody seals`,
      unit: 'µs',
      rounds: rounds.map(({ held }) => ({ ours: held.sealingMicros ?? Number.NaN, beside: held.processorMicros })),
      aim: { kind: 'at most', ratio: 0.02 },
    },
    {
      claim: 'sealing',
      setting: `${create}, processor time of each`,
      beside: 'nobody seals',
      unit: 'µs',
      rounds: processor('sealed', 'held'),
      aim: { kind: 'at most', ratio: 1.02 },
    },
    {
      claim: 'sealing',
      setting: create,
      beside: 'nobody seals',
      unit: 'per second',
      rounds: rounds.map(({ sealed, held }) => ({
        ours: sealed.perSecond,
        beside: held.perSecond,
        p50Ms: sealed.p50Ms,
        p99Ms: sealed.p99Ms,
      })),
      aim: { kind: 'at least', ratio: 0.98 },
    },
    {
      claim: 'sealing',
      setting: `${create}, processor time of each, nobody seals`,
      beside: 'no number of transactions, no index of it',
      unit: 'µs',
      rounds: processor('held', 'bare'),
      aim: null,
    },
  ];
}

async function loadSide(bench: Bench, side: Side, round: number): Promise<Measured> {
  const { world, options } = bench;
  const database = await world.create(`sealing_${side}_${round}`);
  await sealAll(database);
  if (side === 'bare') await takeNumbersAway(database);
  const holder = await connect(database.url, 'admin');
  if (side !== 'sealed') await holder.query('select pg_advisory_lock($1)', [bookLock]);
  const service = await startServiceProcess({ databaseUrl: database.workUrl, folder: world.folder });
  try {
    await world.checkpoint();
    const before = await countRows(database);
    const startedMs = await processorMs(bench, service);
    const { warmUpSeconds, seconds } = options;
    const load = await runLoad({ port: service.port, connections, warmUpSeconds, seconds, requests: database.serials });
    await delay(settleMs);
    if (side === 'sealed') await waitUntilSealed(database);
    const processorMicros = (((await processorMs(bench, service)) - startedMs) * 1000) / load.total;
    await checkBooks(database, before, load.total);
    bench.progress(
      `sealing @${connections} ${side}: ${processorMicros.toFixed(0)} µs each, ${load.perSecond.toFixed(0)}/s, ` +
        `p99 ${load.p99Ms.toFixed(1)} ms; books balance`,
    );
    const sealingMicros = side === 'held' ? await measureSealingAlone(database) : null;
    if (sealingMicros !== null) bench.progress(`sealing alone: ${sealingMicros.toFixed(1)} µs for each create`);
    return { perSecond: load.perSecond, p50Ms: load.p50Ms, p99Ms: load.p99Ms, processorMicros, sealingMicros };
  } finally {
    await service.stop();
    await holder.end();
    await world.drop(database);
  }
}

async function processorMs({ world }: Bench, service: ServerProcess): Promise<number> {
  return ((await service.cpuMs()) ?? Number.NaN) + (await world.processorMs());
}

async function takeNumbersAway({ url }: BenchDatabase): Promise<void> {
  const client = await connect(url, 'admin');
  await client.query('drop index transfers_in_order; alter table transfers drop column xid');
  await client.end();
}

async function waitUntilSealed(database: BenchDatabase): Promise<void> {
  for (const startedMs = performance.now(); performance.now() - startedMs < sealedMaxMs; await delay(100)) {
    if (await isAllSealed(database)) return;
  }
  throw new Error('the book was not sealed in time');
}
