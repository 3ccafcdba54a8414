import type { Bench, Comparison } from './claim.ts';
import { loadService } from './create.ts';
import { MemoryWatch } from './memory-watch.ts';
import { startServiceProcess } from './service-process.ts';
import { firstAndLast } from './statistics.ts';

const connections = 128;
const aim = { kind: 'at most', ratio: 1.2 } as const;

/** The resident memory of the service at the end of a long load, beside that at its beginning, after the warm-up. */
export async function measureMemory(bench: Bench): Promise<Comparison[]> {
  const { world, options } = bench;
  const database = await world.create('memory');
  const service = await startServiceProcess({ databaseUrl: database.workUrl, folder: world.folder });
  const watch = new MemoryWatch(service);
  try {
    const seconds = options.soakSeconds;
    await loadService(bench, { service, database, connections, seconds, measuring: () => watch.start() });
  } finally {
    watch.stop();
    await service.stop();
  }
  await world.drop(database);
  const { samples } = watch;
  const { first, last } = firstAndLast(samples);
  if (samples.length > 0) {
    bench.progress(`memory: ${first.toFixed(0)} MB in the first sixth, ${last.toFixed(0)} MB in the last`);
  }
  return [
    {
      claim: 'memory',
      setting: `create, ${connections} connections, the last sixth of ${options.soakSeconds} s`,
      beside: 'the first sixth',
      unit: 'MB',
      rounds: samples.length === 0 ? [] : [{ ours: last, beside: first }],
      aim,
    },
  ];
}
