import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { connect } from '../src/storage/database/connection.ts';
import { projectFolder } from '../src/storage/installation/project-folder.ts';
import { BenchFailure } from './failure.ts';
import { runProgram } from './run-program.ts';
import type { BenchDatabase } from './world.ts';

/**
 * PostgreSQL's own load program, written in C, storing the same rows without any service in between. `statements` makes
 * one round trip per statement, as services do; `one-call` puts everything into one function on the server.
 */
export const pgbenchVariants = ['statements', 'one-call'] as const;
export type PgbenchVariant = (typeof pgbenchVariants)[number];

const transactionsPerSecondMax = 40_000;
const dayMs = 86_400_000;

/**
 * What the service asks of the planner for its own batches. On tables this small the planner would else prefer to read
 * them whole, and pgbench would be slower for it.
 */
const plannerSettings = [
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'plan_cache_mode=force_generic_plan',
];

/** The newest installed pgbench, or null. The embedded packages have none. */
export function findPgbench(): string | null {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder)
    ? readdirSync(folder)
        .map(Number)
        .filter((version) => version > 0)
    : [];
  const programs = versions
    .sort((left, right) => right - left)
    .map((version) => join(folder, String(version), 'bin/pgbench'));
  return programs.find((program) => existsSync(program)) ?? null;
}

/** Once per database: the function that `one-call` needs. */
export async function preparePgbench({ url }: BenchDatabase, variant: PgbenchVariant): Promise<void> {
  if (variant !== 'one-call') return;
  const client = await connect(url, 'admin');
  await client.query(await readFile(scriptFile('one-call-function'), 'utf8'));
  await client.end();
}

/** Statistics for the planner, once there are rows to count. The service sees to its own. */
export async function analyze({ url }: BenchDatabase): Promise<void> {
  const client = await connect(url, 'admin');
  await client.query('analyze invoices, deals, transfers, accounts, requisite_loads');
  await client.end();
}

interface PgbenchInput {
  readonly program: string;
  readonly database: BenchDatabase;
  readonly variant: PgbenchVariant;
  readonly connections: number;
  readonly seconds: number;
}

interface PgbenchResult {
  readonly perSecond: number;
  readonly total: number;
}

export async function runPgbench(input: PgbenchInput): Promise<PgbenchResult> {
  const seconds = Math.max(1, Math.round(input.seconds));
  const variables = {
    n: 0,
    clients: input.connections,
    first: input.database.serials.take(seconds * transactionsPerSecondMax),
    today: Math.floor(Date.now() / dayMs),
  };
  const output = await callPgbench(input.program, [
    '--no-vacuum',
    '--protocol=prepared',
    `--file=${scriptFile(input.variant)}`,
    `--client=${input.connections}`,
    // Its threads only wait and send; one for each core is what its manual advises.
    `--jobs=${Math.min(input.connections, availableParallelism())}`,
    `--time=${seconds}`,
    ...Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
    input.database.url,
  ]);
  const total = /number of transactions actually processed: (\d+)/.exec(output)?.[1];
  const perSecond = /tps = ([\d.]+) \(without initial connection time\)/.exec(output)?.[1];
  if (total === undefined || perSecond === undefined) throw new BenchFailure(`pgbench gave no figures:\n${output}`);
  return { perSecond: Number(perSecond), total: Number(total) };
}

function scriptFile(name: string): string {
  return join(projectFolder(), 'bench', 'pgbench', `${name}.sql`);
}

function callPgbench(program: string, args: readonly string[]): Promise<string> {
  const options = plannerSettings.map((setting) => `-c ${setting}`).join(' ');
  return runProgram('pgbench', program, args, { env: { LC_ALL: 'C', PGOPTIONS: options } });
}
