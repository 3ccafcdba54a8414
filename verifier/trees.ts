import type { Bytes } from './bytes.ts';
import { addSums, negativeOf, readSums, type Sum } from './header.ts';
import { hashOf, hashOfHash, hashWords, joinPair, sha256 } from './sha256.ts';

/** More than the bits of how many leaves a number can count exactly. */
const partsMax = 64;

/**
 * A tree of RFC 6962 that grows from the left, by leaves and by parts of it that are whole. It keeps the parts that are not joined yet:
 * one for each bit of how many leaves there are.
 */
export class GrowingTree {
  /** Of the parts, one after the other, with room to join them. */
  readonly #hashes = new Int32Array((partsMax + 2) * hashWords);
  readonly #joined = new Int32Array((partsMax + 2) * hashWords);
  readonly #sizes = new Float64Array(partsMax + 2);
  #parts = 0;
  size = 0;

  clear(): void {
    this.#parts = 0;
    this.size = 0;
  }

  /** The leaf is a part of a file. */
  addLeaf({ view }: Bytes, place: number, length: number): void {
    hashOf(0x00, view, place, length, this.#hashes, this.#parts * hashWords);
    this.#add(1);
  }

  addLeafOfHash(hash: Int32Array): void {
    hashOfHash(0x00, hash, this.#hashes, this.#parts * hashWords);
    this.#add(1);
  }

  /** Reads the parts up to a size: which they are follows from how far the tree is. */
  readUpTo(reader: Bytes, size: number): void {
    while (this.size < size) {
      let part = 1;
      while (this.size % (2 * part) === 0 && this.size + 2 * part <= size) part *= 2;
      const place = reader.skip(4 * hashWords);
      const at = this.#parts * hashWords;
      for (let word = 0; word < hashWords; word += 1) this.#hashes[at + word] = reader.view.getInt32(place + 4 * word);
      this.#add(part);
    }
  }

  root(): Int32Array {
    const root = new Int32Array(hashWords);
    if (this.#parts === 0) {
      hashOf(-1, nothing, 0, 0, root, 0);
      return root;
    }
    for (let at = 0; at < this.#parts * hashWords; at += 1) this.#joined[at] = this.#hashes[at] as number;
    for (let at = this.#parts - 2; at >= 0; at -= 1) joinPair(0x01, this.#joined, at * hashWords);
    return this.#joined.slice(0, hashWords);
  }

  /** The part after the last one, whose hash is already there. */
  #add(leaves: number): void {
    this.size += leaves;
    this.#sizes[this.#parts] = leaves;
    while (this.#parts > 0 && this.#sizes[this.#parts - 1] === this.#sizes[this.#parts]) {
      this.#parts -= 1;
      joinPair(0x01, this.#hashes, this.#parts * hashWords);
      this.#sizes[this.#parts] = (this.#sizes[this.#parts] as number) * 2;
    }
    this.#parts += 1;
  }
}

const nothing = new DataView(new ArrayBuffer(0));

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
