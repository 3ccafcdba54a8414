import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Identity } from '../age/age-keys.ts';
import { readFileOf } from './backup-files.ts';

/**
 * A backup is a folder: `tables/<name>.copy.gz`, one for each table, as PostgreSQL's COPY writes it; `receipts/`, the files
 * under their hash; and `manifest.json`, written last: a folder without it is no backup. Of an encrypted one all of these have
 * `.age` behind their names, and `manifest.json` is another one, which says so.
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
  /** Of the compressed file, before it is encrypted. */
  readonly bytes: number;
  readonly sha256: string;
}

/** What stands outside of an encrypted backup. */
export interface SealedManifest {
  readonly format: 2;
  readonly createdAt: string;
  readonly recipients: readonly string[];
  /** The hash of `SHA256SUMS`, which has those of all files as they lie there. */
  readonly sums: string;
}

export const sumsName = 'SHA256SUMS';
export const manifestName = 'manifest.json';

export function tableName(name: string): string {
  return `tables/${name}.copy.gz`;
}

/** A backup that is there, and how its files are read. */
export interface OpenedBackup {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Null where nothing is encrypted. */
  readonly identities: readonly Identity[] | null;
}

export async function openBackup(folder: string, identities: readonly Identity[]): Promise<OpenedBackup> {
  const path = join(folder, manifestName);
  const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${path} cannot be read (${error.code}). Name the folder of a finished backup.`);
  });
  const manifest = JSON.parse(content) as Manifest | SealedManifest;
  switch (manifest.format) {
    case 1:
      return { folder, manifest, identities: null };
    case 2:
      return { folder, manifest: await readSealed(folder, manifest, identities), identities };
    default:
      throw new Error(`${path} has a format that this release does not know. Restore it with a newer release.`);
  }
}

async function readSealed(
  folder: string,
  { recipients }: SealedManifest,
  identities: readonly Identity[],
): Promise<Manifest> {
  if (!identities.some(({ recipient }) => recipients.includes(recipient.text))) {
    const given = identities.length === 0 ? 'Give' : 'None of the given keys opens it; give';
    throw new Error(
      `The backup is encrypted for ${recipients.join(', ')}. ${given} the file with the private key: --identity FILE.`,
    );
  }
  return JSON.parse(await text(readFileOf(folder, manifestName, identities))) as Manifest;
}

/** Reads every table file against its hash before anything is touched. */
export async function checkTables(
  { folder, manifest: { tables }, identities }: OpenedBackup,
  progress: (text: string) => void,
): Promise<void> {
  for (const { name, sha256 } of tables) {
    const hash = createHash('sha256');
    for await (const chunk of readFileOf(folder, tableName(name), identities)) hash.update(chunk);
    if (hash.digest('hex') !== sha256) {
      const path = join(folder, tableName(name));
      throw new Error(`${path} is damaged: its hash is not the manifest's. Use another backup.`);
    }
    progress(`${name}: file is whole`);
  }
}

export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
