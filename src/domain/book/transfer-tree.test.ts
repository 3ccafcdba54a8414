import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { changesOf, type SealedTransfer, transferBytes } from './sealed-transfer.ts';
import { leafHash, rootOfLeaves, treeParts, treeRoot } from './transfer-tree.ts';

const transfer: SealedTransfer = {
  id: 7n,
  debitId: 1,
  creditId: 2,
  amount: 1_000_000n,
  currency: 'USDT',
  kind: 'top_up',
  subjectId: '0193a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b',
  atMicros: 1_700_000_000_123_456n,
};

/** As RFC 6962 defines it, word for word. */
function rootByDefinition(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return createHash('sha256').digest();
  if (leaves.length === 1) return leaves[0] as Buffer;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  const [left, right] = [rootByDefinition(leaves.slice(0, split)), rootByDefinition(leaves.slice(split))];
  return createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest();
}

const leavesOf = (count: number) => Array.from({ length: count }, (_, index) => leafHash(Buffer.of(index & 255)));

describe('the tree over the transfers of a page', () => {
  it('has the bytes that docs/proof.md says', () => {
    expect(transferBytes(transfer).toString('hex')).toBe(
      '0000000000000007' +
        '00000001' +
        '00000002' +
        '00000000000f4240' +
        '00060a2418202240' +
        '0193a1b2c3d47e5f8a9b0c1d2e3f4a5b' +
        '06746f705f7570' +
        '0455534454',
    );
  });

  it('is that of RFC 6962 for every size', () => {
    for (let count = 0; count < 70; count += 1) {
      const [leaves, root] = [leavesOf(count), rootByDefinition(leavesOf(count)).toString('hex')];
      expect(treeRoot(leaves).toString('hex')).toBe(root);
      expect(rootOfLeaves(Buffer.concat(leaves)).toString('hex')).toBe(root);
    }
  });

  it('has every whole part of itself', () => {
    const leaves = leavesOf(37);
    const part = treeParts(leaves);
    for (let level = 0; level <= 5; level += 1) {
      for (let end = 2 ** level; end <= 37; end += 2 ** level) {
        expect(part(end, level).equals(treeRoot(leaves.slice(end - 2 ** level, end)))).toBe(true);
      }
    }
  });

  it('adds up what transfers change, account by account', () => {
    const back = { ...transfer, id: 8n, debitId: 2, creditId: 3, amount: 400_000n };
    expect(changesOf([transfer, back])).toEqual(
      new Map([
        [1, -1_000_000n],
        [2, 600_000n],
        [3, 400_000n],
      ]),
    );
  });
});
