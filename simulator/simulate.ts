import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { checkMutations, seedsMax } from './mutation-check.ts';
import { helpText, OptionsError, readOptions, type SimulateOptions } from './options.ts';
import { type PlanSize, planWorld } from './plan.ts';
import { grouped, renderFindings, renderSummary } from './report.ts';
import { runSeed, type SeedResult } from './run-seed.ts';
import { shrink } from './shrink.ts';
import { added, emptySummary, type Summary } from './summary.ts';

/** `npm run simulate`: runs worlds, prints what happened, and for a broken law the way to it. */
const historyLinesMax = 80;
const quietMs = 15_000;

// Refusals are a way of life here, and their stack traces are looked at by nobody.
Error.stackTraceLimit = 0;

async function main(): Promise<number> {
  const today = Math.floor(Date.now() / 86_400_000);
  const options = readOptions(process.argv.slice(2), today);
  if (options === null) {
    print(helpText);
    return 0;
  }
  return options.mutations ? await showMutations(options) : await simulate(options);
}

async function showMutations({ seed }: SimulateOptions): Promise<number> {
  print(`Seeded bugs, each in up to ${seedsMax} worlds from seed ${seed} on:\n\n`);
  const findings = await checkMutations(seed, ({ name }) => progress(`  ${name}`));
  progress('');
  print(`${renderFindings(findings)}\n`);
  const missed = findings.filter(({ law }) => law === null).length;
  print(missed === 0 ? `\nAll ${findings.length} found.\n` : `\n${missed} of ${findings.length} not found.\n`);
  return missed === 0 ? 0 : 1;
}

async function simulate(options: SimulateOptions): Promise<number> {
  const startedMs = performance.now();
  const seconds = () => (performance.now() - startedMs) / 1000;
  const size = { days: options.days, livesPerDay: options.livesPerDay };
  let summary = emptySummary;
  let broken: SeedResult | null = null;
  let last: SeedResult | null = null;
  const heard = (result: SeedResult) => {
    summary = added(summary, result.summary);
    last = result;
    if (result.broken !== null) broken ??= result;
    progress(`  ${standing(summary, seconds())}`);
  };
  const wantsMore = () => broken === null && summary.lives < options.lives && seconds() < options.minutes * 60;
  if (options.workers > 1) await runInThreads(options, size, wantsMore, heard);
  else await runHere(options, size, wantsMore, heard);
  progress('');
  if (options.told) print(`${tail((last as SeedResult | null)?.lines ?? [])}\n\n`);
  print(`${renderSummary(summary)}\n\n`);
  print(`Seeds from ${options.seed} on, ${options.days} days each: ${standing(summary, seconds())}.\n`);
  if (summary.worlds === 1) print(`Digest of the history: ${(last as SeedResult | null)?.digest}\n`);
  if (broken === null) {
    print('All laws held after every step.\n');
    return 0;
  }
  await explain(broken, size);
  return 1;
}

function standing(summary: Summary, seconds: number): string {
  const { worlds, lives, steps, commits } = summary;
  const { user, system } = process.cpuUsage();
  const perSecond = (spent: number) => grouped(Math.round(lives / Math.max(spent, 0.001)));
  return (
    `${worlds} ${worlds === 1 ? 'world' : 'worlds'}, ${grouped(lives)} invoice lives, ${grouped(steps)} steps, ` +
    `${grouped(commits)} commits in ${seconds.toFixed(0)} s: ${perSecond(seconds)} lives a second, ` +
    `${perSecond((user + system) / 1e6)} per second of processor time`
  );
}

async function runHere(
  { seed, seeds, told }: SimulateOptions,
  size: PlanSize,
  wantsMore: () => boolean,
  heard: (result: SeedResult) => void,
): Promise<void> {
  for (let index = 0; index < seeds && wantsMore(); index++) {
    const share = (part: number) => progress(`  seed ${seed + index}: ${Math.floor(part * 100)} %`);
    heard(await runSeed(seed + index, size, { isTold: told, progress: share }));
  }
}

/** Every thread runs this same file and takes one seed after the other. */
async function runInThreads(
  { seed, seeds, workers }: SimulateOptions,
  size: PlanSize,
  wantsMore: () => boolean,
  heard: (result: SeedResult) => void,
): Promise<void> {
  let next = 0;
  const runOne = (worker: Worker) =>
    new Promise<void>((resolve, reject) => {
      const give = () => {
        if (next >= seeds || !wantsMore()) return resolve();
        worker.postMessage({ seed: seed + next, size });
        next += 1;
      };
      worker.on('message', (result: SeedResult) => {
        heard(result);
        give();
      });
      worker.on('error', reject);
      give();
    });
  const threads = Array.from({ length: workers }, () => new Worker(new URL(import.meta.url), { resourceLimits }));
  try {
    await Promise.all(threads.map(runOne));
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

/** A world makes much that is soon forgotten; with little room for it the collector would keep what it should not. */
const resourceLimits = { maxYoungGenerationSizeMb: 192, maxOldGenerationSizeMb: 4_096 };

async function explain({ seed, broken }: SeedResult, size: PlanSize): Promise<void> {
  if (broken === null) return;
  print(
    `\nBROKEN LAW in seed ${seed}: ${broken.law}\n  ${broken.subject}: ${broken.detail}\n\nShortening the history …\n`,
  );
  Error.stackTraceLimit = 30;
  const { plan, lines, steps, tries, broken: same } = await shrink(planWorld(seed, size), broken.law);
  print(
    `${plan.births.length} births and ${plan.faults.length} faults are enough (${steps} steps, ${tries} worlds tried):\n\n` +
      `${tail(lines)}\n\n${same.law}\n  ${same.subject}: ${same.detail}\n\n` +
      `Again: npm run simulate -- --seed ${seed} --days ${size.days} --lives-per-day ${size.livesPerDay}\n`,
  );
}

function tail(lines: readonly string[]): string {
  const left = lines.length - historyLinesMax;
  return [...(left > 0 ? [`  (${left} lines before)`] : []), ...lines.slice(-historyLinesMax)].join('\n');
}

let progressLine = '';
let toldMs = 0;

/** One line that is written over on a terminal; elsewhere, in a log, a line now and then. */
function progress(text: string): void {
  if (!process.stdout.isTTY) {
    if (text === '' || performance.now() - toldMs < quietMs) return;
    toldMs = performance.now();
    print(`${text}\n`);
    return;
  }
  process.stdout.write(`\r${text.padEnd(progressLine.length)}${text === '' ? '\r' : ''}`);
  progressLine = text;
}

function print(text: string): void {
  process.stdout.write(text);
}

if (isMainThread) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof OptionsError)) throw error;
    process.stderr.write(`${error.message}\n\n${helpText}`);
    process.exitCode = 2;
  }
} else {
  parentPort?.on('message', async ({ seed, size }: { seed: number; size: PlanSize }) => {
    parentPort?.postMessage(await runSeed(seed, size));
  });
}
