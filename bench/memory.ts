import type { Bench, Comparison } from './claim.ts';
import { loadService } from './create.ts';
import { type ServerProcess, startServiceProcess } from './service-process.ts';
import { median } from './statistics.ts';

const connections = 128;
const aim = { kind: 'at most', ratio: 1.2 } as const;
const sampleEveryMs = 250;
const megabyte = 1024 * 1024;

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
  const { first, last } = watch.ends();
  if (first !== null && last !== null) {
    bench.progress(`memory: ${first.toFixed(0)} MB in the first sixth, ${last.toFixed(0)} MB in the last`);
  }
  return [
    {
      claim: 'memory',
      setting: `create, ${connections} connections, the last sixth of ${options.soakSeconds} s`,
      beside: 'the first sixth',
      unit: 'MB',
      rounds: last === null ? [] : [{ ours: last, beside: first }],
      aim,
    },
  ];
}

class MemoryWatch {
  readonly #service: ServerProcess;
  readonly #samples: number[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(service: ServerProcess) {
    this.#service = service;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#sample(), sampleEveryMs);
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  /** Medians, because the collector's rhythm makes single samples jump. In megabytes. */
  ends(): { first: number | null; last: number | null } {
    const part = Math.ceil(this.#samples.length / 6);
    if (part === 0) return { first: null, last: null };
    return { first: median(this.#samples.slice(0, part)), last: median(this.#samples.slice(-part)) };
  }

  async #sample(): Promise<void> {
    const bytes = await this.#service.memory();
    if (bytes !== null) this.#samples.push(bytes / megabyte);
  }
}
