import { type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';
import { createIdSource } from '../engine/id-source.ts';
import { Drain } from '../http/drain.ts';
import { Metrics } from '../http/metrics.ts';
import { createPool } from '../storage/database/connection.ts';
import { findWaitingWork } from '../storage/reads/waiting-work.ts';
import { SecretBox } from '../storage/secrets/secret-box.ts';
import { SandboxClock } from '../storage/settings/sandbox/sandbox-clock.ts';
import { Lookout } from '../workers/lookout.ts';
import type { Started } from './capability.ts';
import { followCatalogue, openCatalogue } from './catalogue.ts';
import type { Core, Foundation } from './core.ts';
import { openMigrated, takeDatabase, watchServer } from './database.ts';
import { createEngine } from './engine.ts';
import { openMasterKeys } from './keys.ts';
import { openMoneyGate } from './money-gate.ts';
import { openSettings } from './settings.ts';
import { openWatches } from './watches.ts';

export interface ServiceOptions {
  /** Tests move time; the service's own clock is the machine's. */
  readonly clock?: () => number;
  readonly log?: Logger;
  /** Programs of another PostgreSQL for the embedded server. */
  readonly binDir?: string;
}

/** Everything that others stand on, running. */
export async function openCore(config: Config, options: ServiceOptions, started: Started) {
  const log = options.log ?? createLog(config);
  const warns = (what: string) => (err: unknown) => log.warn({ err }, what);
  const time = new SandboxClock(options.clock ?? Date.now);
  const { now: clock, machine: machineClock } = time;
  const database = await openMigrated(config, { log, binDir: options.binDir });
  started.add(() => database.stop());
  const connectionString = () => database.connectionString();
  const secrets = new SecretBox(config.masterKey, config.previousMasterKeys);
  const pool = createPool(connectionString(), config.database.poolMax);
  started.add(() => pool.end());
  await takeDatabase(config, { pool, secrets, connectionString });
  const metrics = new Metrics();
  const role = await watchServer(config, { pool, metrics, log });
  await started.run(await openMasterKeys(config, { pool, secrets, clock: machineClock, metrics, log, warns }));
  const holder = await openCatalogue(config, { pool, secrets, time });
  const { channel, invoices, concerns, api: watchApi } = openWatches({ connectionString, holder, metrics, warns });
  await started.run(followCatalogue({ connectionString, holder, warns }), channel);

  const address = { publicUrl: config.publicUrl ?? '' };
  const foundation: Foundation = {
    config,
    log,
    warns,
    database,
    connectionString,
    pool,
    secrets,
    role,
    time,
    clock,
    machineClock,
    holder,
    metrics,
    invoices,
    concerns,
    address,
    newId: createIdSource(clock, config.cell),
    catalogue: () => holder.current,
    settings: openSettings(config, { pool, secrets, catalogueChanged: () => holder.refresh() }),
    lookout: new Lookout({
      see: () => findWaitingWork(pool, clock()),
      stopwatch: () => performance.now(),
      failed: warns('what waits to be done will be looked for again'),
    }),
    drain: new Drain(),
    publicUrl: () => address.publicUrl,
    bookEnd: { head: null },
    notified: [],
  };
  const gate = await openMoneyGate(foundation);
  const engine = createEngine(foundation, gate);
  await started.run(gate.lostCommits, engine);
  const core: Core = { ...foundation, gate, engine };
  return { core, watchApi };
}

function createLog(config: Config): Logger {
  // Requests are not logged as such: headers hold keys and signatures, bodies hold card numbers.
  return pino({ level: config.logLevel, redact: ['req.headers', 'headers'] });
}
