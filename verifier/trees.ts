import type { Bytes } from './bytes.ts';
import { addSums, negativeOf, readSums, type Sum } from './header.ts';
import { hashPair, sha256 } from './sha256.ts';

/**
 * A tree of RFC 6962 that grows from the left, by leaves and by parts of it that are whole. It keeps the parts that are not joined yet:
 * one for each bit of how many leaves there are.
 */
export class GrowingTree {
  readonly #hashes: Uint8Array[] = [];
  readonly #sizes: number[] = [];
  size = 0;

  addLeaf(bytes: Uint8Array): void {
    this.#add(sha256(0x00, bytes), 1);
  }

  /** Reads the parts up to a size: which they are follows from how far the tree is. */
  readUpTo(reader: Bytes, size: number): void {
    while (this.size < size) {
      let part = 1;
      while (this.size % (2 * part) === 0 && this.size + 2 * part <= size) part *= 2;
      this.#add(reader.take(32), part);
    }
  }

  root(): Uint8Array {
    let root = this.#hashes.at(-1) ?? sha256(-1, new Uint8Array());
    for (let at = this.#hashes.length - 2; at >= 0; at -= 1)
      root = hashPair(0x01, this.#hashes[at] as Uint8Array, root);
    return root;
  }

  #add(hash: Uint8Array, leaves: number): void {
    let [joined, size] = [hash, leaves];
    this.size += leaves;
    while (this.#sizes.at(-1) === size) {
      this.#sizes.pop();
      joined = hashPair(0x01, this.#hashes.pop() as Uint8Array, joined);
      size *= 2;
    }
    this.#hashes.push(joined);
    this.#sizes.push(size);
  }
}

/** A place of the tree of balances: a hash, and what everything below it adds up to. */
export interface Entry {
  readonly hash: Uint8Array;
  readonly sums: readonly Sum[];
}

export function readEntries(reader: Bytes): Entry[] {
  return Array.from({ length: reader.u8() }, () => ({ hash: reader.take(32), sums: readSums(reader) }));
}

/** The root that follows from a leaf and what is beside its way, the highest first; with the first part that is below nothing. */
export function rootOfBalance(leaf: Entry, place: Uint8Array, beside: readonly Entry[]) {
  let entry = leaf;
  let negative = negativeOf(leaf.sums);
  for (let depth = beside.length - 1; depth >= 0; depth -= 1) {
    const other = beside[depth] as Entry;
    negative ??= negativeOf(other.sums);
    const isRight = (((place[depth >> 3] ?? 0) >> (7 - (depth & 7))) & 1) === 1;
    entry = isRight ? join(other, entry) : join(entry, other);
  }
  return { root: entry, negative };
}

function join(left: Entry, right: Entry): Entry {
  const parts = [left.hash, right.hash, sumsBytes(left.sums), sumsBytes(right.sums)];
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return { hash: sha256(0x03, bytes), sums: addSums(left.sums, right.sums) };
}

/** Count, then currency, kind and sixteen bytes of amount for each. */
function sumsBytes(sums: readonly Sum[]): Uint8Array {
  const bytes: number[] = [sums.length >> 8, sums.length & 255];
  for (const { currency, kind, amount } of sums) {
    bytes.push(currency.length, ...Array.from(currency, (letter) => letter.charCodeAt(0)), kind);
    const unsigned = BigInt.asUintN(128, amount);
    for (let shift = 120n; shift >= 0n; shift -= 8n) bytes.push(Number((unsigned >> shift) & 255n));
  }
  return Uint8Array.from(bytes);
}
