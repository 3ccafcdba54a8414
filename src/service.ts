import type { AddressInfo } from 'node:net';
import { localUrl } from './config/address.ts';
import type { Config } from './config/config.ts';
import type { RoleReport } from './domain/installation/database-role.ts';
import type { Engine } from './engine/engine.ts';
import { listen } from './http/listen.ts';
import { coreApi, serveEverything } from './service/app.ts';
import { openArchive } from './service/archive.ts';
import { openBook } from './service/book.ts';
import { Started } from './service/capability.ts';
import { openReplica } from './service/database.ts';
import { openDeliveries } from './service/deliveries.ts';
import { openDisputes } from './service/disputes.ts';
import { openHousekeeping } from './service/housekeeping.ts';
import { openInvoices } from './service/invoices.ts';
import { openKeyUses } from './service/keys.ts';
import { openCore, type ServiceOptions } from './service/open-core.ts';
import { openPhones } from './service/phones.ts';
import { openRates } from './service/rates.ts';
import { openReceipts } from './service/receipts.ts';
import { openRouting } from './service/routing.ts';
import { openSandbox } from './service/sandbox.ts';
import { openStatements } from './service/statements.ts';
import { openTold } from './service/told.ts';
import type { Database } from './storage/database/database.ts';

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

export async function startService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  const started = new Started();
  try {
    return await start(config, options, started);
  } catch (error) {
    await started.stop();
    throw error;
  }
}

/** What it can do. The order is that of their start; they stop in the opposite one. */
async function start(config: Config, options: ServiceOptions, started: Started): Promise<Service> {
  const { core, watchApi } = await openCore(config, options, started);
  const replica = openReplica(core);
  const keyUses = openKeyUses(core);
  const receipts = await openReceipts(core);
  const deliveries = openDeliveries(core, receipts.api.linkKey);
  const phones = openPhones(core);
  const sandbox = openSandbox(core, receipts.api.uploads);
  const rates = openRates(core);
  const statements = openStatements(core);
  const archive = openArchive(core);
  const book = openBook(core);
  const told = openTold(core);
  const withoutApi = [openInvoices, openDisputes, openRouting, openHousekeeping].map((open) => open(core));
  const withApi = [replica, keyUses, receipts, phones, sandbox, rates, statements, archive, book];
  await started.run(...[...withApi, ...withoutApi].flatMap(({ loops }) => loops));
  const app = serveEverything(core, {
    ...coreApi(core),
    ...watchApi,
    ...replica.api,
    ...keyUses.api,
    ...receipts.api,
    ...deliveries.api,
    ...phones.api,
    ...sandbox.api,
    ...rates.api,
    ...statements.api,
    ...archive.api,
    ...book.api,
    ...told.api,
  });
  started.add(async () => {
    // The people of the sandbox's world use the interface: they go home before it closes.
    await sandbox.api.sandboxWorld?.stop();
    await statements.api.previews.closeWith(app.close());
  });
  await listen(app, config.host, config.port);
  const url = localUrl(config.host, (app.server.address() as AddressInfo).port);
  core.address.publicUrl ||= url;
  // Only now: links in notifications need the public URL.
  await started.run(...deliveries.loops, ...told.loops, core.lookout);
  const { database, engine, role, drain, address, holder } = core;
  return {
    url,
    publicUrl: address.publicUrl,
    database,
    engine,
    role,
    hasStores: holder.current.stores.size > 0,
    drain: (forMs) => drain.run(forMs),
    stop: () => started.stop(),
  };
}
