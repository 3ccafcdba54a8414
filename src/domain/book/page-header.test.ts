import { describe, expect, it } from 'vitest';
import { bookHeadFault, chainFaults, openPage, type ReadPage } from './page-faults.ts';
import { headerBytes, noHash, type PageHeader, publicKeyOfSeed, readHeader, sealHeader } from './page-header.ts';
import { type SealedTransfer, transferBytes } from './sealed-transfer.ts';
import { leafHash, treeRoot } from './transfer-tree.ts';

const seeds = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const;
const [firstKey, secondKey] = [publicKeyOfSeed(seeds[0]), publicKeyOfSeed(seeds[1])];

const transfers: readonly SealedTransfer[] = [1n, 2n, 3n].map((id) => ({
  id,
  debitId: 1,
  creditId: 2,
  amount: 10n * id,
  currency: 'USDT',
  kind: 'top_up',
  subjectId: '0193a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b',
  atMicros: 1n,
}));

function pageAfter(previous: ReadPage | null, change: Partial<PageHeader> = {}, seed: Buffer = seeds[0]): ReadPage {
  const before = previous?.header;
  const header: PageHeader = {
    number: (before?.number ?? 0n) + 1n,
    previousHash: previous?.hash ?? noHash,
    historyRoot: Buffer.alloc(32, 5),
    isComplete: true,
    at: 1_700_000_000_000 + Number(before?.number ?? 0n),
    transfers: 3,
    transfersTotal: (before?.transfersTotal ?? 0n) + 3n,
    transfersRoot: treeRoot(transfers.map((one) => leafHash(transferBytes(one)))),
    accounts: 2,
    balancesRoot: Buffer.alloc(32, 9),
    sums: [
      { currency: 'USDT', kind: 'external', amount: -60n },
      { currency: 'USDT', kind: 'store_available', amount: 60n },
    ],
    auditSequence: 4n,
    auditHash: Buffer.alloc(32, 8),
    cluster: 7n,
    xidMin: 5n,
    xidMax: 9n,
    key: firstKey,
    nextKey: firstKey,
    ...change,
  };
  const { bytes, hash, signature } = sealHeader(header, seed);
  return { number: header.number, bytes, hash, signature, header };
}

const first = pageAfter(null);
const second = pageAfter(first);
const textsOf = (faults: readonly { readonly text: string }[]) => faults.map(({ text }) => text).join('\n');

describe('a header', () => {
  it('is read back from its bytes, and no other bytes are one', () => {
    expect(readHeader(headerBytes(first.header))).toEqual(first.header);
    expect(() => readHeader(first.bytes.subarray(1))).toThrow('no header');
    expect(() => readHeader(Buffer.concat([first.bytes, Buffer.of(0)]))).toThrow('goes on');
    expect(() => readHeader(first.bytes.subarray(0, -1))).toThrow('too early');
  });

  it('has no fault when it is right', () => {
    expect(openPage(first)).toEqual({ page: first, faults: [] });
    expect(chainFaults(null, first)).toEqual([]);
    expect(chainFaults(first, second)).toEqual([]);
  });

  it('has another hash and another signature when a byte was changed', () => {
    for (const at of [20, 60, 100, first.bytes.length - 1]) {
      const bytes = Buffer.from(first.bytes);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      expect(openPage({ ...first, bytes }).faults.length).toBeGreaterThan(0);
    }
  });

  it('lacks the signature when it was made anew, hash and all', () => {
    const { bytes, hash } = pageAfter(null, { transfers: 2 });
    expect(textsOf(openPage({ ...first, bytes, hash }).faults)).toContain('its signature is not that of the key');
  });

  it('says so when it was put in the place of another', () => {
    expect(textsOf(openPage({ ...second, number: 1n }).faults)).toContain('its header is that of page 2');
  });

  it('says so when its sums do not add up, or are below nothing', () => {
    const sums = [{ currency: 'USDT', kind: 'store_available', amount: -1n }] as const;
    expect(textsOf(openPage(pageAfter(null, { sums })).faults)).toMatch(/add up to -1[\s\S]*below nothing/);
    const piece = openPage(pageAfter(null, { sums, isComplete: false })).faults;
    expect(textsOf(piece)).not.toContain('below nothing');
  });
});

describe('the chain of headers', () => {
  it('names a missing page, also when it is the first', () => {
    expect(textsOf(chainFaults(null, second))).toBe('page 1 is missing');
    const third = pageAfter(second);
    expect(textsOf(chainFaults(null, third))).toBe('pages 1 to 2 are missing');
  });

  it('names a page that follows another one: a fork', () => {
    const other = pageAfter(null, { accounts: 3 });
    expect(textsOf(chainFaults(other, second))).toContain('page 2 does not follow page 1');
  });

  it('names a clock that was put back, and totals that do not follow', () => {
    const faults = textsOf(chainFaults(first, pageAfter(first, { at: 5, transfersTotal: 9n, auditSequence: 3n })));
    expect(faults).toContain('the clock was put back');
    expect(faults).toContain('counts other transfers');
    expect(faults).toContain('audit log that ends at link 3');
  });

  it('follows a change of keys that the page before has announced, and no other', () => {
    const announcing = pageAfter(first, { nextKey: secondKey });
    const changed = pageAfter(announcing, { key: secondKey, nextKey: secondKey }, seeds[1]);
    expect(openPage(changed).faults).toEqual([]);
    expect(chainFaults(announcing, changed)).toEqual([]);
    const stolen = pageAfter(second, { key: secondKey, nextKey: secondKey }, seeds[1]);
    expect(textsOf(chainFaults(second, stolen))).toContain('signed by a key that the page before it has not announced');
  });
});

describe('a head that was told outside', () => {
  const head = { number: 2n, hash: second.hash, at: '2026-11-16T12:00:00Z' };

  it('agrees with the book that it is of', () => {
    expect(bookHeadFault(head, second.hash, 5n)).toBe(null);
  });

  it('names the pages that a restore has lost, and a book that was rewritten', () => {
    expect(bookHeadFault({ ...head, number: 9n }, null, 5n)?.text).toContain('pages 6 to 9 are lost');
    expect(bookHeadFault(head, first.hash, 5n)?.text).toContain('the book was rewritten');
  });
});
