import { connect } from '../src/storage/database/connection.ts';
import { type Bench, type Comparison, inTurn, type Round } from './claim.ts';
import { BenchFailure } from './failure.ts';
import { fillWithPast } from './fill.ts';
import { type Page, pagesOf, type Sample } from './lists-pages.ts';
import { type ServerProcess, startServiceProcess } from './service-process.ts';
import { median, percentile } from './statistics.ts';
import type { BenchDatabase } from './world.ts';

/** What people take for "at once": a list that needs longer makes them wait. */
const promptMs = 100;
/** What adds up a month of a large store may take as long as this. */
const reportMs = 1_000;
/** Each list is asked for so often in a round, after a first time that does not count; the median is its time. */
const timesAsked = 5;

type Size = 'few' | 'many';
const sizes = ['few', 'many'] as const satisfies readonly Size[];

/** Every list and search of the console with many invoices stored, beside the same with few. */
export async function measureLists(bench: Bench): Promise<Comparison[]> {
  const { world, options } = bench;
  const databases = { few: await world.create('lists_few'), many: await world.create('lists_many') };
  await fillWithPast(databases.few, { count: options.sizes.small, kept: 'all' }, () => undefined);
  await fillWithPast(databases.many, { count: options.sizes.large, kept: 'all' }, (stored) => {
    if (stored % (options.sizes.large / 5) === 0)
      bench.progress(`lists: ${stored.toLocaleString('en')} invoices stored`);
  });
  const rounds: Record<Size, Timed[]>[] = [];
  for (let round = 0; round < options.rounds; round++) {
    const measured: Record<Size, Timed[]> = { few: [], many: [] };
    for (const size of inTurn(sizes, round)) measured[size] = await timeAll(bench, databases[size]);
    rounds.push(measured);
  }
  report(bench, rounds);
  for (const size of sizes) await world.drop(databases[size]);
  return comparisons(options.sizes, rounds);
}

interface Timed {
  readonly page: Page;
  readonly ms: number;
}

async function timeAll({ world }: Bench, database: BenchDatabase): Promise<Timed[]> {
  const service = await startServiceProcess({ databaseUrl: database.workUrl, folder: world.folder });
  try {
    return await timePages(service, database);
  } finally {
    await service.stop();
  }
}

/** Also what `growth` measures. */
export async function timePages({ port }: ServerProcess, database: BenchDatabase): Promise<Timed[]> {
  const sample = await sampleOf(database);
  const timed: Timed[] = [];
  const base = `http://127.0.0.1:${port}/api/operator`;
  for (const [role, pages] of Object.entries(pagesOf(sample))) {
    const cookie = await signIn(base, role);
    for (const page of pages) timed.push({ page, ms: await timeOf(`${base}${page.path}`, cookie) });
  }
  return timed;
}

/** Something from the middle of the past, to look for. */
async function sampleOf({ url }: BenchDatabase): Promise<Sample> {
  const client = await connect(url, 'admin');
  const { rows } = await client.query(
    `select i.id, i.internal_id as "internalId", d.requisite_id as "requisiteId", d.maker_id as "makerId",
       right(d.number, 4) as tail, (i.amount / 100)::text || '.' || lpad((i.amount % 100)::text, 2, '0') as amount
     from invoices i join deals d on d.id = i.id where i.status = 'paid'
     order by i.id offset (select count(*) / 4 from invoices) limit 1`,
  );
  await client.end();
  return rows[0];
}

async function signIn(base: string, login: string): Promise<string> {
  const response = await fetch(`${base}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password: `demo-${login}-password` }),
  });
  const cookie = response.headers.get('set-cookie')?.split(';')[0];
  if (cookie === undefined) throw new BenchFailure(`${login} could not sign in: ${await response.text()}`);
  return cookie;
}

async function timeOf(url: string, cookie: string): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time <= timesAsked; time++) {
    const startedMs = performance.now();
    const response = await fetch(url, { headers: { cookie } });
    const text = await response.text();
    if (response.status !== 200) throw new BenchFailure(`${url} was answered with ${response.status}: ${text}`);
    if (time > 0) times.push(performance.now() - startedMs);
  }
  return median(times);
}

function report({ progress }: Bench, rounds: readonly Record<Size, Timed[]>[]): void {
  for (const [index, { page }] of (rounds[0]?.many ?? []).entries()) {
    const [many, few] = [timesOf(rounds, 'many', index), timesOf(rounds, 'few', index)];
    progress(`lists: ${median(many).toFixed(1)} ms (few stored: ${median(few).toFixed(1)}), ${page.role} ${page.path}`);
  }
}

function timesOf(rounds: readonly Record<Size, Timed[]>[], size: Size, index: number): number[] {
  return rounds.map((round) => round[size][index]?.ms ?? Number.NaN);
}

function comparisons(
  { small, large }: { readonly small: number; readonly large: number },
  rounds: readonly Record<Size, Timed[]>[],
): Comparison[] {
  const times = (timed: readonly Timed[], isReport: boolean) =>
    timed.filter(({ page }) => page.isReport === isReport).map(({ ms }) => ms);
  const count = (isReport: boolean) => times(rounds[0]?.many ?? [], isReport).length;
  const slowest = (isReport: boolean, beside: number) =>
    rounds.map(({ many }): Round => ({ ours: Math.max(...times(many, isReport)), beside }));
  const stored = `${large.toLocaleString('en')} invoices stored`;
  return [
    {
      claim: 'lists',
      setting: `${count(false)} lists and searches, ${stored}, the median one`,
      beside: `${small.toLocaleString('en')} stored`,
      unit: 'ms',
      rounds: rounds.map(({ many, few }) => ({
        ours: median(times(many, false)),
        beside: median(times(few, false)),
        p50Ms: percentile(times(many, false), 50),
        p99Ms: percentile(times(many, false), 99),
      })),
      aim: { kind: 'at most', ratio: 2 },
    },
    {
      claim: 'lists',
      setting: `${count(false)} lists and searches, ${stored}, the slowest one`,
      beside: 'what feels like at once',
      unit: 'ms',
      rounds: slowest(false, promptMs),
      aim: { kind: 'at most', ratio: 1 },
    },
    {
      claim: 'lists',
      setting: `${count(true)} reports, ${stored}, the slowest one`,
      beside: 'what a report may take',
      unit: 'ms',
      rounds: slowest(true, reportMs),
      aim: { kind: 'at most', ratio: 1 },
    },
  ];
}
