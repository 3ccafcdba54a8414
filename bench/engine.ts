import { type Bench, type Comparison, inTurn, type Round } from './claim.ts';
import { loadService } from './create.ts';
import type { Load } from './load.ts';
import { startServiceProcess } from './service-process.ts';

const connections = 128;

const sides = [
  { name: 'batches', label: 'in batches', settings: {} },
  { name: 'singles', label: 'one by one', settings: { ENGINE_BATCH_MAX: '1' } },
] as const;

/** The same load with batches as they come, beside batches limited to one command: what batching gives. */
export async function measureEngine(bench: Bench): Promise<Comparison[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < bench.options.rounds; round++) {
    const loads = new Map<string, Load>();
    for (const side of inTurn(sides, round)) loads.set(side.name, await loadSide(bench, side, round));
    const [batches, singles] = [loads.get('batches'), loads.get('singles')];
    if (batches === undefined || singles === undefined) continue;
    rounds.push({ ours: batches.perSecond, beside: singles.perSecond, p50Ms: batches.p50Ms, p99Ms: batches.p99Ms });
  }
  return [
    {
      claim: 'engine',
      setting: `create, ${connections} connections`,
      beside: 'batches of one',
      unit: 'per second',
      rounds,
      aim: null,
    },
  ];
}

async function loadSide(bench: Bench, { name, label, settings }: (typeof sides)[number], round: number): Promise<Load> {
  const { world } = bench;
  const database = await world.create(`engine_${name}_${round}`);
  const service = await startServiceProcess({ databaseUrl: database.workUrl, folder: world.folder, settings });
  try {
    await world.checkpoint();
    return await loadService(bench, { service, database, connections, label });
  } finally {
    await service.stop();
    await world.drop(database);
  }
}
