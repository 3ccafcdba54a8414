/**
 * A chain of hashes over rows that are only ever added. Each link has a number and a hash over the hash before it and the
 * content of its row, so that the last hash stands for everything up to there: who changes, removes, inserts or reorders a row
 * has to make all links after it anew, and then the last hash is another one than was told outside.
 *
 * A walk goes along the links in their order and says what is wrong, row by row. It goes on after a fault with the hash that is
 * stored, because what comes after is of interest too.
 */
import { createHash } from 'node:crypto';

/** A row as it is hashed: its cells as text, in a fixed order. */
export type ChainedCells = readonly (string | null)[];

export interface Link {
  readonly sequence: bigint;
  readonly rowId: bigint;
  readonly hash: Buffer;
}

/** A link with the row that it is about; null when the row is not there. */
export interface FoundLink extends Link {
  readonly cells: ChainedCells | null;
}

export interface ChainFault {
  readonly kind: 'changed' | 'removed' | 'links_removed' | 'inserted' | 'cut' | 'rewritten';
  /** The number of the link; null where there is none. */
  readonly sequence: bigint | null;
  /** The ID of the row; null where it is not known any more. */
  readonly rowId: bigint | null;
  readonly text: string;
}

const beginning = Buffer.alloc(32);

/**
 * Lengths are part of what is hashed: otherwise a character could move from one cell to the next. The name of the chain is, too:
 * a link of one chain is none of another.
 */
function linkHash(chain: string, before: Buffer | null, sequence: bigint, cells: ChainedCells): Buffer {
  const hash = createHash('sha256').update(`quittance chain 1\n${chain}\n${sequence}\n`);
  hash.update(before ?? beginning);
  for (const cell of cells) hash.update(cell === null ? '-;' : `${Buffer.byteLength(cell)}:${cell};`);
  return hash.digest();
}

/** The links for rows in their order, after the last one there is. */
export function linksAfter(
  chain: string,
  last: { readonly sequence: bigint; readonly hash: Buffer | null },
  rows: readonly { readonly id: bigint; readonly cells: ChainedCells }[],
): Link[] {
  let { sequence, hash } = last;
  return rows.map(({ id, cells }) => {
    sequence += 1n;
    hash = linkHash(chain, hash, sequence, cells);
    return { sequence, rowId: id, hash };
  });
}

export class ChainWalk {
  readonly #chain: string;
  #last: Link | null;

  /** From the beginning, or from a link whose hash is taken as it is. */
  constructor(chain: string, after: Link | null = null) {
    this.#chain = chain;
    this.#last = after;
  }

  get last(): Link | null {
    return this.#last;
  }

  /** The next link there is, in the order of numbers. */
  take(link: FoundLink): ChainFault[] {
    const expected = (this.#last?.sequence ?? 0n) + 1n;
    const before = this.#last?.hash ?? null;
    this.#last = link;
    // What the missing ones said is not known, so the first one after them cannot be checked.
    if (link.sequence !== expected) return [linksRemoved(expected, link.sequence - 1n), ...rowRemoved(link)];
    if (link.cells === null) return rowRemoved(link);
    return linkHash(this.#chain, before, link.sequence, link.cells).equals(link.hash) ? [] : [changed(link)];
  }
}

function changed({ sequence, rowId }: Link): ChainFault {
  const text = `row ${rowId} (link ${sequence}) is not what was written: it was changed, or another was put in its place`;
  return { kind: 'changed', sequence, rowId, text };
}

function rowRemoved({ sequence, rowId, cells }: FoundLink): ChainFault[] {
  if (cells !== null) return [];
  return [{ kind: 'removed', sequence, rowId, text: `row ${rowId} (link ${sequence}) was removed` }];
}

function linksRemoved(from: bigint, to: bigint): ChainFault {
  const which = from === to ? `link ${from} is` : `links ${from} to ${to} are`;
  return { kind: 'links_removed', sequence: from, rowId: null, text: `${which} missing, with what they were about` };
}

export function rowInserted(rowId: bigint): ChainFault {
  const text = `row ${rowId} is not in the chain, though everything of its time is: it was inserted later, or its link removed`;
  return { kind: 'inserted', sequence: null, rowId, text };
}

/** The chain is shorter than it once was by the service's own count. */
export function tailCut(ends: bigint, length: bigint): ChainFault {
  const text = `the chain ends at link ${ends} and once had ${length}: its end was cut off`;
  return { kind: 'cut', sequence: ends + 1n, rowId: null, text };
}

/** The end of a chain, as it is told outside. */
export interface ChainHead extends Link {
  readonly chain: string;
  /** When it was told. */
  readonly at: string;
}

/** What a head that was told outside says against the chain; null when it agrees. `found` is the link of its number. */
export function headFault(head: ChainHead, found: Link | null, ends: bigint): ChainFault | null {
  const { sequence, rowId, at } = head;
  if (found === null) {
    const text = `link ${sequence}, told outside at ${at}, is not there; the chain ends at ${ends}: the log was cut, or the database is of an earlier time`;
    return { kind: 'cut', sequence, rowId, text };
  }
  if (found.hash.equals(head.hash)) return null;
  const text = `link ${sequence} is another one than was told outside at ${at}: the log was rewritten`;
  return { kind: 'rewritten', sequence, rowId, text };
}

export function headText({ chain, sequence, rowId, hash, at }: ChainHead): string {
  return JSON.stringify({ chain, sequence: String(sequence), rowId: String(rowId), hash: hash.toString('hex'), at });
}

/** Null for a text that is no head. */
export function parseHead(text: string): ChainHead | null {
  let found: Partial<Record<string, unknown>> | null;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  const { chain, sequence, rowId, hash, at } = found ?? {};
  const isNumber = (value: unknown): value is string => typeof value === 'string' && /^\d{1,18}$/.test(value);
  if (typeof chain !== 'string' || typeof at !== 'string' || !isNumber(sequence) || !isNumber(rowId)) return null;
  if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) return null;
  return { chain, sequence: BigInt(sequence), rowId: BigInt(rowId), hash: Buffer.from(hash, 'hex'), at };
}
