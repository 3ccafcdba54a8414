/**
 * Receipts are stored under the hash of their content: the same file twice is one object, a name from outside never
 * becomes a path, and an object never changes once it is there.
 *
 * Every store takes an upload in two steps. First the bytes go to a spool file while they are counted, checked and
 * hashed; only a whole and good file is then moved to its place. A refused, cut off or failed upload leaves nothing.
 */
import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  attachmentBytesMax,
  type ReceiptType,
  sniffedBytesMax,
  sniffReceiptType,
} from '../../domain/receipts/receipt-type.ts';
import { AppError } from '../../errors/app-error.ts';

export interface StoredReceipt {
  readonly sha256: string;
  readonly mediaType: ReceiptType;
  readonly sizeBytes: number;
}

export interface OpenReceipt {
  readonly stream: Readable;
  readonly sizeBytes: number;
}

export interface ReceiptStore {
  /**
   * Reads to the end or to the limit, holding no more than a chunk; on any failure nothing is left behind. `announce` hears of
   * the whole, good file before it is put where it belongs, and may still refuse it.
   */
  save(stream: AsyncIterable<Uint8Array>, announce?: Announce): Promise<StoredReceipt>;
  /** Null where there is no such receipt. The caller reads the stream to its end or destroys it. */
  open(sha256: string): Promise<OpenReceipt | null>;
  /** One that is not there is removed already. */
  remove(sha256: string): Promise<void>;
}

type Announce = (receipt: StoredReceipt) => Promise<void>;

/** A receipt that is complete and good, but still only in the spool. */
export interface SpooledReceipt extends StoredReceipt {
  readonly path: string;
  readonly handle: FileHandle;
}

/** Spools the stream, lets `keep` put the good file where it belongs, and removes whatever is left in the spool. */
export async function spoolReceipt(
  incomingDir: string,
  stream: AsyncIterable<Uint8Array>,
  {
    announce,
    keep,
  }: { readonly announce: Announce | undefined; readonly keep: (spooled: SpooledReceipt) => Promise<void> },
): Promise<StoredReceipt> {
  const spool = new Spool(join(incomingDir, randomUUID()));
  try {
    for await (const chunk of stream) await spool.take(chunk);
    const { path, handle, ...receipt } = await spool.finish();
    await announce?.(receipt);
    await keep({ path, handle, ...receipt });
    return receipt;
  } finally {
    await spool.discard();
  }
}

/** Makes the spool directory, and empties it of what a crash left there. */
export async function openIncoming(dataDir: string, nowMs: number): Promise<string> {
  const incomingDir = join(dataDir, 'receipts', 'incoming');
  await mkdir(incomingDir, { recursive: true, mode: 0o700 });
  for (const name of await readdir(incomingDir)) {
    const path = join(incomingDir, name);
    // Another process on the same directory may sweep or finish the same file between two of these calls.
    const modifiedMs = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => nowMs,
    );
    if (nowMs - modifiedMs > leftoverAgeMs) await rm(path, { force: true });
  }
  return incomingDir;
}

/** Two levels of 256 directories keep each of them small at a hundred million receipts. */
export function receiptKey(sha256: string): string {
  return `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
}

export function isReceiptHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** Turns the failure of a disk or a remote store into the refusal that callers know; the cause is for the log. */
export async function orStorageUnavailable<T>(act: Promise<T>): Promise<T> {
  try {
    return await act;
  } catch (cause) {
    const refusal = new AppError('storage_unavailable');
    refusal.cause = cause;
    throw refusal;
  }
}

/** An upload ends within the request timeout, ten minutes at most. A spool file that old belongs to nobody. */
const leftoverAgeMs = 3_600_000;

/**
 * One upload on its way to the disk. The file is only created once the first bytes have shown a good type. After a bad
 * type nothing more is written, but counting goes on: too big is reported rather than wrong type.
 */
class Spool {
  readonly #path: string;
  readonly #hash = createHash('sha256');
  #handle: FileHandle | null = null;
  #sizeBytes = 0;
  /** The first bytes, until there are enough of them to tell the type; then null. */
  #sample: Buffer | null = Buffer.alloc(0);
  /** Null while unknown, and after the content has been refused. */
  #mediaType: ReceiptType | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  async take(chunk: Uint8Array): Promise<void> {
    this.#sizeBytes += chunk.byteLength;
    if (this.#sizeBytes > attachmentBytesMax) throw new AppError('attachment_too_big', { field: 'attachment' });
    if (this.#sample === null) return this.#write(chunk);
    this.#sample = Buffer.concat([this.#sample, chunk]);
    if (this.#sample.byteLength >= sniffedBytesMax) await this.#writeSample(this.#sample);
  }

  async finish(): Promise<SpooledReceipt> {
    if (this.#sizeBytes === 0) throw new AppError('attachment_empty', { field: 'attachment' });
    if (this.#sample !== null) await this.#writeSample(this.#sample);
    if (this.#mediaType === null || this.#handle === null) {
      throw new AppError('attachment_type', { field: 'attachment' });
    }
    return {
      path: this.#path,
      handle: this.#handle,
      sha256: this.#hash.digest('hex'),
      mediaType: this.#mediaType,
      sizeBytes: this.#sizeBytes,
    };
  }

  /** Never fails: the answer to the upload is decided already, and the next sweep removes what could not be removed. */
  async discard(): Promise<void> {
    if (this.#handle === null) return;
    await this.#handle.close().catch(() => undefined);
    await rm(this.#path, { force: true }).catch(() => undefined);
  }

  async #writeSample(sample: Buffer): Promise<void> {
    this.#sample = null;
    this.#mediaType = sniffReceiptType(sample);
    if (this.#mediaType === null) return;
    this.#handle = await orStorageUnavailable(open(this.#path, 'wx', 0o600));
    await this.#write(sample);
  }

  async #write(chunk: Uint8Array): Promise<void> {
    // A binary file with a readable beginning gives itself away by its first NUL.
    if (this.#mediaType === 'text/plain' && chunk.includes(0)) this.#mediaType = null;
    if (this.#mediaType === null || this.#handle === null) return;
    this.#hash.update(chunk);
    // On a handle, writeFile continues at the current position and, unlike write, never stops half-way.
    await orStorageUnavailable(this.#handle.writeFile(chunk));
  }
}
