import type { ApiContext } from '../api/context.ts';
import type { Config } from '../config/config.ts';
import { Looker } from '../pictures/looker.ts';
import type { ReceiptStore } from '../storage/receipts/receipts.ts';
import { openFileReceiptStore } from '../storage/receipts/receipts-files.ts';
import { openS3ReceiptStore } from '../storage/receipts/receipts-s3.ts';
import { Uploads } from '../storage/receipts/uploads.ts';
import { createReceiptLookWorker } from '../workers/receipts/receipt-looks.ts';
import { createReceiptSweepWorker } from '../workers/receipts/receipt-sweep.ts';
import type { Capability } from './capability.ts';
import type { Core } from './core.ts';

type ReceiptApi = Pick<
  ApiContext,
  'receipts' | 'uploads' | 'receiptLimits' | 'receiptLinkTtlMs' | 'linkKey' | 'formerLinkKeys'
>;

/** Where receipts are, how they get there, and what is seen in their pictures. */
export async function openReceipts(core: Core): Promise<Capability<ReceiptApi>> {
  const { config, pool, secrets, clock, machineClock, warns } = core;
  const receipts = await openReceiptStore(config, clock);
  const uploads = new Uploads({ store: receipts, pool, clock: machineClock });
  const failed = warns('receipts that nobody needs will be removed later');
  return {
    api: {
      receipts,
      uploads,
      receiptLimits: config.receiptLimits,
      receiptLinkTtlMs: config.receiptLinkTtlMs,
      linkKey: secrets.deriveKey('receipt links'),
      formerLinkKeys: secrets.deriveKeys('receipt links').slice(1),
    },
    loops: [
      createReceiptSweepWorker({ uploads, machineClock, failed }),
      createReceiptLookWorker({
        pool,
        receipts,
        looker: new Looker(),
        clock,
        machineClock,
        failed: warns('pictures of receipts will be compared later'),
      }),
    ],
  };
}

async function openReceiptStore(
  { dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>,
  now: () => number,
): Promise<ReceiptStore> {
  return s3 === null ? await openFileReceiptStore({ dataDir, now }) : await openS3ReceiptStore({ dataDir, now, s3 });
}
