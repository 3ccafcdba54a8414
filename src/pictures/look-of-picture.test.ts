import { describe, expect, it } from 'vitest';
import { cut, sheet } from '../../test/support/receipt-pictures.ts';
import {
  bandCount,
  bandsOf,
  columnCount,
  differingCells,
  differingCellsMax,
  looksLike,
  probesOf,
  rowCount,
} from '../domain/receipts/receipt-look.ts';
import { type GreyPicture, lookOf } from './look-of-picture.ts';

/** What saving anew does to a picture, and more. */
function noisy({ grey, ...size }: GreyPicture, levels: number): GreyPicture {
  return {
    ...size,
    grey: grey.map((level, at) => Math.max(0, Math.min(255, level + ((at * 7919) % (2 * levels + 1)) - levels))),
  };
}

function look(picture: GreyPicture) {
  const found = lookOf(picture);
  if (found === null) throw new Error('it has no look');
  return found;
}

const isFound = (one: GreyPicture, other: GreyPicture) => {
  const bands = new Set(bandsOf(look(one)));
  return probesOf(look(other)).some((probe) => bands.has(probe));
};

describe('the look of a picture', () => {
  it('has a byte for each cell, bands that all differ, and probes that have the bands among them', () => {
    const found = look(sheet());
    expect(found.cells).toHaveLength(columnCount * rowCount);
    const bands = new Set(bandsOf(found));
    expect(bands.size).toBe(bandCount);
    const probes = new Set(probesOf(found));
    expect(probes.size).toBe(bandCount * 64);
    expect([...bands].filter((band) => !probes.has(band))).toEqual([]);
  });

  it.each([
    ['with noise', noisy(sheet(), 6)],
    ['twice as large', sheet({ scale: 2 })],
    ['without most of its margin', cut(sheet(), 21)],
  ])('is the same %s', (_title, other) => {
    expect(looksLike(look(sheet()).cells, look(other).cells)).toBe(true);
    expect(isFound(sheet(), other)).toBe(true);
  });

  it('is another when a few letters differ', () => {
    const other = sheet();
    // One letter of the fifth line is painted over.
    const grey = other.grey.slice();
    for (let y = 190; y < 210; y++) grey.fill(250, y * other.width + 62, y * other.width + 110);
    expect(differingCells(look(sheet()).cells, look({ ...other, grey }).cells)).toBeGreaterThan(0);
    expect(looksLike(look(sheet()).cells, look(sheet({ seed: 2 })).cells)).toBe(false);
    expect(isFound(sheet(), sheet({ seed: 2 }))).toBe(false);
  });

  it('is none of a picture in which there is nothing, or hardly anything', () => {
    const empty = { width: 400, height: 800, grey: new Uint8Array(320_000).fill(250) };
    expect(lookOf(empty)).toBeNull();
    expect(lookOf(noisy(empty, 20))).toBeNull();
    expect(lookOf({ width: 1, height: 1, grey: Uint8Array.of(0) })).toBeNull();
  });

  it('is never like one of another size of grid', () => {
    expect(looksLike(new Uint8Array(4), new Uint8Array(5))).toBe(false);
  });
});

describe('the bound', () => {
  it('counts cells that differ by more than saving anew explains', () => {
    const one = new Uint8Array(columnCount * rowCount).fill(200);
    const other = (count: number, levels: number) => one.map((level, at) => (at < count ? level - levels : level));
    expect(differingCells(one, other(500, 16))).toBe(0);
    expect(looksLike(one, other(differingCellsMax, 17))).toBe(true);
    expect(looksLike(one, other(differingCellsMax + 1, 17))).toBe(false);
  });
});
