import type pg from 'pg';
import type { Config } from './config/config.ts';
import type { ReceiptLimits } from './domain/receipt-room.ts';
import type { ReceiptStore } from './storage/receipts/receipts.ts';
import { openFileReceiptStore } from './storage/receipts/receipts-files.ts';
import { openS3ReceiptStore } from './storage/receipts/receipts-s3.ts';
import { Uploads } from './storage/receipts/uploads.ts';

interface Receipts {
  readonly receipts: ReceiptStore;
  readonly uploads: Uploads;
  readonly receiptLimits: ReceiptLimits;
}

/** Where receipts are, and how they get there. */
export async function openReceipts(
  { dataDir, s3, receiptLimits }: Config,
  pool: pg.Pool,
  clock: { readonly now: () => number; readonly machine: () => number },
): Promise<Receipts> {
  const { now } = clock;
  const store =
    s3 === null ? await openFileReceiptStore({ dataDir, now }) : await openS3ReceiptStore({ dataDir, now, s3 });
  return { receipts: store, uploads: new Uploads({ store, pool, clock: clock.machine }), receiptLimits };
}
