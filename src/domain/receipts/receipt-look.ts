import { createHash } from 'node:crypto';

/**
 * How a receipt looks, so that the same picture is known again after it was saved anew, scaled or cut by a few pixels.
 *
 * Receipts of one bank look alike by design: what tells them apart is the sum, the name, the time. A usual perceptual hash
 * of 64 bits sees none of that. So the look is a fine grid of **cells**, the brightness of each part, and two pictures are
 * alike when hardly a cell differs by much.
 *
 * A million looks are not compared one by one. Whether each cell is darker than its neighbour is a bit, and the bits make a
 * few **bands**, each of cells from all over the picture. Saving anew turns those bits around that were a near thing, and we
 * know which they are: so what is asked for are the bands of the picture with its nearest things either way (**probes**).
 * Pictures that are alike have a band in common then, and others hardly ever.
 *
 * The grid is laid over the printed part alone, from the first stroke to the last, so that an empty margin may be cut off.
 * The figures that the bounds were chosen by are in docs/operating.md.
 */
export interface ReceiptLook {
  /** One byte for each cell, row by row: 0 is black. */
  readonly cells: Uint8Array;
}

export const columnCount = 32;
export const rowCount = 64;
export const bandCount = 6;
/** So many bits of a band are tried either way. */
const uncertainBits = 6;

/** By how much a cell is darker than the next for its bit to be set: more than noise, less than a line of text. */
const bitMin = 6;
/** By how much a cell may change when a picture is saved anew. */
const levelsMax = 16;
/** So many cells may differ by more. */
export const differingCellsMax = 3;

/** How many cells differ by more than saving anew explains. */
export function differingCells(one: Uint8Array, other: Uint8Array): number {
  let count = 0;
  for (let index = 0; index < one.length; index++) {
    if (Math.abs((one[index] ?? 0) - (other[index] ?? 0)) > levelsMax) count++;
  }
  return count;
}

export function looksLike(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && differingCells(one, other) <= differingCellsMax;
}

/** Under which a look is found: one key for each band. */
export function bandsOf({ cells }: ReceiptLook): readonly bigint[] {
  return bitsByBand(cells).map((bits, band) => keyOf(band, Uint8Array.from(bits, isDarker)));
}

/** What to ask for to find pictures like this one. */
export function probesOf({ cells }: ReceiptLook): readonly bigint[] {
  return bitsByBand(cells).flatMap((steps, band) => {
    const bits = Uint8Array.from(steps, isDarker);
    const nearest = [...steps.keys()].sort((one, other) => nearness(steps[one]) - nearness(steps[other]));
    const turned = nearest.slice(0, uncertainBits);
    return Array.from({ length: 2 ** turned.length }, (_, choice) => {
      const tried = bits.slice();
      for (const [index, at] of turned.entries()) if ((choice >> index) & 1) tried[at] = 1 - (tried[at] ?? 0);
      return keyOf(band, tried);
    });
  });
}

const isDarker = (step: number): number => (step > bitMin ? 1 : 0);

/** How near a thing a bit is; half a level, since the step that is compared is a whole one. */
const nearness = (step = 0): number => Math.abs(step - bitMin - 0.5);

/**
 * By how much each cell is darker than the next one of its row, in bands. Every band has cells of all parts of the picture: what
 * differs between two receipts of one bank is in a few lines, and a band without them would be the same in all.
 */
function bitsByBand(cells: Uint8Array): readonly number[][] {
  const bands = Array.from({ length: bandCount }, (): number[] => []);
  for (let row = 0; row < rowCount; row++) {
    for (let column = 0; column + 1 < columnCount; column++) {
      const at = row * columnCount + column;
      bands[(at + row * bandsPerRow) % bandCount]?.push((cells[at + 1] ?? 0) - (cells[at] ?? 0));
    }
  }
  return bands;
}

/** Each row begins with another band, so that a band is no column. */
const bandsPerRow = 5;

function keyOf(band: number, bits: Uint8Array): bigint {
  return createHash('sha256').update(Uint8Array.of(band)).update(bits).digest().readBigInt64BE();
}
