/**
 * The Merkle tree over the transfers of a page, as RFC 6962 has it: leaves and nodes are hashed with different first bytes, so
 * that neither can be taken for the other; n leaves are split at the largest power of two below n.
 */
import { hash } from 'node:crypto';

const hashBytes = 32;
const leafTag = Buffer.of(0x00);

export function leafHash(bytes: Uint8Array): Buffer {
  return Buffer.from(leafText(bytes), 'latin1');
}

/** As a text of one byte to a character, which is made in half the time that a buffer takes. */
export function leafText(bytes: Uint8Array): string {
  return hash('sha256', Buffer.concat([leafTag, bytes]), 'binary');
}

/** The tag and two hashes, in one place for all: hashes are made by the million, and nothing waits in between. */
const node = Buffer.alloc(1 + 2 * hashBytes, 0x01);

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  node.set(left, 1);
  node.set(right, 1 + hashBytes);
  return hash('sha256', node, 'buffer');
}

export function treeRoot(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return hash('sha256', '', 'buffer');
  // Pairs from the left, level by level; the last one without a partner goes up as it is: the same tree.
  let level = leaves;
  while (level.length > 1) level = nextLevel(level);
  return level[0] as Buffer;
}

/** Of leaves that lie one after the other. Two of them lie as a node has them, so nothing has to be taken apart. */
export function rootOfLeaves(leaves: Buffer): Buffer {
  let count = leaves.length / hashBytes;
  if (count === 0) return treeRoot([]);
  const level = Buffer.from(leaves);
  while (count > 1) {
    const pairs = count >> 1;
    for (let at = 0; at < pairs; at += 1) {
      level.copy(node, 1, 2 * hashBytes * at, 2 * hashBytes * (at + 1));
      level.write(hash('sha256', node, 'binary'), hashBytes * at, 'latin1');
    }
    if (count % 2 === 1) level.copy(level, hashBytes * pairs, hashBytes * (count - 1), hashBytes * count);
    count -= pairs;
  }
  // A copy, so that nobody keeps all of them for one.
  return Buffer.from(level.subarray(0, hashBytes));
}

/** The tree over leaves that come one after the other. Of what is whole only the hash is kept, so it is small and can be copied. */
export class GrowingTree {
  /** By level: the hash of 2^level leaves that have no partner yet. */
  readonly #parts: (string | null)[];

  constructor(parts: readonly (string | null)[] = []) {
    this.#parts = [...parts];
  }

  copy(): GrowingTree {
    return new GrowingTree(this.#parts);
  }

  /** As `leafText` makes it. */
  add(leaf: string): void {
    let part = leaf;
    let level = 0;
    for (let left = this.#parts[0] ?? null; left !== null; left = this.#parts[level] ?? null) {
      part = nodeText(left, part);
      this.#parts[level] = null;
      level += 1;
    }
    this.#parts[level] = part;
  }

  root(): Buffer {
    const parts = this.#parts.filter((part) => part !== null);
    const [smallest, ...others] = parts;
    if (smallest === undefined) return treeRoot([]);
    return Buffer.from(
      others.reduce((right, left) => nodeText(left, right), smallest),
      'latin1',
    );
  }
}

function nodeText(left: string, right: string): string {
  node.write(left + right, 1, 'latin1');
  return hash('sha256', node, 'binary');
}

function nextLevel(level: readonly Buffer[]): Buffer[] {
  const next: Buffer[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const [left, right] = [level[at] as Buffer, level[at + 1]];
    next.push(right === undefined ? left : nodeHash(left, right));
  }
  return next;
}

/** The hash of the 2^level leaves that end with this one, which is counted from 1. Only of parts that are whole. */
type TreePart = (end: number, level: number) => Buffer;

/** Every whole part of the tree over these leaves. */
export function treeParts(leaves: readonly Buffer[]): TreePart {
  const levels: (readonly Buffer[])[] = [leaves];
  for (let level = leaves; level.length > 1; levels.push(level)) level = nextLevel(level);
  return (end, level) => levels[level]?.[end / 2 ** level - 1] as Buffer;
}
