/**
 * The tree over all pages up to one, as RFC 6962 has it: its root stands in every header, so that a page of long ago is proven to be
 * in the book of today by the parts of the tree beside it, and not by all headers between them.
 *
 * With each page those parts of the tree are kept that are whole with it: of one page, of two, of four, up to the largest power of
 * two that its number can be divided by. Every part of every such tree is made from them.
 */
import { leafHash, nodeHash, treeRoot } from './transfer-tree.ts';

/** A part of the tree that is whole: the 2^level pages that end with this one. */
export interface WholePart {
  readonly page: bigint;
  readonly level: number;
}

export type PartReader = (part: WholePart) => Buffer;

/** How many times a number can be halved. */
function levelOf(page: bigint): number {
  let level = 0;
  for (let rest = page; rest % 2n === 0n; rest /= 2n) level += 1;
  return level;
}

/** What is needed to make the parts that are whole with a page. */
export function partsBeside(page: bigint): WholePart[] {
  return Array.from({ length: levelOf(page) }, (_, level) => ({ page: page - 2n ** BigInt(level), level }));
}

/** The parts that are whole with a page, the smallest first. */
export function partsOfPage(page: bigint, hash: Buffer, read: PartReader): Buffer[] {
  const parts = [leafHash(hash)];
  for (const beside of partsBeside(page)) parts.push(nodeHash(read(beside), parts.at(-1) as Buffer));
  return parts;
}

/** The whole parts that pages after `from` up to `to` are made of, from the left, each as large as it can be. */
export function partsOfRange(from: bigint, to: bigint): WholePart[] {
  const parts: WholePart[] = [];
  for (let at = from; at < to; ) {
    let level = 0;
    while (at % 2n ** BigInt(level + 1) === 0n && at + 2n ** BigInt(level + 1) <= to) level += 1;
    at += 2n ** BigInt(level);
    parts.push({ page: at, level });
  }
  return parts;
}

/** What is needed for the root over the first pages. */
export function partsOfHistory(pages: bigint): WholePart[] {
  return partsOfRange(0n, pages);
}

function rootOfParts(parts: readonly WholePart[], read: PartReader): Buffer {
  const hashes = parts.map(read);
  const last = hashes.at(-1);
  if (last === undefined) return treeRoot([]);
  return hashes.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last);
}

export function historyRoot(pages: bigint, read: PartReader): Buffer {
  return rootOfParts(partsOfHistory(pages), read);
}
