import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncDirectory } from '../installation/sync-directory.ts';
import {
  isReceiptHash,
  type OpenReceipt,
  openIncoming,
  orStorageUnavailable,
  type ReceiptStore,
  receiptKey,
  type SpooledReceipt,
  spoolReceipt,
} from './receipts.ts';

interface FileReceiptOptions {
  readonly dataDir: string;
  readonly now: () => number;
}

/** Receipts as files: `<dataDir>/receipts/ab/cd/<sha256>`. */
export async function openFileReceiptStore({ dataDir, now }: FileReceiptOptions): Promise<ReceiptStore> {
  const incomingDir = await openIncoming(dataDir, now());
  const receiptsDir = dirname(incomingDir);
  await syncDirectory(dataDir);
  return {
    save: (stream, announce) =>
      spoolReceipt(incomingDir, stream, {
        announce,
        keep: (spooled) => orStorageUnavailable(moveIn(receiptsDir, spooled)),
      }),
    open: (sha256) => orStorageUnavailable(openReceipt(receiptsDir, sha256)),
    remove: (sha256) => orStorageUnavailable(removeReceipt(receiptsDir, sha256)),
  };
}

/**
 * The file is on the disk before its name is, and the name before the answer: after a power cut a confirmed receipt is
 * there, whole. An existing file of that name is replaced, not kept: it has the same content, unless a disk has
 * damaged it, and then the upload repairs it.
 */
async function moveIn(receiptsDir: string, { path, handle, sha256 }: SpooledReceipt): Promise<void> {
  const target = join(receiptsDir, receiptKey(sha256));
  const shardDir = dirname(target);
  await mkdir(shardDir, { recursive: true, mode: 0o700 });
  await handle.sync();
  await rename(path, target);
  // The upper directories too, even if they were there: the upload that made them may not have synced them yet.
  for (const directory of [shardDir, dirname(shardDir), receiptsDir]) await syncDirectory(directory);
}

async function openReceipt(receiptsDir: string, sha256: string): Promise<OpenReceipt | null> {
  if (!isReceiptHash(sha256)) return null;
  const handle = await openIfThere(join(receiptsDir, receiptKey(sha256)));
  if (handle === null) return null;
  try {
    const { size } = await handle.stat();
    return { stream: handle.createReadStream(), sizeBytes: size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The directories stay: another upload may be about to use them. */
async function removeReceipt(receiptsDir: string, sha256: string): Promise<void> {
  if (isReceiptHash(sha256)) await rm(join(receiptsDir, receiptKey(sha256)), { force: true });
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
