import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Quittance } from '../sdk/src/index.ts';
import { demoSecrets } from '../src/domain/installation/demo-secrets.ts';
import { findAccount } from '../src/storage/embedded/run-as.ts';
import { restore, takeBackup } from './backup.ts';
import { Book, countReasons, type Span } from './book.ts';
import { checkSpan, notificationsOf, untilTold } from './checks.ts';
import { type Fault, faults, faultsOf } from './faults.ts';
import { Fleet } from './fleet.ts';
import { databaseUrl, makeSettings } from './fleet-settings.ts';
import { LiveStream } from './live-stream.ts';
import { Load } from './load.ts';
import { type DrillOptions, helpText, OptionsError, readOptions } from './options.ts';
import { findPrograms, installText } from './packages.ts';
import { killPrograms } from './processes.ts';
import { Receiver } from './receiver.ts';
import { buildRelease } from './release.ts';
import { type FaultReport, missedAims, renderTable, seconds } from './table.ts';
import { until } from './wait.ts';
import { readWitness } from './witness.ts';

/** `npm run drill`: a fleet on this machine, a load, one fault after the other, a table. */
const startedAtMs = performance.now();
const now = () => performance.now();
const restoreName = 'restore';
const restoreTitle = 'a restore from the backup, beside the fleet, that ends in quittance verify';

interface Scene {
  readonly fleet: Fleet;
  readonly book: Book;
}

/** A fault that is over; whether all notifications of it come is seen at the end. */
interface Drilled {
  readonly report: Omit<FaultReport, 'untold'>;
  readonly span: Span;
}

async function main(): Promise<number> {
  const known = [...faults, { name: restoreName, title: restoreTitle }];
  const options = readOptions(
    process.argv.slice(2),
    known.map(({ name }) => name),
  );
  if (options === null) {
    print(helpText(known));
    return 0;
  }
  const programs = findPrograms();
  if ('missing' in programs) {
    print(installText(programs.missing));
    return 1;
  }
  const folder = await mkdtemp(join(tmpdir(), 'quittance-drill-'));
  await chmod(folder, 0o755);
  const account = process.geteuid?.() === 0 ? ((await findAccount()) ?? {}) : {};
  const fleet = new Fleet(await makeSettings({ folder, account, variant: options.variant, progress, ...programs }));
  stopOnSignal(fleet);
  progress(`load of the machine before: ${loadavg()[0]?.toFixed(2)}; logs: ${folder}/logs`);
  let code = 1;
  try {
    if (options.from !== null) beginWith(fleet, buildRelease(options.from, folder, progress));
    code = await drill(fleet, options);
    return code;
  } finally {
    await fleet.stop();
    // The logs of what went wrong are what somebody wants next.
    if (options.keepsFolder || code !== 0) progress(`everything is in ${folder}`);
    else await rm(folder, { recursive: true, force: true });
  }
}

function beginWith({ services }: Fleet, main: string): void {
  for (const service of services) service.main = main;
}

async function drill(fleet: Fleet, options: DrillOptions): Promise<number> {
  await fleet.start();
  const book = new Book();
  const receiver = await Receiver.start(book);
  const load = new Load({ url: fleet.url, receiverUrl: receiver.url, book, now });
  load.start();
  const drilled: Drilled[] = [];
  const wantsRestore =
    !options.variant.isAsynchronous && (options.only.length === 0 || options.only.includes(restoreName));
  let isRestored = true;
  let reports: readonly FaultReport[] = [];
  try {
    await until('the load runs', 30_000, async () => book.count > 50);
    if (wantsRestore) {
      progress('a full backup under load');
      await takeBackup(fleet);
    }
    for (const fault of faultsOf(options)) drilled.push(await runFault({ fleet, book }, fault));
    if (wantsRestore) isRestored = await runRestore({ fleet, book });
    await load.stop();
    reports = await withUntold({ fleet, book }, drilled);
  } finally {
    await load.stop();
    await receiver.stop();
  }
  print(`\n${renderTable(reports)}\n\n`);
  for (const refused of book.refused.slice(0, 10)) print(`REFUSED ${refused}\n`);
  print(`${book.count} invoices were acknowledged. It took ${seconds(now() - startedAtMs)}.\n`);
  // A shop that goes on with an invoice that a failover has lost is told that it is not there. So is one that a former primary
  // answers, where connections to it are not cut.
  const mayRefuse = options.variant.isAsynchronous || options.variant.keepsSessions;
  const isServed = mayRefuse || book.refused.length === 0;
  const isGood = reports.every((report) => missedAims(report).length === 0) && isServed && isRestored;
  print(isGood ? 'All aims were met.\n' : 'AIMS WERE MISSED.\n');
  return isGood ? 0 : 1;
}

const liveAimMs = 1_000;
/** Without cut connections the listening one notices by its own heartbeat. */
const liveAimOfKeptSessionsMs = 15_000;

async function runFault({ fleet, book }: Scene, fault: Fault): Promise<Drilled> {
  const { variant } = fleet.settings;
  await fleet.untilWhole();
  progress(fault.title);
  const shop = new Quittance({
    baseUrl: fleet.url,
    apiKey: demoSecrets.apiKeys[0],
    secret: demoSecrets.merchantSecret,
    retriesMax: 100,
  });
  const { id } = await shop.createInvoice({
    type: 'in',
    amount: '777.50',
    currency: 'RUB',
    internalId: `live-${now()}`,
  });
  const streams = new Map(fleet.services.map((service) => [service, new LiveStream(service.url, id, now)]));
  const fromMs = now();
  await fault.act(fleet);
  await recovered(book);
  const liveAim = variant.keepsSessions ? liveAimOfKeptSessionsMs : liveAimMs;
  // A page is served by a process that runs.
  const watched = [...streams].filter(([service]) => service.isRunning).map(([, stream]) => stream);
  await shop.cancelInvoice(id, fault.losesTail ? { retriesMax: 0 } : {}).catch(() => undefined);
  const changedMs = now();
  const shown = await Promise.all(watched.map((stream) => stream.shown('canceled', liveAim * 2)));
  for (const stream of streams.values()) stream.close();
  await fault.heal(fleet);
  await fleet.untilWhole();
  const span = { fromMs, toMs: now() };
  const findings = await checkSpan(databaseUrl(fleet.settings, 'owner'), book, span);
  const failed = book.failedIn(span);
  const report: Drilled['report'] = {
    title: fault.title,
    ...findings,
    longestGapMs: book.longestGapMs(span),
    gapAimMs: fault.gapAimMs,
    failedAttempts: failed.length,
    failedAttemptsAim: fault.failedAttemptsAim,
    liveMs: shown.includes(null) ? null : Math.max(0, ...shown.map((atMs) => (atMs ?? 0) - changedMs)),
    liveAimMs: liveAim,
    ...(fault.losesTail ? { witnessed: await readWitness(fleet) } : {}),
  };
  tell(report, countReasons(failed));
  return { report, span };
}

async function withUntold({ fleet, book }: Scene, drilled: readonly Drilled[]): Promise<readonly FaultReport[]> {
  progress('waiting for the last notifications');
  const url = databaseUrl(fleet.settings, 'owner');
  await untilTold(url, book);
  const reports: FaultReport[] = [];
  for (const { report, span } of drilled) {
    const internalIds = book.createdIn(span).map(({ internalId }) => internalId);
    reports.push({ ...report, untold: book.untold(await notificationsOf(url, internalIds)) });
  }
  return reports;
}

/** Callers are served at the usual pace again. */
async function recovered(book: Book): Promise<void> {
  await delay(3_000);
  await until(
    'the load goes on',
    90_000,
    async () => book.createdIn({ fromMs: now() - 1_000, toMs: now() }).length >= 12,
  );
}

function tell(report: Drilled['report'], reasons: string): void {
  const missed = missedAims({ ...report, untold: [] });
  progress(
    `  longest gap ${seconds(report.longestGapMs)}, failed attempts ${report.failedAttempts}${reasons && ` (${reasons})`}, ` +
      `lost ${report.lost.length}, doubled ${report.doubled.length}, ` +
      `live events ${report.liveMs === null ? 'never' : seconds(report.liveMs)}, ` +
      `laws ${report.brokenLaws.length === 0 ? 'hold' : report.brokenLaws.join('; ')}` +
      `${missed.length === 0 ? '' : ` - MISSED: ${missed.join(', ')}`}`,
  );
}

async function runRestore({ fleet, book }: Scene): Promise<boolean> {
  progress(restoreTitle);
  const { durationMs, lost, said } = await restore(fleet, book, now);
  for (const line of said.split('\n')) progress(`  ${line}`);
  progress(`  restored and checked in ${seconds(durationMs)}; acknowledged before it and not there: ${lost.length}`);
  return lost.length === 0;
}

function progress(text: string): void {
  print(`${((now() - startedAtMs) / 1000).toFixed(1).padStart(6)} s  ${text}\n`);
}

function print(text: string): void {
  process.stdout.write(text);
}

/** A drill that is broken off leaves nothing running. */
function stopOnSignal(fleet: Fleet): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void fleet.stop().finally(() => {
        killPrograms();
        process.exit(130);
      });
    });
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    print(`${error instanceof OptionsError ? error.message : ((error as Error).stack ?? error)}\n`);
    killPrograms();
    process.exit(1);
  },
);
