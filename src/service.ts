import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { type Config, localUrl } from './config.ts';
import type { RoleReport } from './domain/database-role.ts';
import { demoTraces } from './domain/demo-secrets.ts';
import { CatalogueHolder } from './engine/catalogue-holder.ts';
import { Engine, type EngineOptions } from './engine/engine.ts';
import { createIdSource } from './engine/id-source.ts';
import { MoneyOut } from './engine/money-out.ts';
import { Reads } from './engine/reads.ts';
import { bareAddress } from './http/address-key.ts';
import { Metrics } from './http/metrics.ts';
import { Assets } from './pages/assets.ts';
import { type ServedParts, serveEverything } from './service-app.ts';
import { createAuditChain } from './service-audit-chain.ts';
import { createDeliveries, type Deliveries } from './service-deliveries.ts';
import { askSourceOnce, logRateFeed, watchRates } from './service-rates.ts';
import { openReceipts } from './service-receipts.ts';
import { openWatches } from './service-watches.ts';
import { People } from './settings/people.ts';
import { Settings } from './settings/settings.ts';
import { watchCatalogue } from './storage/catalogue-watch.ts';
import type { ConcernWatch } from './storage/concern-watch.ts';
import { createPool } from './storage/connection.ts';
import { addressesOf, type Database, openDatabase } from './storage/database.ts';
import { orUnavailable } from './storage/database-errors.ts';
import type { InvoiceWatch } from './storage/invoice-watch.ts';
import type { LawsReport } from './storage/ledger-laws.ts';
import { prepareSchema } from './storage/migrate.ts';
import { projectFolder } from './storage/project-folder.ts';
import { readBackupTimes } from './storage/reads/backup-reads.ts';
import { readCatalogue } from './storage/reads/catalogue-read.ts';
import { findOldestDue } from './storage/reads/invoice-reads.ts';
import { countOverdue } from './storage/reads/work-reads.ts';
import type { Uploads } from './storage/receipts/uploads.ts';
import { readRoleReport } from './storage/roles/role-faults.ts';
import { SecretBox } from './storage/secret-box.ts';
import { createDemoWorld, findDemoTraces } from './storage/settings/demo-world.ts';
import { SandboxClock } from './storage/settings/sandbox-clock.ts';
import { createExpiryWorker } from './workers/expiry.ts';
import { createFateWorker, type FateOptions } from './workers/fates.ts';
import { createPayoutHoldWorker } from './workers/payout-holds.ts';
import { createRateFeedWorker } from './workers/rate-feeds.ts';
import { createReceiptSweepWorker } from './workers/receipt-sweep.ts';
import { SelfAudit, type SelfAuditOptions } from './workers/self-audit.ts';
import { createStatisticsWorker } from './workers/statistics.ts';
import { createSweepWorker } from './workers/sweep.ts';

/** A running service. Everything meets here: configuration, storage, engine, HTTP, workers. */
export interface Service {
  /** Where it listens. */
  readonly url: string;
  readonly publicUrl: string;
  readonly database: Database;
  readonly engine: Engine;
  /** The database role that it works under. */
  readonly role: RoleReport;
  /** Finishes what is in flight, then closes everything in the order in which it depends on each other. */
  stop(): Promise<void>;
}

interface ServiceOptions {
  /** Tests move time; the service's own clock is the machine's. */
  readonly clock?: () => number;
  readonly log?: Logger;
  /** Programs of another PostgreSQL for the embedded server. */
  readonly binDir?: string;
}

export async function startService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  const log = options.log ?? createLog(config);
  const time = new SandboxClock(options.clock ?? Date.now);
  const clock = time.now;
  const started = new Started();
  try {
    const database = await openMigrated(config, options, log);
    started.add(() => database.stop());
    const connectionString = () => database.connectionString();
    const secrets = new SecretBox(config.masterKey);
    if (config.mode === 'sandbox') await createDemoWorld(connectionString(), secrets, { hasRewards: true });
    const pool = createPool(connectionString(), config.database.poolMax);
    started.add(() => pool.end());
    const role = await readRoleReport(pool);
    const holder = await openCatalogue(config, pool, secrets, time);
    const metrics = new Metrics();
    const { channel, invoices, concerns, streams } = openWatches(connectionString, { holder, metrics, log });
    await started.run(watchCatalogue(connectionString, () => refresh(holder, log)));
    await started.run(channel);

    let publicUrl = config.publicUrl ?? '';
    const tools = { metrics, invoices, concerns, log };
    const stored = await storedParts(config, { pool, secrets, time, holder });
    const shared = { ...stored, catalogue: () => holder.current, publicUrl: () => publicUrl };
    const deliveries = createDeliveries(config, { ...shared, metrics, concerns, log });
    const moneyOut = new MoneyOut();
    const engine = createEngine(config, { connectionString, catalogue: holder, clock, moneyOut, deliveries, ...tools });
    await started.run(engine);

    for (const worker of createWorkers(config, { ...shared, engine, log })) await started.run(worker);
    const selfAudit = createSelfAudit({ connectionString, intervalMs: config.auditIntervalMs, moneyOut }, log);
    await started.run(selfAudit);
    await soon(selfAudit);

    const app = serveEverything(
      {
        ...shared,
        ...deliveries.deliveryApi,
        engine,
        selfAudit,
        isMoneyOutOpen: () => moneyOut.isOpen,
        streams,
        announce: (changed) => concerns.announce(changed),
        askSource: (source) => askSourceOnce(source, config, shared.callersClock()),
      },
      appOptions(config, tools),
    );
    watchGauges(metrics, { engine, pool, clock });
    watchRates(metrics, { pool, clock, holder });
    watchAudit(metrics, selfAudit, moneyOut);
    watchBackups(metrics, pool);
    await started.run(createAuditChain(config, { pool, connectionString, metrics, log, clock }));
    metrics.gauge(
      'database_role_faults',
      'Ways to rewrite the books that the database role has',
      () => role.faults.length,
    );
    started.add(() => app.close());
    await listen(app, config);
    const { port } = app.server.address() as AddressInfo;
    if (publicUrl === '') publicUrl = localUrl(config.host, port);
    // Only now: links in notifications need the public URL.
    await started.run(deliveries.worker);
    return { url: localUrl(config.host, port), publicUrl, database, engine, role, stop: () => started.stop() };
  } catch (error) {
    await started.stop();
    throw error;
  }
}

/** What was started. It is stopped in the opposite order, because the later parts need the earlier ones. */
class Started {
  readonly #stops: (() => Promise<unknown>)[] = [];

  async run(part: { start(): unknown; stop(): Promise<unknown> }): Promise<void> {
    await part.start();
    this.add(() => part.stop());
  }

  add(stop: () => Promise<unknown>): void {
    this.#stops.push(stop);
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0).reverse()) await stop();
  }
}

async function openMigrated(config: Config, { binDir }: ServiceOptions, log: Logger): Promise<Database> {
  const { url, ownerUrl } = config.database;
  const database = await openDatabase({
    url,
    ownerUrl,
    dataDir: config.dataDir,
    log: (message) => log.warn(message),
    ...(binDir === undefined ? {} : { binDir }),
  });
  try {
    await prepareSchema(addressesOf(database));
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

function refresh(holder: CatalogueHolder, log: Logger): void {
  holder.refresh().catch((err) => log.warn({ err }));
}

async function openCatalogue(
  config: Config,
  pool: Pool,
  secrets: SecretBox,
  time: SandboxClock,
): Promise<CatalogueHolder> {
  const isProduction = config.mode === 'production';
  // These are looked for first: on a sandbox's database the secrets do not even open with another master key.
  if (isProduction) refuseDemoTraces(await findDemoTraces(pool));
  const holder = await CatalogueHolder.open(async () => {
    if (!isProduction) await orUnavailable(time.refresh(pool));
    return await orUnavailable(readCatalogue(pool, secrets));
  });
  if (isProduction) refuseDemoTraces(demoTraces(holder.current.merchants.values()));
  return holder;
}

/** What endpoints work with and that needs nothing but the settings and the database. */
async function storedParts(config: Config, { pool, secrets, time, holder }: StoredTools) {
  const { mode, secondPerson, rateJumpMaxBps } = config;
  const catalogueChanged = () => holder.refresh();
  const settings = new Settings({ pool, secrets, mode, secondPerson, rateJumpMaxBps, catalogueChanged });
  const { now: clock, machine: machineClock } = time;
  return {
    mode: config.mode,
    otherPublicUrls: config.otherPublicUrls,
    callersClock: Date.now,
    clock,
    machineClock,
    sandboxClock: config.mode === 'sandbox' ? time : null,
    newId: createIdSource(clock),
    pool,
    reads: new Reads(pool, clock),
    settings,
    people: new People(pool, settings),
    ...(await openReceipts(config, pool, time)),
    linkKey: secrets.deriveKey('receipt links'),
    deviceKey: secrets.deriveKey('devices'),
    receiptLinkTtlMs: config.receiptLinkTtlMs,
    rateLimitPerSecond: config.rateLimitPerSecond,
    operatorLimits: config.operatorLimits,
  };
}

interface StoredTools {
  readonly pool: Pool;
  readonly secrets: SecretBox;
  readonly time: SandboxClock;
  readonly holder: CatalogueHolder;
}

type Pool = ReturnType<typeof createPool>;

function createEngine(
  config: Config,
  given: Pick<EngineOptions, 'connectionString' | 'catalogue' | 'clock' | 'moneyOut'> &
    AppParts & { readonly deliveries: Deliveries },
): Engine {
  const { metrics, deliveries, log, invoices, concerns, ...parts } = given;
  return new Engine({
    ...config.engine,
    ...parts,
    observe(report) {
      metrics.observeBatch(report);
      if (report.notifications > 0) deliveries.worker.wake();
    },
    changed: (invoiceIds) => invoices.announce(invoiceIds),
    concerned: (changed) => concerns.announce(changed),
    log: (message, err) => log.error({ err }, message),
  });
}

interface WorkerParts extends Omit<FateOptions, 'failed'> {
  readonly callersClock: () => number;
  readonly settings: Settings;
  readonly uploads: Uploads;
  readonly machineClock: () => number;
  readonly log: Logger;
}

function createWorkers(config: Config, parts: WorkerParts) {
  const { pool, engine, clock, callersClock, machineClock, settings, uploads, log } = parts;
  const fates = { ...parts, failed: (err: unknown) => log.warn({ err }, 'the fates will be tried again') };
  return [
    ...(config.playsFates ? [createFateWorker(fates)] : []),
    createExpiryWorker({ pool, engine, clock, failed: (err) => log.warn({ err }, 'expiry will be tried again') }),
    createPayoutHoldWorker({
      pool,
      engine,
      clock,
      failed: (err) => log.warn({ err }, 'crediting payouts will be tried again'),
    }),
    createSweepWorker({
      pool,
      clock,
      logKeptMs: config.notify.logKeptMs,
      failed: (err) => log.warn({ err }, 'the sweep will be tried again'),
    }),
    createReceiptSweepWorker({
      uploads,
      machineClock,
      failed: (err) => log.warn({ err }, 'receipts that nobody needs will be removed later'),
    }),
    createRateFeedWorker({
      pool,
      settings,
      clock,
      sourcesClock: callersClock,
      allowsPrivate: config.mode === 'sandbox',
      noticed: (feed, verdict) => logRateFeed(log, feed, verdict),
      failed: (err) => log.warn({ err }, 'a rate feed will be asked again'),
    }),
    createStatisticsWorker({ pool, failed: (err) => log.warn({ err }, 'statistics will be tried again') }),
  ];
}

interface AppParts {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly invoices: InvoiceWatch;
  readonly concerns: ConcernWatch;
}

function appOptions(config: Config, { log: logger, metrics, invoices }: Omit<AppParts, 'concerns'>): ServedParts {
  const { requestTimeoutMs, trustedProxies } = config;
  const isTrustedProxy =
    trustedProxies.entries.length === 0 ? null : (one: string) => trustedProxies.includes(bareAddress(one) ?? '');
  const assets = new Assets(join(projectFolder(), 'dist/web'));
  const publicInterface = { ...config.publicInterface, watch: invoices };
  return { logger, metrics, requestTimeoutMs, isTrustedProxy, assets, publicInterface };
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = listenFaults[code ?? ''] ?? `cannot be used (${error instanceof Error ? error.message : error}).`;
    throw new Error(`Port ${port} of ${host} ${reason}`, { cause: error });
  }
}

const listenFaults: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program. Stop that program, or set PORT to another port (0 takes any free one).',
  EACCES: 'may not be used by this user. Set PORT to 1024 or above.',
  EADDRNOTAVAIL: 'cannot be used: HOST is not an address of this machine.',
};

function createLog(config: Config): Logger {
  // Requests are not logged as such: headers hold keys and signatures, bodies hold card numbers.
  return pino({ level: config.logLevel, redact: ['req.headers', 'headers'] });
}

function refuseDemoTraces(traces: readonly string[]): void {
  if (traces.length === 0) return;
  throw new Error(
    `The database is a sandbox's, with what everybody knows or nobody has paid in: ${traces.join(', ')}. ` +
      'Production needs a database of its own: set DATABASE_URL or DATA_DIR to an empty one.',
  );
}

/** The first check of small books ends before anybody asks for money; that of large ones does not hold the start up. */
const firstAuditMaxMs = 2_000;

async function soon(selfAudit: SelfAudit): Promise<void> {
  const first = selfAudit.run().catch(() => undefined);
  await Promise.race([first, delay(firstAuditMaxMs, undefined, { ref: false })]);
}

function createSelfAudit(
  options: Pick<SelfAuditOptions, 'connectionString' | 'intervalMs' | 'moneyOut'>,
  log: Logger,
): SelfAudit {
  return new SelfAudit({
    ...options,
    changed: ({ violations }) => {
      if (violations.length === 0) log.warn('the laws of the books hold again; money may go out');
      else log.error({ violations }, 'the books are wrong: money going out is stopped; see docs/operating.md');
    },
    failed: (err) => log.warn({ err }, 'the check of the books will be tried again'),
  });
}

function watchAudit(metrics: Metrics, selfAudit: SelfAudit, moneyOut: MoneyOut): void {
  const last = (read: (report: LawsReport) => number) => () =>
    selfAudit.last === null ? Number.NaN : read(selfAudit.last);
  metrics.gauge(
    'audit_violations',
    'Cases that broke a law of the books at the last check',
    last((one) => one.violations.length),
  );
  metrics.gauge(
    'audit_age_seconds',
    'Since the last check of the books began',
    last((one) => (Date.now() - one.startedAtMs) / 1000),
  );
  metrics.gauge(
    'audit_duration_seconds',
    'How long the last check of the books took',
    last((one) => one.durationMs / 1000),
  );
  metrics.gauge('money_out_stopped', '1 while money may not go out', () => (moneyOut.isOpen ? 0 : 1));
}

/** By the machine's clock, as the command line writes them down. */
function watchBackups(metrics: Metrics, pool: Pool): void {
  const read = (value: (times: Awaited<ReturnType<typeof readBackupTimes>>) => number) => () =>
    readBackupTimes(pool).then(value, () => Number.NaN);
  metrics.gauge(
    'backup_age_seconds',
    'Since the last good backup was written',
    read(({ goodAt }) => (goodAt === null ? Number.NaN : (Date.now() - goodAt) / 1000)),
  );
  metrics.gauge(
    'backup_failed',
    '1 when the last backup was no good',
    read(({ goodAt, failedAt }) => ((failedAt ?? 0) > (goodAt ?? 0) ? 1 : 0)),
  );
}

interface Watched {
  readonly engine: Engine;
  readonly pool: Pool;
  readonly clock: () => number;
}

function watchGauges(metrics: Metrics, { engine, pool, clock }: Watched): void {
  metrics.gauge('queue_length', 'Commands waiting for a lane', () => engine.queueLength);
  metrics.gauge('pool_connections', 'Open connections of the read pool', () => pool.totalCount);
  metrics.gauge('pool_waiting', 'Reads waiting for a connection', () => pool.waitingCount);
  metrics.gauge('oldest_unexpired_seconds', 'How far the expiry worker is behind; 0 when it is not', async () => {
    const oldest = await findOldestDue(pool).catch(() => null);
    return oldest === null ? 0 : Math.max(0, (clock() - oldest) / 1000);
  });
  metrics.gauge('transfers_overdue', 'Confirmed transfers past their deadline; a thousand may be more', () =>
    countOverdue(pool, clock()).catch(() => Number.NaN),
  );
}
