import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough, type Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Recipient } from '../../domain/text/age-recipient.ts';
import type { Identity } from '../age/age-keys.ts';
import { AgeDecrypt, AgeEncrypt } from '../age/age-stream.ts';

/** Counts and hashes what passes through. */
class Meter extends Transform {
  readonly #hash = createHash('sha256');
  bytes = 0;

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
    done(null, chunk);
  }

  /** Once, at the end. */
  sha256(): string {
    return this.#hash.digest('hex');
  }
}

export const sealedSuffix = '.age';

/** A file of a backup as it was written. */
interface WrittenFile {
  /** Of the content, before it was encrypted. */
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * The files of a backup on their way to the disk: as they are, or each encrypted for the recipients under its name with `.age`.
 * Every file is read back after it was written, to the end and in full: an encrypted one too, because its key is still known.
 */
export class BackupFiles {
  readonly #folder: string;
  readonly #recipients: readonly Recipient[];
  /** By name. */
  readonly #sums = new Map<string, string>();

  constructor(folder: string, recipients: readonly Recipient[]) {
    this.#folder = folder;
    this.#recipients = recipients;
  }

  get isSealed(): boolean {
    return this.#recipients.length > 0;
  }

  /** Lines as `sha256sum -c` reads them: the files as they lie there, for who has no key. Empty where nothing is encrypted. */
  get sums(): string {
    return [...this.#sums].map(([name, sha256]) => `${sha256}  ${name}${sealedSuffix}\n`).join('');
  }

  /** Writes the content under a name, and reads it back. `rows`: as many lines has the table in it, compressed. */
  async write(name: string, content: Readable, rows?: () => number): Promise<WrittenFile> {
    const path = join(this.#folder, this.isSealed ? `${name}${sealedSuffix}` : name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const inner = new Meter();
    const outer = new Meter();
    const seal = this.isSealed ? new AgeEncrypt(this.#recipients) : null;
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(content, inner, seal ?? new PassThrough(), outer, file);
    const written = { sha256: inner.sha256(), bytes: inner.bytes };
    const onDisk = outer.sha256();
    await this.#readBack(path, { ...written, onDisk, fileKey: seal?.fileKey ?? null, rows: rows?.() });
    if (this.isSealed) this.#sums.set(name, onDisk);
    return written;
  }

  /** A file that was written and turned out to be no good. */
  async remove(name: string): Promise<void> {
    await rm(join(this.#folder, this.isSealed ? `${name}${sealedSuffix}` : name));
    this.#sums.delete(name);
  }

  async #readBack(path: string, expected: Expected): Promise<void> {
    const outer = new Meter();
    const inner = new Meter();
    const open = expected.fileKey === null ? new PassThrough() : new AgeDecrypt({ fileKey: expected.fileKey });
    const lines = new LineCount();
    const unpack = expected.rows === undefined ? new PassThrough() : createGunzip();
    await pipeline(createReadStream(path), outer, open, inner, unpack, lines).catch((error: Error) => {
      throw new Error(`${path} cannot be read back: ${error.message}. The backup is no good; see to the disk.`);
    });
    const isSame = outer.sha256() === expected.onDisk && inner.sha256() === expected.sha256;
    if (!isSame || (expected.rows !== undefined && lines.count !== expected.rows)) {
      throw new Error(`${path} is not what was written. The backup is no good; see to the disk.`);
    }
  }
}

interface Expected extends WrittenFile {
  readonly onDisk: string;
  readonly fileKey: Buffer | null;
  readonly rows: number | undefined;
}

/** Of COPY's text, where a line is a row: line ends within a value are written otherwise. */
class LineCount extends Writable {
  count = 0;

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.count += 1;
    done();
  }
}

/** The content of a file of a backup, piece by piece; null for identities: it is not encrypted. */
export async function* readFileOf(
  folder: string,
  name: string,
  identities: readonly Identity[] | null,
): AsyncGenerator<Buffer> {
  const path = join(folder, identities === null ? name : `${name}${sealedSuffix}`);
  const content = identities === null ? new PassThrough() : new AgeDecrypt({ identities });
  // What goes wrong is heard of through the content.
  pipeline(createReadStream(path), content).catch(() => undefined);
  try {
    for await (const chunk of content) yield chunk;
  } catch (error) {
    throw new Error(`${path} cannot be opened: ${(error as Error).message}.`);
  }
}
