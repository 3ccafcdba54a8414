import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PageReading } from './page-reading.ts';
import { changesOf, type SealedTransfer, transferBytes } from './sealed-transfer.ts';
import { GrowingTree, leafHash, leafText, treeRoot } from './transfer-tree.ts';

const transfers = Array.from(
  { length: 10 },
  (_, index): SealedTransfer => ({
    id: BigInt(index + 1),
    debitId: 1 + (index % 3),
    creditId: 7,
    amount: BigInt(10 * (index + 1)),
    currency: 'USDT',
    kind: 'top_up',
    subjectId: '01a1e7fe-250f-7282-b8eb-81022b782c00',
    atMicros: 1_000_000n,
  }),
);
const hashesOf = (list: readonly SealedTransfer[]) => list.map((one) => leafHash(transferBytes(one)));
const kept = Buffer.concat(hashesOf(transfers));
const header = { transfers: transfers.length, transfersRoot: treeRoot(hashesOf(transfers)) };

/** As it is read: parts of so many, each with the hashes of the same places, and those that are left. */
function read(held: readonly SealedTransfer[], partSize: number, leaves: Buffer | null = kept): string {
  const reading = new PageReading({ number: 4n, header }, leaves?.length ?? null);
  for (let at = 0; at < held.length; at += partSize) {
    reading.add(held.slice(at, at + partSize), leaves?.subarray(32 * at, 32 * (at + partSize)) ?? null);
  }
  if (leaves !== null && reading.keptLeft > 0) reading.addLeft(leaves.subarray(32 * reading.count));
  expect(reading.changes).toEqual(changesOf(held));
  return reading
    .faults()
    .map(({ text }) => text)
    .join();
}

const changed = (at: number) => transfers.map((one, index) => (index === at ? { ...one, amount: 9_999n } : one));
const partSizes = [1, 2, 3, 4, 7, 10, 50];

describe('a page that is read part by part', () => {
  it.each(partSizes)('is right when nothing was changed, in parts of %i', (size) => {
    expect(read(transfers, size)).toBe('');
    expect(read(transfers, size, null)).toBe('');
  });

  it.each(partSizes)('names the first transfer that was changed, wherever it is, in parts of %i', (size) => {
    for (const at of transfers.keys()) {
      const text = read(changed(at), size);
      expect(text).toContain('page 4: a transfer was changed or exchanged');
      expect(text).toContain(`number ${at + 1} is the first`);
      expect(text).not.toContain('no proof of it would hold');
      expect(read(changed(at), size, null)).toContain('page 4: a transfer was changed or exchanged');
    }
  });

  it.each(partSizes)('names transfers that were exchanged, removed or put in, in parts of %i', (size) => {
    const [first, second, ...others] = transfers as [SealedTransfer, SealedTransfer, ...SealedTransfer[]];
    expect(read([second, first, ...others], size)).toContain('changed or exchanged');
    for (const at of transfers.keys()) {
      const text = read(transfers.toSpliced(at, 1), size);
      expect(text).toBe('page 4: 10 transfers were sealed, and 9 of them are there: some were removed');
    }
    expect(read([...transfers, { ...first, id: 99n }], size)).toContain('10 transfers were sealed, and 11 of them');
  });

  it.each(partSizes)('names hashes that are kept and are not those that were sealed, in parts of %i', (size) => {
    for (const at of transfers.keys()) {
      const other = Buffer.from(kept);
      other[32 * at + 5] = 1 ^ (other[32 * at + 5] ?? 0);
      const text = read(transfers, size, other);
      expect(text).toContain('the hashes that are kept of its transfers are not those that were sealed');
      expect(text).not.toContain('a transfer was changed');
    }
    expect(read(transfers, size, kept.subarray(32))).toContain('no proof of it would hold');
  });

  it('believes no hash that is kept: a transfer that was changed together with its hash is named', () => {
    const forged = Buffer.concat(hashesOf(changed(6)));
    expect(read(changed(6), 4, forged)).toContain('a transfer was changed or exchanged');
  });
});

describe('a tree that grows', () => {
  it('has the root of the tree over all its leaves, and so has its copy', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 4 }), { maxLength: 70 }), fc.nat(70), (bytes, copiedAt) => {
        let tree = new GrowingTree();
        bytes.forEach((one, at) => {
          if (at === copiedAt) tree = tree.copy();
          tree.add(leafText(one));
        });
        expect(tree.root().equals(treeRoot(bytes.map(leafHash)))).toBe(true);
      }),
    );
  });
});
