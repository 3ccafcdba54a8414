import { loadavg } from 'node:os';
import { measureArchive } from './archive.ts';
import type { Bench, Comparison } from './claim.ts';
import { measureCreate } from './create.ts';
import { measureEngine } from './engine.ts';
import { BenchFailure } from './failure.ts';
import { measureFleet } from './fleet.ts';
import { measureGrowth } from './growth.ts';
import { measureLists } from './lists.ts';
import { measureMemory } from './memory.ts';
import { measureMessages } from './messages.ts';
import { measureNode } from './node-versions.ts';
import { measureNotify } from './notify.ts';
import { type BenchOptions, type ClaimName, helpText, OptionsError, readOptions } from './options.ts';
import { measurePages } from './pages.ts';
import { measurePaint } from './paint.ts';
import { measurePeers } from './peers.ts';
import { findPgbench } from './pgbench.ts';
import { measureRead } from './read.ts';
import { describeMachine, renderTable, writeResults } from './report.ts';
import { measureSealing } from './sealing.ts';
import { killServers } from './service-process.ts';
import { World } from './world.ts';

/** `npm run bench`: measures each claim in turn and prints the table. Exit code 1 when any run must not count. */
const claims: Readonly<Record<ClaimName, (bench: Bench) => Promise<Comparison[]>>> = {
  create: measureCreate,
  peers: measurePeers,
  read: measureRead,
  node: measureNode,
  engine: measureEngine,
  fleet: measureFleet,
  growth: measureGrowth,
  archive: measureArchive,
  lists: measureLists,
  memory: measureMemory,
  notify: measureNotify,
  messages: measureMessages,
  pages: measurePages,
  paint: measurePaint,
  sealing: measureSealing,
};

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options === null) {
    print(helpText);
    return 0;
  }
  const pgbench = findPgbench();
  if (pgbench === null)
    print('pgbench is not installed under /usr/lib/postgresql: create has nothing to stand beside.\n');
  const world = await World.open((message) => print(`${message}\n`));
  stopOnSignal(world);
  try {
    return await measureAll({ options, world, pgbench, progress });
  } finally {
    await world.close();
  }
}

async function measureAll(bench: Bench): Promise<number> {
  const { options, world } = bench;
  const machine = describeMachine(await world.serverVersion());
  // Others at work on the machine show here; ratios suffer less from them than figures, but they do.
  print(`${machine}\nLoad of the machine before: ${loadavg()[0]?.toFixed(2)}\n`);
  const comparisons: Comparison[] = [];
  const failures: string[] = [];
  for (const name of options.claims) {
    try {
      comparisons.push(...(await claims[name](bench)));
    } catch (error) {
      if (!(error instanceof BenchFailure)) throw error;
      failures.push(name);
      print(`FAILED ${name}: ${error.message}\n`);
    }
  }
  const result = `${heading(options, machine)}\n\n${renderTable(comparisons)}`;
  print(`\n${result}\n`);
  if (failures.length > 0) {
    print(`\nFailed: ${failures.join(', ')}. These runs do not count.\n`);
    return 1;
  }
  if (options.write) await writeResults(result);
  return 0;
}

function heading({ rounds, seconds }: BenchOptions, machine: string): string {
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, ${machine}; ${rounds} ${rounds === 1 ? 'round' : 'rounds'} of ${seconds} s windows.`;
}

function progress(text: string): void {
  print(`  ${text}\n`);
}

function print(text: string): void {
  process.stdout.write(text);
}

/** An interrupted run leaves no server and no files behind. */
function stopOnSignal(world: World): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      killServers();
      void world.close().finally(() => process.exit(130));
    });
  }
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(
      `${error instanceof OptionsError ? `${error.message}\n\n${helpText}` : String(error instanceof Error ? error.stack : error)}\n`,
    );
    process.exitCode = error instanceof OptionsError ? 2 : 1;
  },
);
