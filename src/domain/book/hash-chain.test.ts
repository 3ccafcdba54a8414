import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChainedCells,
  ChainWalk,
  type FoundLink,
  headFault,
  headText,
  linksAfter,
  parseHead,
} from './hash-chain.ts';

const cells = fc.array(fc.option(fc.string(), { nil: null }), { minLength: 1, maxLength: 4 });
const log = fc.array(cells, { minLength: 3, maxLength: 12 });

/** A log with its chain, as it was written. */
function written(rows: readonly ChainedCells[]): FoundLink[] {
  const named = rows.map((row, index) => ({ id: BigInt(index + 100), cells: [String(index + 100), ...row] }));
  return linksAfter('test', { sequence: 0n, hash: null }, named).map((link, index) => ({
    ...link,
    cells: named[index]?.cells ?? null,
  }));
}

function faultsOf(links: readonly FoundLink[]) {
  const walk = new ChainWalk('test');
  return links.flatMap((link) => walk.take(link)).map(({ kind, rowId }) => [kind, rowId]);
}

/** A log, a place in it and another place. */
const places = log.chain((rows) =>
  fc.record({
    links: fc.constant(written(rows)),
    at: fc.nat(rows.length - 1),
    other: fc.nat(rows.length - 1),
  }),
);

describe('a walk along the chain', () => {
  it('finds nothing in what was written, from the beginning or from any link on', () => {
    fc.assert(
      fc.property(places, ({ links, at }) => {
        expect(faultsOf(links)).toEqual([]);
        const walk = new ChainWalk('test', links[at]);
        expect(links.slice(at + 1).flatMap((link) => walk.take(link))).toEqual([]);
      }),
    );
  });

  it('names the one row that was changed, whatever of it', () => {
    fc.assert(
      fc.property(places, cells, ({ links, at }, other) => {
        const link = links[at] as FoundLink;
        fc.pre(JSON.stringify(other) !== JSON.stringify(link.cells));
        expect(faultsOf(links.with(at, { ...link, cells: other }))).toEqual([['changed', link.rowId]]);
      }),
    );
  });

  it('names a row that was removed, also with its link', () => {
    fc.assert(
      fc.property(places, ({ links, at }) => {
        const link = links[at] as FoundLink;
        expect(faultsOf(links.with(at, { ...link, cells: null }))).toEqual([['removed', link.rowId]]);
        // The last one without a trace is the business of the count of links, and of heads told outside.
        const without = links.toSpliced(at, 1);
        expect(faultsOf(without)).toEqual(at === links.length - 1 ? [] : [['links_removed', null]]);
      }),
    );
  });

  it('names two rows that changed places, as rows or as links', () => {
    fc.assert(
      fc.property(places, ({ links, at, other }) => {
        fc.pre(at < other);
        const [one, two] = [links[at] as FoundLink, links[other] as FoundLink];
        const swappedRows = links.with(at, { ...one, cells: two.cells }).with(other, { ...two, cells: one.cells });
        expect(faultsOf(swappedRows)[0]).toEqual(['changed', one.rowId]);
        const swappedLinks = links
          .with(at, { ...two, sequence: one.sequence })
          .with(other, { ...one, sequence: two.sequence });
        expect(faultsOf(swappedLinks)[0]).toEqual(['changed', two.rowId]);
      }),
    );
  });

  it('does not take a character that moved from one cell to the next for the same, nor nothing for an empty text', () => {
    const hashes = [['ab', 'c'], ['a', 'bc'], ['abc', ''], ['abc', null], ['abc'], ['2:ab;1:c'], ['-'], [null]].map(
      (row) => linksAfter('test', { sequence: 0n, hash: null }, [{ id: 1n, cells: row }])[0]?.hash.toString('hex'),
    );
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('takes no link of another chain', () => {
    const links = written([['a'], ['b']]);
    const walk = new ChainWalk('other');
    expect(links.flatMap((link) => walk.take(link)).map(({ kind }) => kind)).toEqual(['changed', 'changed']);
  });

  it('has a hash that does not change between releases', () => {
    const [first, second] = linksAfter('audit', { sequence: 0n, hash: null }, [
      {
        id: 1n,
        cells: ['1', '1794787200000000', null, 'Анна', 'set-rate', 'rate', 'USDT/RUB', '', '{"rate": "95.50"}'],
      },
      { id: 2n, cells: ['2', '1794787200000001', '7', 'anna', 'sign-in', 'user', '7', '', null] },
    ]);
    expect(first?.hash.toString('hex')).toBe('b657ccf4e1dc1cdbfb35e985290932a83d8700085deb99a6ca64378f1220617a');
    expect(second?.hash.toString('hex')).toBe('ef71e3c96fc18f60c28772e2ef9b037b849c49671eefb88ff9cf51578ee90599');
  });
});

describe('a head that was told outside', () => {
  const links = written([['a'], ['b'], ['c']]);
  const [, second] = links;
  if (second === undefined) throw new Error('no second link');
  const head = { ...second, chain: 'test', at: '2026-11-16T00:00:00.000Z' };

  it('agrees with the chain that it is of, however long that has become', () => {
    expect(headFault(head, second, 2n)).toBe(null);
    expect(headFault(head, second, 3n)).toBe(null);
  });

  it('finds a chain that was made anew', () => {
    const [, another] = written([['x'], ['b'], ['c']]);
    expect(headFault(head, another ?? null, 3n)).toMatchObject({ kind: 'rewritten', sequence: 2n, rowId: 101n });
  });

  it('finds a chain that is shorter', () => {
    expect(headFault(head, null, 1n)).toMatchObject({ kind: 'cut', sequence: 2n });
  });

  it('is read as it was written, and nothing else is', () => {
    expect(parseHead(headText(head))).toEqual({
      chain: 'test',
      sequence: 2n,
      rowId: 101n,
      hash: second.hash,
      at: head.at,
    });
    for (const text of [
      '',
      '{',
      'null',
      '1',
      '[]',
      '{"chain":"test"}',
      headText(head).replace('"hash":"', '"hash":"0'),
    ]) {
      expect(parseHead(text)).toBe(null);
    }
  });
});
