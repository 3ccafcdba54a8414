import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { BankFileThread } from './bank-files/bank-file-thread.ts';
import type { Config } from './config/config.ts';
import type { RoutingChange } from './domain/routing.ts';
import { Looker } from './pictures/looker.ts';
import { openArchive } from './service-archive.ts';
import { type DisputeParts, openDisputeClocks } from './service-disputes.ts';
import { logRateFeed } from './service-rates.ts';
import type { Settings } from './settings/settings.ts';
import type { ReceiptStore } from './storage/receipts/receipts.ts';
import type { Uploads } from './storage/receipts/uploads.ts';
import { createExpiryWorker } from './workers/expiry.ts';
import { createFateWorker, type FateOptions } from './workers/fates.ts';
import type { Lookout } from './workers/lookout.ts';
import { createPayoutHoldWorker } from './workers/payout-holds.ts';
import { createRateFeedWorker } from './workers/rate-feeds.ts';
import { createReceiptLookWorker } from './workers/receipt-looks.ts';
import { createReceiptSweepWorker } from './workers/receipt-sweep.ts';
import { createRollupWorker } from './workers/rollups.ts';
import { createRoutingWorker } from './workers/routing.ts';
import { createStatementImportWorker } from './workers/statement-imports.ts';
import { createStatisticsWorker } from './workers/statistics.ts';
import { createSweepWorker } from './workers/sweep.ts';

interface WorkerParts extends Omit<FateOptions, 'failed'>, DisputeParts {
  readonly callersClock: () => number;
  readonly settings: Settings;
  readonly uploads: Uploads;
  readonly receipts: ReceiptStore;
  readonly machineClock: () => number;
  readonly lookout: Lookout;
  readonly log: Logger;
}

/** The loops that run beside the requests, each with what is logged when a step of it fails. */
export function createWorkers(config: Config, parts: WorkerParts) {
  const { pool, clock, machineClock, uploads, log } = parts;
  const fates = { ...parts, failed: (err: unknown) => log.warn({ err }, 'the fates will be tried again') };
  return [
    ...(config.playsFates ? [createFateWorker(fates)] : []),
    ...createWokenWorkers(config, parts),
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
    createReceiptLookWorker({
      ...parts,
      looker: new Looker(),
      failed: (err) => log.warn({ err }, 'pictures of receipts will be compared later'),
    }),
    createRollupWorker({
      pool,
      clock,
      stopwatch: () => performance.now(),
      failed: (err) => log.warn({ err }, 'the figures of the overview will be counted later'),
    }),
    ...openArchive(config.archiveAfterMs, parts),
    routingWorker(config, parts),
    createStatisticsWorker({ pool, failed: (err) => log.warn({ err }, 'statistics will be tried again') }),
  ];
}

/** Those that the lookout wakes when there is something to do. */
function createWokenWorkers(config: Config, parts: WorkerParts) {
  const { pool, engine, clock, callersClock, settings, lookout, log } = parts;
  const expiry = createExpiryWorker({
    pool,
    engine,
    clock,
    failed: (err) => log.warn({ err }, 'expiry will be tried again'),
  });
  const payoutHolds = createPayoutHoldWorker({
    pool,
    engine,
    clock,
    failed: (err) => log.warn({ err }, 'crediting payouts will be tried again'),
  });
  const rateFeeds = createRateFeedWorker({
    pool,
    settings,
    clock,
    sourcesClock: callersClock,
    allowsPrivate: config.mode === 'sandbox',
    noticed: (feed, verdict) => logRateFeed(log, feed, verdict),
    failed: (err) => log.warn({ err }, 'a rate feed will be asked again'),
  });
  const imports = createStatementImportWorker({
    ...parts,
    reader: new BankFileThread(),
    lease: randomUUID(),
    failed: (err) => log.warn({ err }, 'a bank statement will be read on'),
  });
  return [
    lookout.wakes(openDisputeClocks(parts), 'disputes', disputesEveryMs),
    lookout.wakes(expiry, 'expiry'),
    lookout.wakes(payoutHolds, 'payoutHolds'),
    lookout.wakes(rateFeeds, 'rateFeeds'),
    lookout.wakes(imports, 'imports'),
  ];
}

/** A maker who has answered gets deals again as soon as this. */
const disputesEveryMs = 2_000;

function routingWorker({ isRotationWeighted: isWeighted }: Config, parts: WorkerParts) {
  const { log } = parts;
  return createRoutingWorker({
    ...parts,
    isWeighted,
    told: (change) => logRouting(log, change),
    failed: (err) => log.warn({ err }, 'weights of requisites will be worked out later'),
  });
}

function logRouting(log: Logger, { weights, freed, troubled, recovered }: RoutingChange): void {
  if (weights.length + freed.length > 0) log.info({ weights, freed }, 'requisites get another share of the deals');
  for (const bank of troubled) log.warn(bank, 'hardly anything arrives through a bank');
  for (const bank of recovered) log.info(bank, 'a bank is no longer told to be in trouble');
}
