/**
 * The Merkle sum tree over all balances: a binary tree by the bits of places. A part of it with no leaf is `empty`, one with a single
 * leaf is that leaf, any other is a node over its two halves; so its shape follows from the places alone, whatever came first.
 *
 * It is kept in tiles of four levels, each under the hexadecimal digits that its places begin with. A change of some leaves
 * rewrites the tiles on their ways, and no others.
 */
import { hash } from 'node:crypto';
import { type BalanceLeaf, placeBytes, type TreeEntry } from './balance-leaf.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { addSums, noSums, readSums, writeSums } from './sums.ts';

export const emptyEntry: TreeEntry = { hash: Buffer.alloc(32), sums: noSums };

const nodeTag = 0x03;

export function joinEntries(left: TreeEntry, right: TreeEntry): TreeEntry {
  const writer = new ByteWriter().u8(nodeTag).bytes(left.hash).bytes(right.hash);
  writeSums(writer, left.sums);
  writeSums(writer, right.sums);
  return { hash: hash('sha256', writer.done(), 'buffer'), sums: addSums(left.sums, right.sums) };
}

/** One of the sixteen parts below a tile. */
type Slot =
  | { readonly kind: 'empty' }
  | { readonly kind: 'leaf'; readonly leaf: BalanceLeaf }
  /** More than one leaf: there is a tile for it. */
  | { readonly kind: 'node'; readonly entry: TreeEntry };

/** Sixteen slots, by the next digit of places. */
type Tile = readonly Slot[];

/** Tiles by the digits that lead to them; the root's is the empty text. */
export type Tiles = Map<string, Tile>;

const digits = 16;
const emptySlot: Slot = { kind: 'empty' };
const emptyTile: Tile = Array.from({ length: digits }, () => emptySlot);

function entryOf(slot: Slot): TreeEntry {
  switch (slot.kind) {
    case 'empty':
      return emptyEntry;
    case 'leaf':
      return slot.leaf;
    case 'node':
      return slot.entry;
  }
}

/** Two halves as one: a leaf without company stands for the whole. */
function joinSlots(left: Slot, right: Slot): Slot {
  if (left.kind === 'empty' && right.kind !== 'node') return right;
  if (right.kind === 'empty' && left.kind !== 'node') return left;
  return { kind: 'node', entry: joinEntries(entryOf(left), entryOf(right)) };
}

function foldTile(tile: Tile): Slot {
  let level: readonly Slot[] = tile;
  while (level.length > 1) level = halved(level);
  return level[0] as Slot;
}

function halved(level: readonly Slot[]): Slot[] {
  return Array.from({ length: level.length / 2 }, (_, at) =>
    joinSlots(level[2 * at] as Slot, level[2 * at + 1] as Slot),
  );
}

export function rootOf(tiles: Tiles): TreeEntry {
  return entryOf(foldTile(tiles.get('') ?? emptyTile));
}

/** The tiles on the ways to these places that are there and not loaded yet. Asked for again until there are none. */
export function missingTiles(tiles: Tiles, places: readonly Buffer[]): string[] {
  if (!tiles.has('')) return [''];
  const missing = new Set<string>();
  for (const place of places) {
    const text = place.toString('hex');
    let prefix = '';
    for (let tile = tiles.get(prefix); tile?.[digitAt(text, prefix)]?.kind === 'node'; tile = tiles.get(prefix)) {
      prefix = text.slice(0, prefix.length + 1);
      if (!tiles.has(prefix)) missing.add(prefix);
    }
  }
  return [...missing];
}

/** Four bits of a place. */
function digitOf(place: Buffer, at: number): number {
  const byte = place[at >> 1] ?? 0;
  return at % 2 === 0 ? byte >> 4 : byte & 15;
}

function digitAt(place: string, prefix: string): number {
  return '0123456789abcdef'.indexOf(place[prefix.length] ?? '');
}

interface Planted {
  /** Tiles that are new or others than before. */
  readonly changed: Tiles;
  /** Leaves that were not there before. */
  readonly added: number;
  readonly root: TreeEntry;
}

/** Puts leaves into the tree, in the place of what was there. All tiles on their ways are loaded. */
export function plantLeaves(tiles: Tiles, leaves: readonly BalanceLeaf[]): Planted {
  const work: Planting = { tiles, changed: new Map(), added: 0 };
  if (leaves.length > 0) plantInto(work, '', leaves);
  const root = rootOf(work.changed.size > 0 ? work.changed : tiles);
  return { changed: work.changed, added: work.added, root };
}

interface Planting {
  readonly tiles: Tiles;
  readonly changed: Tiles;
  added: number;
}

function plantInto(work: Planting, prefix: string, leaves: readonly BalanceLeaf[]): Slot {
  if (prefix.length >= placeBytes * 2) throw new RangeError('two accounts have one place');
  const tile = [...(work.tiles.get(prefix) ?? emptyTile)];
  const byDigit = new Map<number, BalanceLeaf[]>();
  for (const leaf of leaves) {
    const digit = digitOf(leaf.place, prefix.length);
    const own = byDigit.get(digit);
    if (own === undefined) byDigit.set(digit, [leaf]);
    else own.push(leaf);
  }
  for (const [digit, own] of byDigit) tile[digit] = plantSlot(work, prefix, { digit, slot: tile[digit] as Slot, own });
  work.changed.set(prefix, tile);
  return foldTile(tile);
}

interface PlantedSlot {
  readonly digit: number;
  readonly slot: Slot;
  readonly own: readonly BalanceLeaf[];
}

function plantSlot(work: Planting, prefix: string, { digit, slot, own }: PlantedSlot): Slot {
  const below = prefix + digit.toString(16);
  const [first] = own;
  switch (slot.kind) {
    case 'node':
      return plantInto(work, below, own);
    case 'leaf': {
      const isSame = own.length === 1 && first?.place.equals(slot.leaf.place);
      if (isSame && first !== undefined) return { kind: 'leaf', leaf: first };
      // The one that was there moves down, unless it is replaced; it is not new.
      const isReplaced = own.some(({ place }) => place.equals(slot.leaf.place));
      work.added -= 1;
      return plantInto(work, below, isReplaced ? own : [slot.leaf, ...own]);
    }
    case 'empty':
      if (own.length > 1 || first === undefined) return plantInto(work, below, own);
      work.added += 1;
      return { kind: 'leaf', leaf: first };
  }
}

/** The way from the root to a leaf: what is beside it at each step, the highest first. Null: there is no such leaf. */
export function balancePath(tiles: Tiles, place: Buffer): { leaf: BalanceLeaf; beside: TreeEntry[] } | null {
  const text = place.toString('hex');
  const beside: TreeEntry[] = [];
  for (let prefix = ''; ; prefix = text.slice(0, prefix.length + 1)) {
    const tile = tiles.get(prefix);
    if (tile === undefined) return null;
    const digit = digitAt(text, prefix);
    beside.push(...besideInTile(tile, digit));
    const slot = tile[digit] as Slot;
    if (slot.kind === 'empty') return null;
    if (slot.kind === 'leaf') return slot.leaf.place.equals(place) ? { leaf: slot.leaf, beside } : null;
  }
}

/** Whether this very leaf is at a place; null: whether none is. All tiles on the way are loaded. */
export function isLeafAt(tiles: Tiles, place: Buffer, leaf: BalanceLeaf | null): boolean {
  const text = place.toString('hex');
  let [prefix, slot] = ['', emptySlot];
  do {
    slot = tiles.get(prefix)?.[digitAt(text, prefix)] ?? emptySlot;
    prefix = text.slice(0, prefix.length + 1);
  } while (slot.kind === 'node');
  const found = slot.kind === 'leaf' && slot.leaf.place.equals(place) ? slot.leaf : null;
  return leaf === null || found === null ? leaf === found : found.hash.equals(leaf.hash);
}

/** The siblings within one tile, the highest first. Where a leaf is alone there is nothing beside it. */
function besideInTile(tile: Tile, digit: number): TreeEntry[] {
  const found: TreeEntry[] = [];
  for (let level = tile, at = digit; level.length > 1; level = halved(level), at >>= 1) {
    const [own, other] = [level[at] as Slot, level[at ^ 1] as Slot];
    if (own.kind === 'node' || other.kind !== 'empty') found.push(entryOf(other));
  }
  return found.reverse();
}

/** Tiles that are not what the ones above them say; by the digits that lead to them. */
export function brokenTiles(tiles: Tiles): string[] {
  return [...tiles.keys()].filter((prefix) => {
    if (prefix === '') return false;
    const above = tiles.get(prefix.slice(0, -1))?.[digitAt(prefix, prefix.slice(0, -1))];
    const [folded, said] = [foldTile(tiles.get(prefix) ?? emptyTile), above ?? emptySlot];
    return !entryOf(folded).hash.equals(entryOf(said).hash);
  });
}

const slotCodes = { empty: 0, leaf: 1, node: 2 } as const;

export function tileBytes(tile: Tile): Buffer {
  const writer = new ByteWriter();
  for (const slot of tile) {
    writer.u8(slotCodes[slot.kind]);
    if (slot.kind === 'empty') continue;
    if (slot.kind === 'leaf') writer.bytes(slot.leaf.place);
    const { hash, sums } = entryOf(slot);
    writeSums(writer.bytes(hash), sums);
  }
  return writer.done();
}

export function readTile(bytes: Uint8Array): Tile {
  const reader = new ByteReader(bytes);
  return Array.from({ length: digits }, (): Slot => {
    const code = reader.u8();
    if (code === slotCodes.empty) return emptySlot;
    if (code === slotCodes.node) return { kind: 'node', entry: { hash: reader.bytes(32), sums: readSums(reader) } };
    return {
      kind: 'leaf',
      leaf: { place: reader.bytes(placeBytes), hash: reader.bytes(32), sums: readSums(reader) },
    };
  });
}
