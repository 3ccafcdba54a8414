import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import type { Recipient } from '../../domain/age-recipient.ts';
import type { Identity } from '../age/age-keys.ts';
import { BackupFiles, readFileOf, sealedSuffix } from '../backup/backup-files.ts';
import { quoted } from '../backup/backup-manifest.ts';
import { copyIn, copyOut } from '../backup/copy.ts';

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

/** Writes the tables as they are, and reads the file back. */
export async function writeMonthFile(
  client: pg.Client,
  { folder, month, tables, recipients }: MonthToWrite,
): Promise<WrittenMonth> {
  const name = `quittance-${month}.archive.gz`;
  const files = new BackupFiles(folder, recipients);
  const gzip = createGzip({ level: 6 });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const writing = files.write(name, gzip, () => rows + 1);
  // Awaited below; a disk that fills up meanwhile must not end the process.
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
  const { sha256, bytes } = await writing;
  return { fileName: files.isSealed ? `${name}${sealedSuffix}` : name, sha256, bytes };
}

interface MonthToWrite {
  readonly folder: string;
  readonly month: string;
  readonly tables: readonly MonthTable[];
  readonly recipients: readonly Recipient[];
}

/** Of its content: what the database knows the file by. */
export async function hashMonthFile(path: string, identities: readonly Identity[]): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of contentOf(path, identities)) hash.update(chunk);
  return hash.digest('hex');
}

function contentOf(path: string, identities: readonly Identity[]): AsyncGenerator<Buffer> {
  const isSealed = path.endsWith(sealedSuffix);
  const name = basename(path);
  return isSealed
    ? readFileOf(dirname(path), name.slice(0, -sealedSuffix.length), identities)
    : readFileOf(dirname(path), name, null);
}

/** Loads the rows into the tables of their month, which are there and empty. */
export async function loadMonthFile(
  client: pg.Client,
  path: string,
  identities: readonly Identity[],
  tableOf: (living: string) => string,
): Promise<Header> {
  const unpacked = createGunzip();
  // What goes wrong is heard of through the lines.
  pipeline(Readable.from(contentOf(path, identities)), unpacked).catch(() => undefined);
  const lines = new Lines(unpacked);
  const header = JSON.parse(await lines.next()) as Header;
  if (header.format !== 1) throw new Error(`${path} is of a newer release. Attach it with that release.`);
  for (const { living, columns, rows } of header.tables) {
    const statement = `copy ${quoted(tableOf(living))} (${columns.map(quoted).join(', ')}) from stdin`;
    const loaded = await copyIn(client, statement, lines.take(rows));
    if (loaded !== rows) throw new Error(`${living} has ${loaded} rows in ${path}, which says ${rows}.`);
  }
  return header;
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
