import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A backup is a folder: `tables/<name>.copy.gz`, one for each table, as PostgreSQL's COPY writes it; `receipts/`, the files
 * under their hash; and `manifest.json`, written last: a folder without it is no backup.
 */
export interface Manifest {
  readonly format: 1;
  readonly createdAt: string;
  /** The migrations the database had, in order. */
  readonly migrations: readonly string[];
  /** In an order in which no row refers to one of a later table. */
  readonly tables: readonly TableEntry[];
  readonly sequences: readonly { readonly name: string; readonly value: string }[];
  readonly receipts: { readonly count: number; readonly bytes: number; readonly missing: readonly string[] };
}

export interface TableEntry {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Of the compressed file. */
  readonly bytes: number;
  readonly sha256: string;
}

export const manifestName = 'manifest.json';

export function tablePath(folder: string, name: string): string {
  return join(folder, 'tables', `${name}.copy.gz`);
}

export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, manifestName);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${path} cannot be read (${error.code}). Name the folder of a finished backup.`);
  });
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== 1) throw new Error(`${path} has format ${manifest.format}. Restore it with a newer release.`);
  return manifest;
}

/** Reads every table file against its hash before anything is touched. */
export async function checkTables(
  folder: string,
  { tables }: Manifest,
  progress: (text: string) => void,
): Promise<void> {
  for (const { name, sha256 } of tables) {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(tablePath(folder, name))) hash.update(chunk);
    if (hash.digest('hex') !== sha256) {
      throw new Error(`${tablePath(folder, name)} is damaged: its hash is not the manifest's. Use another backup.`);
    }
    progress(`${name}: file is whole`);
  }
}

export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
