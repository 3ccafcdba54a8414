import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { createPool } from '../src/storage/database/connection.ts';
import { findViolations } from '../src/storage/ledger/ledger-laws.ts';
import { FuzzClient } from './client.ts';
import { operations } from './operations.ts';
import { type CommandOptions, helpText, readOptions } from './options.ts';
import { findOrphans } from './orphans.ts';
import { told } from './request.ts';
import { type FuzzResult, runFuzz, shrink } from './run-fuzz.ts';
import { type Memory, ServiceUnderFuzz } from './service-under-fuzz.ts';
import { FuzzWorld } from './world.ts';

/**
 * What a service may hold more at the end than after the first tenth: the fuzz makes stores, makers, requisites and banks, which
 * are kept in memory as the catalogue.
 */
const heapGrowth = { factor: 1.25, bytes: 24 * 1024 * 1024 } as const;

const say = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), randomInt(2 ** 32));
  if (options === null) {
    process.stdout.write(helpText);
    return 0;
  }
  say(
    `seed ${options.seed}: ${options.requests} requests to ${operations.length} operations, ${options.atOnce} at a time`,
  );
  const folder = await mkdtemp(join(tmpdir(), 'quittance-fuzz-'));
  const service = await ServiceUnderFuzz.start(folder);
  const pool = createPool(service.databaseUrl, 4);
  process.once('SIGINT', () => void service.stop().finally(() => process.exit(130)));
  try {
    const complaints = await fuzz(options, { service, pool, folder });
    for (const complaint of complaints) say(complaint);
    say(complaints.length === 0 ? 'everything holds' : `seed ${options.seed}: ${complaints.length} complaints`);
    return complaints.length === 0 ? 0 : 1;
  } finally {
    await pool.end();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Parts {
  readonly service: ServiceUnderFuzz;
  readonly pool: pg.Pool;
  readonly folder: string;
}

async function fuzz(options: CommandOptions, { service, pool, folder }: Parts): Promise<readonly string[]> {
  const client = new FuzzClient(service.url);
  const memory: Memory[] = [];
  const startedMs = performance.now();
  let toldTwentieths = 0;
  try {
    const world = await FuzzWorld.open(pool);
    const result = await runFuzz(
      { client, world },
      {
        ...options,
        async progress(done, soFar) {
          const twentieths = Math.floor((done * 20) / options.requests);
          if (twentieths === toldTwentieths) return;
          toldTwentieths = twentieths;
          if (twentieths >= 2) memory.push(await service.memory());
          say(progressLine(done, startedMs, soFar, memory.at(-1)));
        },
      },
    );
    memory.push(await service.memory());
    say(summary(result));
    return [
      ...(await failureReports(client, result)),
      ...(await findOrphans(pool, folder)).map((orphan) => `orphan: ${orphan}`),
      ...(await findViolations(pool)).map(({ law, subject, detail }) => `broken law: ${law}: ${subject} (${detail})`),
      ...growthOf(memory),
    ];
  } finally {
    client.close();
  }
}

function progressLine(done: number, startedMs: number, { statuses, failures }: FuzzResult, memory?: Memory): string {
  const perSecond = Math.round((done * 1000) / (performance.now() - startedMs));
  const taken = statuses.get(200) ?? 0;
  const held =
    memory === undefined ? '' : `, heap ${megabytes(memory.heapBytes)}, resident ${megabytes(memory.residentBytes)}`;
  return `${done} sent, ${perSecond}/s, ${taken} accepted, ${failures.length} failed${held}`;
}

function summary({ statuses, kinds, reached }: FuzzResult): string {
  const counted = (counts: ReadonlyMap<unknown, number>) =>
    [...counts]
      .sort(([, left], [, right]) => right - left)
      .map(([key, count]) => `${key}: ${count}`)
      .join(', ');
  const missed = operations
    .filter(({ operationId }) => !reached.has(operationId))
    .map(({ operationId }) => operationId);
  return [
    `by status: ${counted(statuses)}`,
    `by how they were spoiled: ${counted(kinds)}`,
    `${reached.size} of ${operations.length} operations answered 200 at least once${missed.length === 0 ? '' : `; not ${missed.join(', ')}`}`,
  ].join('\n');
}

async function failureReports(client: FuzzClient, { failures }: FuzzResult): Promise<string[]> {
  const reports: string[] = [];
  for (const failure of failures) {
    const smallest = await shrink(client, failure);
    const how = smallest === null ? 'not again by itself; it was' : 'smallest request that fails';
    const { index, answer, request } = failure;
    reports.push(`request ${index} was answered ${answer.status} ${answer.text}\n${how}: ${told(smallest ?? request)}`);
  }
  return reports;
}

function growthOf(memory: readonly Memory[]): string[] {
  const [first, last] = [memory[0], memory.at(-1)];
  if (first === undefined || last === undefined || memory.length < 2) return [];
  say(`heap after the first tenth ${megabytes(first.heapBytes)}, at the end ${megabytes(last.heapBytes)}`);
  say(`resident after the first tenth ${megabytes(first.residentBytes)}, at the end ${megabytes(last.residentBytes)}`);
  const allowed = first.heapBytes * heapGrowth.factor + heapGrowth.bytes;
  return last.heapBytes <= allowed ? [] : [`memory grows: more than ${megabytes(allowed)} is held at the end`];
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
