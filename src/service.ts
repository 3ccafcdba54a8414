import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { type Config, localUrl } from './config.ts';
import { demoTraces } from './domain/demo-secrets.ts';
import { CatalogueHolder } from './engine/catalogue-holder.ts';
import { Engine } from './engine/engine.ts';
import { createIdSource } from './engine/id-source.ts';
import { Reads } from './engine/reads.ts';
import { type AppOptions, createApp } from './http/app.ts';
import type { HttpContext } from './http/context.ts';
import { Metrics } from './http/metrics.ts';
import { readCatalogue } from './storage/catalogue-read.ts';
import { CatalogueWatch } from './storage/catalogue-watch.ts';
import { createPool } from './storage/connection.ts';
import { type Database, openDatabase } from './storage/database.ts';
import { orUnavailable } from './storage/database-errors.ts';
import { createDemoWorld, findDemoKeys } from './storage/demo-world.ts';
import { findOldestDue } from './storage/invoice-reads.ts';
import { migrate } from './storage/migrate.ts';
import type { ReceiptStore } from './storage/receipts.ts';
import { openFileReceiptStore } from './storage/receipts-files.ts';
import { openS3ReceiptStore } from './storage/receipts-s3.ts';
import { SecretBox } from './storage/secret-box.ts';
import { createExpiryWorker } from './workers/expiry.ts';
import { createStatisticsWorker } from './workers/statistics.ts';
import { createSweepWorker } from './workers/sweep.ts';

/** A running service. Everything meets here: configuration, storage, engine, HTTP, workers. */
export interface Service {
  /** Where it listens. */
  readonly url: string;
  readonly publicUrl: string;
  readonly database: Database;
  readonly engine: Engine;
  /** Finishes what is in flight, then closes everything in the order in which it depends on each other. */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /** Tests move time; the service's own clock is the machine's. */
  readonly clock?: () => number;
  readonly log?: Logger;
  /** Programs of another PostgreSQL for the embedded server. */
  readonly binDir?: string;
}

export async function startService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  const log = options.log ?? createLog(config);
  const clock = options.clock ?? Date.now;
  const stops: Stops = [];
  const stop = async () => {
    for (const stopOne of stops.splice(0).reverse()) await stopOne();
  };
  try {
    const storage = await openStorage(config, options, log, stops);
    const metrics = new Metrics();
    const engine = await startEngine(config, storage, { metrics, log, clock }, stops);
    startWorkers(storage, engine, { log, clock }, stops);
    watchGauges(metrics, engine, storage.pool, clock);

    let publicUrl = config.publicUrl ?? '';
    const context = await createContext(config, storage, { engine, clock, publicUrl: () => publicUrl });
    const app = createApp(context, appOptions(config, log, metrics));
    stops.push(() => app.close());
    await listen(app, config);
    const { port } = app.server.address() as AddressInfo;
    if (publicUrl === '') publicUrl = localUrl(config.host, port);
    return { url: localUrl(config.host, port), publicUrl, database: storage.database, engine, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** How to undo what was started, in the order in which it was. */
type Stops = (() => Promise<unknown>)[];

interface Storage {
  readonly database: Database;
  readonly pool: ReturnType<typeof createPool>;
  readonly secrets: SecretBox;
  readonly catalogue: CatalogueHolder;
}

/** The database, migrated and, in the sandbox, with the demo world in it; and the catalogue, kept up to date. */
async function openStorage(config: Config, options: ServiceOptions, log: Logger, stops: Stops): Promise<Storage> {
  const database = await openDatabase({
    url: config.database.url,
    dataDir: config.dataDir,
    log: (message) => log.warn(message),
    ...(options.binDir === undefined ? {} : { binDir: options.binDir }),
  });
  stops.push(() => database.stop());
  const connectionString = () => database.connectionString();
  const secrets = new SecretBox(config.masterKey);
  await migrate(connectionString());
  if (config.mode === 'sandbox') await createDemoWorld(connectionString(), secrets);

  const pool = createPool(connectionString(), config.database.poolMax);
  stops.push(() => pool.end());
  // The keys are looked for first: on a sandbox's database the secrets do not even open with another master key.
  if (config.mode === 'production') refuseDemoTraces(await findDemoKeys(pool));
  const catalogue = await CatalogueHolder.open(() => orUnavailable(readCatalogue(pool, secrets)));
  if (config.mode === 'production') refuseDemoTraces(demoTraces(catalogue.current.merchants.values()));
  const watch = new CatalogueWatch(connectionString, () => void catalogue.refresh().catch((err) => log.warn({ err })));
  await watch.start();
  stops.push(() => watch.stop());
  return { database, pool, secrets, catalogue };
}

async function startEngine(
  config: Config,
  { database, catalogue }: Storage,
  { metrics, log, clock }: { metrics: Metrics; log: Logger; clock: () => number },
  stops: Stops,
): Promise<Engine> {
  const engine = new Engine({
    ...config.engine,
    connectionString: () => database.connectionString(),
    catalogue,
    clock,
    observe: (report) => metrics.observeBatch(report),
    log: (message, err) => log.error({ err }, message),
  });
  await engine.start();
  stops.push(() => engine.stop());
  return engine;
}

function startWorkers(
  { pool }: Storage,
  engine: Engine,
  { log, clock }: { log: Logger; clock: () => number },
  stops: Stops,
): void {
  const failed = (what: string) => (err: unknown) => log.warn({ err }, `${what} will be tried again`);
  for (const worker of [
    createExpiryWorker({ pool, engine, clock, failed: failed('expiry') }),
    createSweepWorker({ pool, clock, failed: failed('the sweep') }),
    createStatisticsWorker({ pool, failed: failed('statistics') }),
  ]) {
    worker.start();
    stops.push(() => worker.stop());
  }
}

async function createContext(
  config: Config,
  { pool, secrets, catalogue }: Storage,
  { engine, clock, publicUrl }: { engine: Engine; clock: () => number; publicUrl: () => string },
): Promise<HttpContext> {
  return {
    mode: config.mode,
    engine,
    reads: new Reads(pool),
    receipts: await openReceipts(config, clock),
    catalogue: () => catalogue.current,
    publicUrl,
    linkKey: secrets.deriveKey('receipt links'),
    receiptLinkTtlMs: config.receiptLinkTtlMs,
    clock,
    newId: createIdSource(clock),
    rateLimitPerSecond: config.rateLimitPerSecond,
  };
}

function appOptions(config: Config, logger: Logger, metrics: Metrics): AppOptions {
  const { entries } = config.trustedProxies;
  return {
    logger,
    metrics,
    requestTimeoutMs: config.requestTimeoutMs,
    isTrustedProxy: entries.length === 0 ? null : (address) => config.trustedProxies.includes(address),
  };
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
    `The database holds demo secrets that everybody knows: ${traces.join(', ')}. ` +
      'Production needs a database of its own: set DATABASE_URL or DATA_DIR to an empty one.',
  );
}

async function openReceipts(config: Config, now: () => number): Promise<ReceiptStore> {
  const { dataDir, s3 } = config;
  return s3 === null ? await openFileReceiptStore({ dataDir, now }) : await openS3ReceiptStore({ dataDir, now, s3 });
}

function watchGauges(metrics: Metrics, engine: Engine, pool: ReturnType<typeof createPool>, clock: () => number): void {
  metrics.gauge('queue_length', 'Commands waiting for a lane', () => engine.queueLength);
  metrics.gauge('pool_connections', 'Open connections of the read pool', () => pool.totalCount);
  metrics.gauge('pool_waiting', 'Reads waiting for a connection', () => pool.waitingCount);
  metrics.gauge('oldest_unexpired_seconds', 'How far the expiry worker is behind; 0 when it is not', async () => {
    const oldest = await findOldestDue(pool).catch(() => null);
    return oldest === null ? 0 : Math.max(0, (clock() - oldest) / 1000);
  });
}
