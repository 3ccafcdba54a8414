import { expect, it } from 'vitest';
import {
  historyRoot,
  type PartReader,
  partsBeside,
  partsOfHistory,
  partsOfPage,
  partsOfRange,
} from './page-history.ts';
import { leafHash, treeRoot } from './transfer-tree.ts';

const hashes = Array.from({ length: 75 }, (_, index) => Buffer.alloc(32, index + 1));
const kept = new Map<bigint, Buffer[]>();
/** Refuses what is not asked for beforehand. */
const reader =
  (allowed: readonly { readonly page: bigint; readonly level: number }[]): PartReader =>
  ({ page, level }) => {
    if (!allowed.some((one) => one.page === page && one.level === level))
      throw new Error(`${page} ${level} was not named`);
    const found = kept.get(page)?.[level];
    if (found === undefined) throw new Error(`${page} has no part of level ${level}`);
    return found;
  };
for (const [index, hash] of hashes.entries()) {
  const page = BigInt(index + 1);
  kept.set(page, partsOfPage(page, hash, reader(partsBeside(page))));
}

it('the root over all pages up to one is that of RFC 6962, from what each page keeps', () => {
  for (let count = 0; count <= hashes.length; count += 1) {
    const root = historyRoot(BigInt(count), reader(partsOfHistory(BigInt(count))));
    expect(root.equals(treeRoot(hashes.slice(0, count).map((hash) => leafHash(hash))))).toBe(true);
  }
});

it('every range of pages is made of whole parts, from the left, as few as there can be', () => {
  for (let from = 0n; from < 40n; from += 1n) {
    for (let to = from; to < 75n; to += 1n) {
      const parts = partsOfRange(from, to);
      const sizes = parts.map(({ level }) => 2n ** BigInt(level));
      expect(parts.map(({ page }, at) => page - (sizes[at] ?? 0n))).toEqual(
        parts.map((_, at) => sizes.slice(0, at).reduce((sum, size) => sum + size, from)),
      );
      expect(parts.every(({ page, level }) => kept.get(page)?.[level] !== undefined)).toBe(true);
      expect(parts.at(-1)?.page ?? from).toBe(to);
    }
  }
});

it('a page keeps two hashes in the middle, whatever the number of pages', () => {
  const total = [...kept.values()].reduce((sum, parts) => sum + parts.length, 0);
  expect(total / kept.size).toBeLessThan(2);
});
