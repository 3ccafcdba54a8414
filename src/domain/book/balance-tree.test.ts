import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rootOfBalance } from '../../../verifier/trees.ts';
import { type BalanceLeaf, keyedLeaf, placeOf, type SealedBalance, type TreeEntry } from './balance-leaf.ts';
import {
  balancePath,
  emptyEntry,
  joinEntries,
  missingTiles,
  plantLeaves,
  readTile,
  rootOf,
  type Tiles,
  tileBytes,
} from './balance-tree.ts';
import { accountKindCodes, negativeOf, sumsOf, totalOf } from './sums.ts';

const key = Buffer.alloc(32, 7);
const account = (id: number, balance: bigint, page = 1n): SealedBalance => ({
  id,
  kind: id % 2 === 0 ? 'store_available' : 'maker_available',
  ownerId: id,
  currency: 'USDT',
  balance,
  page,
});
const leafOf = (id: number, balance: bigint, page?: bigint) => keyedLeaf(key, account(id, balance, page));

/** As docs/proof.md defines it: empty, a lone leaf, or a node over two halves. */
function rootByDefinition(leaves: readonly BalanceLeaf[], depth = 0): TreeEntry {
  const [first] = leaves;
  if (first === undefined) return emptyEntry;
  if (leaves.length === 1) return first;
  const isRight = ({ place }: BalanceLeaf) => (((place[depth >> 3] ?? 0) >> (7 - (depth & 7))) & 1) === 1;
  return joinEntries(
    rootByDefinition(
      leaves.filter((leaf) => !isRight(leaf)),
      depth + 1,
    ),
    rootByDefinition(leaves.filter(isRight), depth + 1),
  );
}

/** Plants as the store does: only tiles that are asked for are there. */
function plant(kept: Tiles, leaves: readonly BalanceLeaf[]) {
  const loaded: Tiles = new Map();
  const places = leaves.map(({ place }) => place);
  for (let missing = missingTiles(loaded, places); missing.length > 0; missing = missingTiles(loaded, places)) {
    const isNews = missing.some((prefix) => !loaded.has(prefix));
    for (const prefix of missing) loaded.set(prefix, kept.get(prefix) ?? readTile(Buffer.alloc(16)));
    if (!isNews) throw new Error('asks for ever');
  }
  const planted = plantLeaves(loaded, leaves);
  for (const [prefix, tile] of planted.changed) kept.set(prefix, readTile(tileBytes(tile)));
  return planted;
}

/** As who gets the proof works it out. */
function rootByVerifier(leaf: BalanceLeaf, beside: readonly TreeEntry[]): Buffer {
  const entryOf = ({ hash, sums }: TreeEntry) => ({
    hash,
    sums: sums.map(({ currency, kind, amount }) => ({ currency, kind: accountKindCodes[kind], amount })),
  });
  return Buffer.from(rootOfBalance(entryOf(leaf), leaf.place, beside.map(entryOf)).root.hash);
}

const steps = fc.array(
  fc.array(fc.record({ id: fc.integer({ min: 1, max: 60 }), balance: fc.bigInt({ min: 0n, max: 10n ** 15n }) }), {
    minLength: 1,
    maxLength: 12,
  }),
  { minLength: 1, maxLength: 6 },
);

describe('the tree of balances', () => {
  it('is the same whatever the order and the pieces it was planted in', () => {
    fc.assert(
      fc.property(steps, (pages) => {
        const kept: Tiles = new Map();
        const balances = new Map<number, BalanceLeaf>();
        let count = 0;
        for (const page of pages) {
          const last = new Map(page.map(({ id, balance }) => [id, leafOf(id, balance)]));
          const { added, root } = plant(kept, [...last.values()]);
          for (const [id, leaf] of last) balances.set(id, leaf);
          count += added;
          expect(root.hash.equals(rootByDefinition([...balances.values()]).hash)).toBe(true);
        }
        expect(count).toBe(balances.size);
        expect(rootOf(kept).sums).toEqual(sumsOf([...balances.values()].flatMap(({ sums }) => sums)));
      }),
    );
  });

  it('rewrites the ways to what has changed, and nothing else', () => {
    const kept: Tiles = new Map();
    plant(
      kept,
      Array.from({ length: 5_000 }, (_, index) => leafOf(index + 1, 5n)),
    );
    const { changed } = plant(kept, [leafOf(17, 6n)]);
    expect(kept.size).toBeGreaterThan(500);
    expect(changed.size).toBeLessThanOrEqual(6);
  });

  it('proves each balance by what is beside its way, and no other balance', () => {
    const kept: Tiles = new Map();
    for (const count of [1, 2, 3, 40]) {
      const leaves = Array.from({ length: count }, (_, index) => leafOf(index + 1, BigInt(index)));
      plant(kept, leaves);
      const root = rootOf(kept);
      for (const leaf of leaves) {
        const path = balancePath(kept, leaf.place);
        expect(path?.leaf).toEqual(leaf);
        expect(rootByVerifier(leaf, path?.beside ?? []).equals(root.hash)).toBe(true);
      }
      const forged = leafOf(1, 999n);
      const path = balancePath(kept, forged.place);
      expect(rootByVerifier(forged, path?.beside ?? []).equals(root.hash)).toBe(false);
      expect(balancePath(kept, placeOf(key, 10_000))).toBe(null);
    }
  });

  it('gives a balance that comes back another hash, and neighbours no order', () => {
    expect(leafOf(1, 5n, 1n).hash.equals(leafOf(1, 5n, 2n).hash)).toBe(false);
    const places = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => placeOf(key, id).toString('hex'));
    expect([...places].sort()).not.toEqual(places);
  });

  it('tells sums apart by currency and kind, and finds one below nothing', () => {
    const sums = sumsOf([
      { currency: 'USDT', kind: 'store_available', amount: 5n },
      { currency: 'USDT', kind: 'store_frozen', amount: 2n },
      { currency: 'USDT', kind: 'external', amount: -7n },
      { currency: 'BTC', kind: 'fees', amount: 1n },
      { currency: 'BTC', kind: 'fees', amount: -1n },
    ]);
    expect(sums.map(({ currency, kind }) => `${currency} ${kind}`)).toEqual([
      'USDT external',
      'USDT store_available',
      'USDT store_frozen',
    ]);
    expect(totalOf(sums, ['store_available', 'store_frozen'])).toEqual(new Map([['USDT', 7n]]));
    expect(negativeOf(sums)).toBe(null);
    expect(negativeOf([...sums, { currency: 'X', kind: 'fees', amount: -1n }])?.currency).toBe('X');
  });
});
