import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { Proofs } from './api/proofs.ts';
import { localUrl } from './config/address.ts';
import type { Config } from './config/config.ts';
import { type RoleReport, roleWarning } from './domain/database-role.ts';
import { demoSecrets, demoTraces, refuseDemoTraces } from './domain/demo-secrets.ts';
import type { RateSource } from './domain/rate-source.ts';
import { settingWarnings, warningsOf } from './domain/setting-warnings.ts';
import { CatalogueFollower } from './engine/catalogue-follower.ts';
import { CatalogueHolder } from './engine/catalogue-holder.ts';
import { Engine, type EngineOptions } from './engine/engine.ts';
import { createIdSource } from './engine/id-source.ts';
import { Reads } from './engine/reads.ts';
import { bareAddress } from './http/address-key.ts';
import { Drain } from './http/drain.ts';
import { listen } from './http/listen.ts';
import { Metrics } from './http/metrics.ts';
import { Assets } from './pages/assets.ts';
import { type ServedParts, serveEverything } from './service-app.ts';
import { watchAudit } from './service-audit.ts';
import { createAuditChain } from './service-audit-chain.ts';
import { type BookEnd, createBooks, watchBook } from './service-book.ts';
import { createDeliveries, type Deliveries } from './service-deliveries.ts';
import { openBooksApi } from './service-evidence.ts';
import { watchEngine, watchEvidence, watchPool } from './service-gauges.ts';
import { createKeyUses, openMasterKeys, watchMasterKeys } from './service-keys.ts';
import {
  createMoneyGate,
  type MoneyGate,
  stopForFates,
  warnOfReplication,
  watchLostCommits,
} from './service-lost-commits.ts';
import { openPhones } from './service-phones.ts';
import { Previews } from './service-previews.ts';
import { askSourceOnce, watchRates } from './service-rates.ts';
import { openReceipts } from './service-receipts.ts';
import { openReplica } from './service-replica.ts';
import { openSettings } from './service-settings.ts';
import { openTold } from './service-told.ts';
import { openWatches } from './service-watches.ts';
import { createWorkers } from './service-workers.ts';
import { People } from './settings/people.ts';
import { StatementFiles } from './storage/bank-statements/statement-files.ts';
import { BatchSession } from './storage/batch/batch-session.ts';
import { openProof } from './storage/book/prove.ts';
import { watchCatalogue } from './storage/catalogue-watch.ts';
import { keepCell } from './storage/cell.ts';
import type { ConcernWatch } from './storage/concern-watch.ts';
import { createPool } from './storage/connection.ts';
import { addressesOf, type Database, openDatabase } from './storage/database.ts';
import { orUnavailable } from './storage/database-errors.ts';
import type { InvoiceWatch } from './storage/invoice-watch.ts';
import { prepareSchema } from './storage/migrate.ts';
import { keepMode } from './storage/mode.ts';
import { projectFolder } from './storage/project-folder.ts';
import { readCatalogue } from './storage/reads/catalogue-read.ts';
import { findWaitingWork } from './storage/reads/waiting-work.ts';
import { readRoleReport } from './storage/roles/role-faults.ts';
import { SecretBox } from './storage/secret-box.ts';
import { createDemoWorld, findDemoTraces } from './storage/settings/demo-world.ts';
import { SandboxClock } from './storage/settings/sandbox-clock.ts';
import type { BookHeads } from './workers/book-heads.ts';
import { Lookout } from './workers/lookout.ts';
import type { SelfAudit } from './workers/self-audit.ts';
import { WorldSwitch } from './world/world-switch.ts';

/** A running service. Everything meets here: configuration, storage, engine, HTTP, workers. */
export interface Service {
  /** Where it listens. */
  readonly url: string;
  readonly publicUrl: string;
  readonly database: Database;
  readonly engine: Engine;
  /** The database role that it works under. */
  readonly role: RoleReport;
  /** Whether anybody could be paid here when it started. */
  readonly hasStores: boolean;
  /** Asks those who send requests to go elsewhere, and serves those who do not for so long. Before `stop`. */
  drain(forMs: number): Promise<void>;
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
    const secrets = new SecretBox(config.masterKey, config.previousMasterKeys);
    const pool = createPool(connectionString(), config.database.poolMax);
    started.add(() => pool.end());
    await takeDatabase(config, pool, () => createDemoWorld(connectionString(), secrets, { hasRewards: true }));
    const role = await lookAtServer(config, pool, log);
    await started.run(await openMasterKeys(config, { pool, secrets, clock: time.machine, log }));
    const holder = await openCatalogue(config, pool, secrets, time);
    const metrics = watchPool(new Metrics(), pool);
    const { replica, stop } = openReplica(config, { pool, metrics, log, clock });
    started.add(stop);
    const { channel, invoices, concerns, consoleApi } = openWatches(connectionString, { holder, metrics, log });
    await started.runAll([followCatalogue(connectionString, holder, log), channel]);

    let publicUrl = config.publicUrl ?? '';
    const tools = { metrics, invoices, concerns, log, drain: new Drain(), lookout: createLookout(pool, clock, log) };
    const stored = await storedParts(config, { pool, secrets, time, holder, publicUrl: () => publicUrl });
    const shared = { ...stored, catalogue: () => holder.current, publicUrl: () => publicUrl };
    const keyUses = await started.run(createKeyUses(pool, log));
    const bookEnd: BookEnd = { head: null };
    const deliveries = createDeliveries(config, { ...shared, ...tools, bookEnd });
    await stopForFates(config, { pool, settings: stored.settings, clock, log });
    const gate = createMoneyGate({ holder, settings: stored.settings, clock, log });
    const engine = createEngine(config, { connectionString, catalogue: holder, clock, ...gate, deliveries, ...tools });
    await started.runAll([gate.lostCommits, engine]);

    const phones = openPhones(config, { ...shared, ...tools, engine });
    await started.runAll([...phones.workers, ...createWorkers(config, { ...shared, ...tools, engine })]);
    const parts = { ...tools, pool, connectionString, secrets, ...gate };
    const books = await started.run(createBooks(config, { ...parts, bookEnd, clock: time.machine }));

    const told = openTold(config, { ...shared, secrets, metrics, log });
    const auditChain = createAuditChain(config, { ...parts, clock });
    const app = serveEverything(
      {
        ...shared,
        ...told.toldApi,
        ...deliveries.deliveryApi,
        engine,
        ...phones.deviceApi,
        ...openBooksApi(pool, { ...books, ...gate, auditChain }),
        noteKeyUse: (key, at, peer) => keyUses.note(key, at, peer),
        ...consoleApi,
        replica,
      },
      appOptions(config, tools),
    );
    watchAll(metrics, { engine, pool, clock, holder, ...books, ...gate, role });
    await started.run(auditChain);
    started.add(() => close(app, shared));
    await listen(app, config.host, config.port);
    const url = localUrl(config.host, (app.server.address() as AddressInfo).port);
    if (publicUrl === '') publicUrl = url;
    // Only now: links in notifications need the public URL.
    await started.runAll([deliveries.worker, deliveries.feed, ...told.workers, tools.lookout]);
    const hasStores = holder.current.stores.size > 0;
    return { url, publicUrl, hasStores, database, engine, role, ...endsOf(started, tools.drain) };
  } catch (error) {
    await started.stop();
    throw error;
  }
}

/** The people of the sandbox's world use the interface: they go home before it closes. */
async function close(app: FastifyInstance, parts: { readonly sandboxWorld: WorldSwitch | null; previews: Previews }) {
  await parts.sandboxWorld?.stop();
  await parts.previews.closeWith(app.close());
}

/** Its people sign in as those of the demo world, whom a production service does not have. */
function openWorld({ mode }: Config, url: () => string): WorldSwitch | null {
  const { people, merchantSecret: secret } = demoSecrets;
  return mode === 'production' ? null : new WorldSwitch({ url, operator: people.operator, secret });
}

interface WatchedParts {
  readonly engine: Engine;
  readonly pool: Pool;
  readonly clock: () => number;
  readonly holder: CatalogueHolder;
  readonly selfAudit: SelfAudit;
  readonly heads: BookHeads;
  readonly isMoneyOutOpen: MoneyGate['isMoneyOutOpen'];
  readonly role: RoleReport;
}

function watchAll(metrics: Metrics, parts: WatchedParts): void {
  watchEngine(metrics, parts);
  watchRates(metrics, parts);
  watchAudit(metrics, parts.selfAudit, parts.isMoneyOutOpen);
  watchLostCommits(metrics, parts.pool);
  watchBook(metrics, parts.pool, parts.heads);
  watchEvidence(metrics, parts.pool, parts.role);
  watchMasterKeys(metrics, parts.pool);
}

/**
 * Before anything else: on a sandbox's database the secrets do not even open with another master key, and a production one must not get
 * a demo world.
 */
async function takeDatabase({ mode, cell }: Config, pool: Pool, makeDemoWorld: () => Promise<unknown>): Promise<void> {
  if (mode === 'production') refuseDemoTraces(await findDemoTraces(pool));
  await keepMode(pool, mode);
  await keepCell(pool, cell);
  if (mode === 'sandbox') await makeDemoWorld();
}

function endsOf(started: Started, drain: Drain): Pick<Service, 'drain' | 'stop'> {
  return { drain: (forMs) => drain.run(forMs), stop: () => started.stop() };
}

/** What was started. It is stopped in the opposite order, because the later parts need the earlier ones. */
class Started {
  readonly #stops: (() => Promise<unknown>)[] = [];

  async run<Part extends { start(): unknown; stop(): Promise<unknown> }>(part: Part): Promise<Part> {
    await part.start();
    this.add(() => part.stop());
    return part;
  }

  async runAll(parts: readonly Parameters<Started['run']>[0][]): Promise<void> {
    for (const part of parts) await this.run(part);
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

/** Says at the start what is unsafe: a role that could rewrite the books, a failover that would lose commits, settings hardly meant. */
async function lookAtServer(config: Config, pool: Pool, log: Logger): Promise<RoleReport> {
  const role = await readRoleReport(pool);
  const warning = roleWarning(role);
  if (config.mode === 'production' && warning !== null) log.warn(warning);
  for (const name of warningsOf(config)) log.warn(settingWarnings[name]);
  await warnOfReplication(config, pool, log);
  return role;
}

function followCatalogue(connectionString: () => string, holder: CatalogueHolder, log: Logger) {
  const failed = (err: unknown) =>
    log.warn(
      { err },
      'a change of settings could not be read; it will be tried again, and the former settings hold until then',
    );
  const follower = new CatalogueFollower({ holder, failed });
  const channel = watchCatalogue(connectionString, () => follower.changed());
  const stop = async () => {
    await channel.stop();
    follower.stop();
  };
  return { start: () => channel.start(), stop };
}

async function openCatalogue(
  config: Config,
  pool: Pool,
  secrets: SecretBox,
  time: SandboxClock,
): Promise<CatalogueHolder> {
  const isProduction = config.mode === 'production';
  const holder = await CatalogueHolder.open(async () => {
    if (!isProduction) await orUnavailable(time.refresh(pool));
    return await orUnavailable(readCatalogue(pool, secrets));
  });
  if (isProduction) refuseDemoTraces(demoTraces(holder.current.merchants.values()));
  return holder;
}

/** What endpoints work with and that needs nothing but the settings and the database. */
async function storedParts(config: Config, { pool, secrets, time, holder, publicUrl }: StoredTools) {
  const settings = openSettings(config, { pool, secrets, catalogueChanged: () => holder.refresh() });
  const { now: clock, machine: machineClock } = time;
  return {
    mode: config.mode,
    settingWarnings: warningsOf(config),
    archiveAfterMs: config.archiveAfterMs,
    otherPublicUrls: config.otherPublicUrls,
    callersClock: Date.now,
    askSource: (source: RateSource) => askSourceOnce(source, config, Date.now()),
    clock,
    machineClock,
    sandboxClock: config.mode === 'sandbox' ? time : null,
    sandboxWorld: openWorld(config, publicUrl),
    newId: createIdSource(clock, config.cell),
    cell: config.cell,
    pool,
    reads: new Reads(pool, clock),
    proofs: new Proofs((asked) => openProof(pool, secrets, asked), machineClock),
    settings,
    people: new People(pool, settings),
    statementFiles: new StatementFiles(pool),
    previews: new Previews(pool, clock),
    ...(await openReceipts(config, pool, time)),
    linkKey: secrets.deriveKey('receipt links'),
    formerLinkKeys: secrets.deriveKeys('receipt links').slice(1),
    deviceKey: secrets.deriveKey('devices'),
    formerDeviceKeys: secrets.deriveKeys('devices').slice(1),
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
  readonly publicUrl: () => string;
}

type Pool = ReturnType<typeof createPool>;

function createEngine(
  config: Config,
  given: Pick<EngineOptions, 'catalogue' | 'clock'> &
    MoneyGate &
    AppParts & { readonly connectionString: () => string; readonly deliveries: Deliveries },
): Engine {
  const { connectionString, metrics, deliveries, log, invoices, concerns, drain: _, lostCommits, ...parts } = given;
  return new Engine({
    ...config.engine,
    ...parts,
    connect: () => BatchSession.open(connectionString()),
    observe(report) {
      metrics.observeBatch(report);
      if (report.notifications > 0) deliveries.wake();
    },
    changed: (invoiceIds) => invoices.announce(invoiceIds),
    concerned: (changed) => concerns.announce(changed),
    lost: (lost) => lostCommits.report(lost),
    log: (message, err) => log.error({ err }, message),
  });
}

interface AppParts {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly invoices: InvoiceWatch;
  readonly concerns: ConcernWatch;
  readonly drain: Drain;
}

function appOptions(config: Config, { log: logger, metrics, invoices, drain }: AppParts): ServedParts {
  const { requestTimeoutMs, trustedProxies } = config;
  const isTrustedProxy =
    trustedProxies.entries.length === 0 ? null : (one: string) => trustedProxies.includes(bareAddress(one) ?? '');
  const assets = new Assets(join(projectFolder(), 'dist/web'));
  const publicInterface = { ...config.publicInterface, watch: invoices };
  return { logger, metrics, requestTimeoutMs, isTrustedProxy, assets, publicInterface, drain };
}

function createLookout(pool: Pool, clock: () => number, log: Logger): Lookout {
  const failed = (err: unknown) => log.warn({ err }, 'what waits to be done will be looked for again');
  return new Lookout({ see: () => findWaitingWork(pool, clock()), stopwatch: () => performance.now(), failed });
}

function createLog(config: Config): Logger {
  // Requests are not logged as such: headers hold keys and signatures, bodies hold card numbers.
  return pino({ level: config.logLevel, redact: ['req.headers', 'headers'] });
}
