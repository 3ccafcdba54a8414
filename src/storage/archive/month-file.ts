import { createHash, type Hash } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import type { Recipient } from '../../domain/text/age-recipient.ts';
import type { Identity } from '../age/age-keys.ts';
import { BackupFiles, readFileOf, sealedSuffix } from '../backup/backup-files.ts';
import { quoted } from '../backup/backup-manifest.ts';
import { copyIn, copyOut } from '../backup/copy.ts';
import { syncDirectory } from '../installation/sync-directory.ts';

/**
 * A month of the archive in one file, compressed: a line of JSON that says what follows, then the rows of each table as
 * PostgreSQL's COPY writes them, one on a line. Encrypted for recipients as backups are.
 */
interface Header {
  readonly format: 1;
  readonly month: string;
  readonly tables: readonly TableInFile[];
}

interface TableInFile {
  /** The living table that it belongs to. */
  readonly living: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

/** What lies in the tables of a month; `table` is its name now. */
export interface MonthTable extends TableInFile {
  readonly table: string;
}

export interface WrittenMonth {
  readonly fileName: string;
  /** Of the compressed content, before it is encrypted. */
  readonly sha256: string;
  readonly bytes: number;
}

/** The disk is full, or does not give back what was written. */
export class CannotWrite extends Error {
  override readonly name = 'CannotWrite';
}

/**
 * Writes the tables as they are, and reads the file back. It gets its name when it is whole and on the disk, and the name has the
 * beginning of its hash: so one that a broken run has left is in nobody's way, and nothing is ever written over other content.
 */
export async function writeMonthFile(
  client: pg.Client,
  { folder, month, tables, recipients }: MonthToWrite,
): Promise<WrittenMonth> {
  const part = `quittance-${month}.part`;
  const files = new BackupFiles(folder, recipients);
  const suffix = files.isSealed ? sealedSuffix : '';
  // What a run has left that was broken off.
  await rm(join(folder, `${part}${suffix}`), { force: true });
  const gzip = createGzip({ level: 6 });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const writing = files.write(part, gzip, () => rows + 1);
  // Awaited below; a disk that fills up before must not end the process.
  writing.catch(() => undefined);
  try {
    const header: Header = {
      format: 1,
      month,
      tables: tables.map(({ living, columns, rows: count }) => ({ living, columns, rows: count })),
    };
    gzip.write(`${JSON.stringify(header)}\n`);
    for (const { table, columns } of tables) {
      await copyOut(client, `copy ${quoted(table)} (${columns.map(quoted).join(', ')}) to stdout`, gzip);
    }
    gzip.end();
  } catch (error) {
    gzip.destroy();
    throw error;
  }
  const { sha256, bytes } = await writing.catch(async (error: Error) => {
    // Half a file is of no use, and takes room.
    await rm(join(folder, `${part}${suffix}`), { force: true });
    throw new CannotWrite(error.message, { cause: error });
  });
  const fileName = `quittance-${month}-${sha256.slice(0, nameHashCharacters)}.archive.gz${suffix}`;
  await rename(join(folder, `${part}${suffix}`), join(folder, fileName));
  await syncDirectory(folder);
  return { fileName, sha256, bytes };
}

const nameHashCharacters = 12;

interface MonthToWrite {
  readonly folder: string;
  readonly month: string;
  readonly tables: readonly MonthTable[];
  readonly recipients: readonly Recipient[];
}

function contentOf(path: string, identities: readonly Identity[]): AsyncGenerator<Buffer> {
  const isSealed = path.endsWith(sealedSuffix);
  const name = basename(path);
  return isSealed
    ? readFileOf(dirname(path), name.slice(0, -sealedSuffix.length), identities)
    : readFileOf(dirname(path), name, null);
}

/**
 * A file that is being read, once and from the beginning: what it says it is, then its rows, and at the end the hash of all that
 * was read. The hash is of the rows that were loaded, even if another file has taken its name since.
 */
export class MonthFile {
  readonly header: Header;
  readonly #lines: Lines;
  readonly #hash: Hash;
  /** Whether or not it was read to its end. */
  readonly close: () => void;

  static async open(path: string, identities: readonly Identity[]): Promise<MonthFile> {
    const hash = createHash('sha256');
    const unpacked = createGunzip();
    // What goes wrong is heard of through the lines.
    pipeline(Readable.from(hashed(contentOf(path, identities), hash)), unpacked).catch(() => undefined);
    const lines = new Lines(unpacked);
    const header = JSON.parse(await lines.next()) as Header;
    if (header.format !== 1) throw new Error('it is of a newer release, which can attach it');
    return new MonthFile(header, lines, { hash, close: () => unpacked.destroy() });
  }

  private constructor(
    header: Header,
    lines: Lines,
    { hash, close }: { readonly hash: Hash; readonly close: () => void },
  ) {
    this.header = header;
    this.#lines = lines;
    this.#hash = hash;
    this.close = close;
  }

  /** Loads the rows into tables that are there and empty, and answers with the hash. */
  async load(client: pg.Client, tableOf: (living: string) => string): Promise<string> {
    for (const { living, columns, rows } of this.header.tables) {
      const statement = `copy ${quoted(tableOf(living))} (${columns.map(quoted).join(', ')}) from stdin`;
      const loaded = await copyIn(client, statement, this.#lines.take(rows));
      if (loaded !== rows) throw new Error(`of ${living} it has ${loaded} rows, and says ${rows}`);
    }
    await this.#lines.end();
    return this.#hash.digest('hex');
  }
}

async function* hashed(content: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

const lineEnd = 10;

/** A stream read so many lines at a time. */
class Lines {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(input: AsyncIterable<Buffer>) {
    this.#chunks = input[Symbol.asyncIterator]();
  }

  async next(): Promise<string> {
    const parts: Buffer[] = [];
    for await (const part of this.take(1)) parts.push(part);
    return Buffer.concat(parts).toString('utf8');
  }

  async end(): Promise<void> {
    if (this.#rest.length > 0 || (await this.#chunks.next()).done !== true)
      throw new Error('more follows its last row');
  }

  async *take(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#rest.length === 0) {
        const { value, done } = await this.#chunks.next();
        if (done === true) throw new Error('the file ends too early');
        this.#rest = value;
      }
      let end = 0;
      while (left > 0) {
        const at = this.#rest.indexOf(lineEnd, end);
        if (at === -1) break;
        end = at + 1;
        left -= 1;
      }
      const part = this.#rest.subarray(0, left > 0 ? this.#rest.length : end);
      this.#rest = this.#rest.subarray(part.length);
      if (part.length > 0) yield part;
    }
  }
}
