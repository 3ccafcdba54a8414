import { type Bench, type Comparison, inTurn, type Round } from './claim.ts';
import { loadService } from './create.ts';
import { fillWithPast, someInvoiceIds } from './fill.ts';
import type { Load } from './load.ts';
import { loadReads } from './read.ts';
import { startServiceProcess } from './service-process.ts';
import type { BenchDatabase } from './world.ts';

const connections = 128;
const aim = { kind: 'at least', ratio: 0.8 } as const;
const readIdsMax = 20_000;
const acts = ['create', 'read'] as const;
type Act = (typeof acts)[number];

/** Creating and reading with many invoices stored, beside the same with few. */
export async function measureGrowth(bench: Bench): Promise<Comparison[]> {
  const { sizes, rounds: roundCount } = bench.options;
  const few = await fill(bench, 'growth_few', sizes.small);
  const many = await fill(bench, 'growth_many', sizes.large);
  const rounds: Record<Act, Round[]> = { create: [], read: [] };
  for (let round = 0; round < roundCount; round++) {
    const sides = new Map<'few' | 'many', Record<Act, Load>>();
    for (const side of inTurn(['few', 'many'] as const, round)) {
      // A load multiplies what few there are, so each round starts from a copy; to many it adds next to nothing.
      const database = side === 'few' ? await bench.world.create(`growth_few_${round}`, few.name) : many;
      sides.set(side, await loadBoth(bench, database, side === 'few' ? sizes.small : sizes.large));
      if (side === 'few') await bench.world.drop(database);
    }
    for (const act of acts) {
      const [ours, beside] = [sides.get('many')?.[act], sides.get('few')?.[act]];
      if (ours === undefined || beside === undefined) continue;
      rounds[act].push({ ours: ours.perSecond, beside: beside.perSecond, p50Ms: ours.p50Ms, p99Ms: ours.p99Ms });
    }
  }
  await bench.world.drop(few);
  await bench.world.drop(many);
  return acts.map((act) => ({
    claim: 'growth',
    setting: `${act}, ${connections} connections, ${sizes.large.toLocaleString('en')} invoices stored`,
    beside: `${sizes.small.toLocaleString('en')} stored`,
    unit: 'per second',
    rounds: rounds[act],
    aim,
  }));
}

async function fill({ world, progress }: Bench, name: string, count: number): Promise<BenchDatabase> {
  const database = await world.create(name);
  const startedMs = performance.now();
  let reported = 0;
  await fillWithPast(database, { count, kept: 'books' }, (stored) => {
    if (stored < count && stored - reported < count / 5) return;
    reported = stored;
    progress(`growth: ${stored.toLocaleString('en')} of ${count.toLocaleString('en')} invoices of the past stored`);
  });
  progress(`growth: filled in ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
  return database;
}

async function loadBoth(bench: Bench, database: BenchDatabase, size: number): Promise<Record<Act, Load>> {
  const { world } = bench;
  const invoiceIds = await someInvoiceIds(database, readIdsMax);
  const service = await startServiceProcess({ databaseUrl: database.workUrl, folder: world.folder });
  const label = `with ${size.toLocaleString('en')} stored`;
  try {
    await world.checkpoint();
    const read = await loadReads(bench, { service, invoiceIds, connections, label });
    const create = await loadService(bench, { service, database, connections, label });
    return { create, read };
  } finally {
    await service.stop();
  }
}
