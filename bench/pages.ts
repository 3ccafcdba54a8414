import { setTimeout as delay } from 'node:timers/promises';
import type { Bench, Comparison } from './claim.ts';
import { BenchFailure } from './failure.ts';
import { someInvoiceIds } from './fill.ts';
import { runLoad } from './load.ts';
import { OpenPages } from './open-pages.ts';
import { type ServerProcess, startHelloProcess, startServiceProcess } from './service-process.ts';
import { percentile } from './statistics.ts';
import { type BenchDatabase, checkBooks } from './world.ts';

const pageCount = 2_000;
/** Of these pages the invoice is canceled, one after the other, while all others stay open. */
const actCount = 200;
const pauseBetweenActsMs = 10;
const eventMaxMs = 10_000;
const canceled = '"status":"canceled"';

interface Measured {
  readonly memory: { readonly ours: number; readonly beside: number } | null;
  readonly idle: { readonly ours: number; readonly beside: number } | null;
  readonly acts: readonly Act[];
}

/** Times of one act, from when it was sent. */
interface Act {
  readonly answerMs: number;
  readonly eventMs: number;
  readonly elsewhereMs: number;
}

/** Two thousand pages that follow their invoices: what they cost while nothing happens, and how soon they hear. */
export async function measurePages(bench: Bench): Promise<Comparison[]> {
  const rounds: Measured[] = [];
  for (let round = 0; round < bench.options.rounds; round++) rounds.push(await measureRound(bench, round));
  return comparisons(rounds);
}

async function measureRound(bench: Bench, round: number): Promise<Measured> {
  const { world } = bench;
  const database = await world.create(`pages_${round}`);
  const here = await startServiceProcess({ databaseUrl: database.workUrl, folder: world.folder });
  const there = await startServiceProcess({ databaseUrl: database.workUrl, folder: world.folder });
  try {
    const { ids, total } = await createInvoices(here.port, database);
    const paths = ids.map((id) => `/api/public/invoices/${id}/events`);
    const without = await atRest(here, bench);
    const pages = await OpenPages.open(here.port, paths, canceled);
    const pagesThere = await OpenPages.open(there.port, paths.slice(0, actCount), canceled);
    const withPages = await atRest(here, bench);
    const acts = await cancelSome(here.port, ids.slice(0, actCount), { pages, pagesThere });
    pages.close();
    pagesThere.close();
    await checkBooks(database, { invoices: 0, deals: 0 }, total);
    const memory = perPage(without.memory, withPages.memory);
    const bare = await bareMemory(bench);
    report(bench, { memory, bare, without, withPages, acts });
    return {
      memory: memory === null || bare === null ? null : { ours: memory, beside: bare },
      idle: without.cpu === null || withPages.cpu === null ? null : { ours: withPages.cpu, beside: without.cpu },
      acts,
    };
  } finally {
    await Promise.all([here.stop(), there.stop()]);
    await world.drop(database);
  }
}

interface AtRest {
  /** Bytes. */
  readonly memory: number | null;
  /** Milliseconds of processor time for each second. */
  readonly cpu: number | null;
}

/** What the service takes while nobody asks for anything. */
async function atRest(service: ServerProcess, { options }: Bench): Promise<AtRest> {
  // What the requests before left to do is over by then.
  await delay(options.warmUpSeconds * 1000);
  const cpuBefore = await service.cpuMs();
  await delay(options.seconds * 1000);
  const cpuAfter = await service.cpuMs();
  const cpu = cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / options.seconds;
  return { memory: await service.memory(), cpu };
}

/** The same number of answers that do not end, of a server that does nothing else. */
async function bareMemory({ options }: Bench): Promise<number | null> {
  const hello = await startHelloProcess();
  try {
    // As warm as the service is when its pages are opened.
    for (let time = 0; time < pageCount; time++) await (await fetch(`http://127.0.0.1:${hello.port}/`)).text();
    await delay(options.warmUpSeconds * 1000);
    const before = await hello.memory();
    const paths = Array.from({ length: pageCount }, () => '/open');
    const pages = await OpenPages.open(hello.port, paths, canceled);
    await delay(options.warmUpSeconds * 1000);
    const after = await hello.memory();
    pages.close();
    return perPage(before, after);
  } finally {
    await hello.stop();
  }
}

function perPage(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : (after - before) / pageCount / 1024;
}

/** Invoices with requisites, as many as there are pages. */
async function createInvoices(port: number, database: BenchDatabase): Promise<{ ids: string[]; total: number }> {
  let total = 0;
  while (total < pageCount) {
    const load = { port, connections: 32, warmUpSeconds: 0, seconds: 1, requests: database.serials };
    total += (await runLoad(load)).total;
  }
  return { ids: await someInvoiceIds(database, pageCount), total };
}

async function cancelSome(
  port: number,
  ids: readonly string[],
  { pages, pagesThere }: { readonly pages: OpenPages; readonly pagesThere: OpenPages },
): Promise<Act[]> {
  const sent: { atMs: number; answerMs: number }[] = [];
  for (const id of ids) {
    const atMs = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}/api/public/invoices/${id}/cancel`, { method: 'POST' });
    const answerMs = performance.now() - atMs;
    if (response.status !== 200) throw new BenchFailure(`an invoice was not canceled: ${response.status}`);
    await response.arrayBuffer();
    sent.push({ atMs, answerMs });
    await delay(pauseBetweenActsMs);
  }
  const heardBy = async (which: OpenPages, page: number) => {
    for (const startedMs = performance.now(); performance.now() - startedMs < eventMaxMs; await delay(5)) {
      const heardAtMs = which.heardAtMs(page);
      if (heardAtMs !== undefined) return heardAtMs;
    }
    throw new BenchFailure(`page ${page} did not hear that its invoice was canceled`);
  };
  return await Promise.all(
    sent.map(async ({ atMs, answerMs }, page) => ({
      answerMs,
      eventMs: (await heardBy(pages, page)) - atMs,
      elsewhereMs: (await heardBy(pagesThere, page)) - atMs,
    })),
  );
}

function report(
  { progress }: Bench,
  seen: { memory: number | null; bare: number | null; without: AtRest; withPages: AtRest; acts: readonly Act[] },
): void {
  const times = (of: (act: Act) => number) =>
    [50, 99].map((part) => percentile(seen.acts.map(of), part).toFixed(1)).join(' / ');
  progress(
    `pages: ${seen.memory?.toFixed(1)} KB each (bare ${seen.bare?.toFixed(1)}); idle ${seen.withPages.cpu?.toFixed(1)} ms/s ` +
      `(without ${seen.without.cpu?.toFixed(1)}); p50 / p99 ms: answer ${times((act) => act.answerMs)}, ` +
      `event ${times((act) => act.eventMs)}, in another process ${times((act) => act.elsewhereMs)}`,
  );
}

function comparisons(rounds: readonly Measured[]): Comparison[] {
  const setting = `${pageCount.toLocaleString('en')} open pages`;
  const heard = (of: (act: Act) => number) =>
    rounds.map(({ acts }) => {
      const [p50Ms, p99Ms] = [50, 99].map((part) => percentile(acts.map(of), part)) as [number, number];
      const beside = percentile(
        acts.map((act) => act.answerMs),
        50,
      );
      return { ours: p50Ms, beside, p50Ms, p99Ms };
    });
  const both = (of: (measured: Measured) => Measured['memory']) =>
    rounds.map(of).filter((one): one is NonNullable<typeof one> => one !== null);
  return [
    {
      claim: 'pages',
      setting: `${setting}, memory of each`,
      beside: 'an answer of a bare Fastify route that does not end',
      unit: 'KB',
      rounds: both(({ memory }) => memory),
      aim: null,
    },
    {
      claim: 'pages',
      setting: `${setting}, processor time while nothing happens`,
      beside: 'none open',
      unit: 'ms a second',
      rounds: both(({ idle }) => idle),
      aim: null,
    },
    {
      claim: 'pages',
      setting: `${setting}, from an act to the event of it`,
      beside: 'to its answer',
      unit: 'ms',
      rounds: heard(({ eventMs }) => eventMs),
      aim: { kind: 'at most', ratio: 1.5 },
    },
    {
      claim: 'pages',
      setting: `${setting}, to the event of it in another process`,
      beside: 'to its answer',
      unit: 'ms',
      rounds: heard(({ elsewhereMs }) => elsewhereMs),
      aim: null,
    },
  ];
}
