import { createHash } from 'node:crypto';

/**
 * How a receipt looks, so that the same picture is known again after it was saved anew, scaled or cut by a few pixels.
 *
 * Receipts of one bank look alike by design: what tells them apart is the sum, the name, the time. A usual perceptual hash
 * of 64 bits sees none of that. So a look has two parts. The **cells** are the brightness of a fine grid over what is printed,
 * and two pictures are alike when hardly a cell differs. The **bands** find such pictures among a million others without
 * comparing each: groups of bits of the grid, and pictures that are alike have at least one whole group in common.
 *
 * The grid is laid over the printed part alone, from the first stroke to the last, so that an empty margin may be cut off.
 * The figures that the bounds were chosen by are in docs/operating.md.
 */
export interface ReceiptLook {
  /** One byte for each cell, row by row: 0 is black. */
  readonly cells: Uint8Array;
  readonly bands: readonly bigint[];
}

/** A decoded picture: one byte for each pixel, row by row. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

export const columnCount = 32;
export const rowCount = 64;
export const bandCount = 16;

/** The strokes of letters differ from their ground by more; what a JPEG adds around them, by less. */
const strokeMin = 48;
/** Fewer strokes than this are no receipt: an empty picture looks like any other. */
const strokesMin = 200;
/** By how much a cell is darker than the next for its bit to be set: more than noise, less than a line of text. */
const bitMin = 6;
/** By how much a cell may change when a picture is saved anew. */
const levelsMax = 10;
/** So many cells may differ by more. */
export const differingCellsMax = 12;

/** Null: there is too little in the picture to know it by. */
export function lookOf(picture: GreyPicture): ReceiptLook | null {
  const box = printedPart(picture);
  if (box === null) return null;
  const cells = averages(picture, box);
  return { cells, bands: bandsOf(bitsOf(cells)) };
}

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

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * From the first upright stroke to the last. Only upright ones: a coloured head that goes from edge to edge has none, so where
 * it is cut does not matter.
 */
function printedPart({ width, height, grey }: GreyPicture): Box | null {
  let [left, right, top, bottom, strokes] = [width, -1, height, -1, 0];
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 1; x < width - 1; x++) {
      if (Math.abs((grey[row + x + 1] ?? 0) - (grey[row + x - 1] ?? 0)) < strokeMin) continue;
      strokes++;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  const box = { left, top, width: right - left + 1, height: bottom - top + 1 };
  return strokes < strokesMin || box.width < columnCount || box.height < rowCount ? null : box;
}

/** The mean brightness of each cell. A pixel on a border counts for both sides by its share: a half-sized copy has the same means. */
function averages({ width, grey }: GreyPicture, box: Box): Uint8Array {
  const across = shares(box.width, columnCount);
  const down = shares(box.height, rowCount);
  const sums = new Float64Array(columnCount * rowCount);
  const line = new Float64Array(columnCount + 1);
  for (let y = 0; y < box.height; y++) {
    line.fill(0);
    const start = (box.top + y) * width + box.left;
    for (let x = 0; x < box.width; x++) {
      const level = grey[start + x] ?? 0;
      const cell = across.cell[x] ?? 0;
      const first = level * (across.first[x] ?? 0);
      line[cell] = (line[cell] ?? 0) + first;
      line[cell + 1] = (line[cell + 1] ?? 0) + level - first;
    }
    const row = down.cell[y] ?? 0;
    const first = down.first[y] ?? 0;
    for (let cell = 0; cell < columnCount; cell++) {
      const at = row * columnCount + cell;
      const sum = line[cell] ?? 0;
      sums[at] = (sums[at] ?? 0) + sum * first;
      if (first < 1) sums[at + columnCount] = (sums[at + columnCount] ?? 0) + sum * (1 - first);
    }
  }
  const area = (box.width / columnCount) * (box.height / rowCount);
  return Uint8Array.from(sums, (sum) => Math.round(sum / area));
}

/** For each pixel of a line the first cell that it lies in, and how much of it does; the rest lies in the next one. */
function shares(length: number, cells: number): { readonly cell: Uint8Array; readonly first: Float64Array } {
  const cell = new Uint8Array(length);
  const first = new Float64Array(length);
  for (let pixel = 0; pixel < length; pixel++) {
    const begins = (pixel * cells) / length;
    const index = Math.min(Math.floor(begins), cells - 1);
    cell[pixel] = index;
    first[pixel] = index === cells - 1 ? 1 : Math.min(1, ((index + 1 - begins) * length) / cells);
  }
  return { cell, first };
}

/** Whether each cell is darker than the next one. Lines of text begin and end there; flat ground is 0 whatever the noise. */
export function bitsOf(cells: Uint8Array): Uint8Array {
  return Uint8Array.from(cells, (level, at) =>
    (at + 1) % columnCount === 0 || (cells[at + 1] ?? 0) - level <= bitMin ? 0 : 1,
  );
}

/**
 * Every band has bits of all parts of the picture: what differs between two receipts of one bank is in a few lines, and a band
 * without them would be the same in all.
 */
export function bandsOf(bits: Uint8Array): readonly bigint[] {
  const bands = Array.from({ length: bandCount }, () => new Uint8Array(bits.length / bandCount));
  for (let at = 0; at < bits.length; at++) {
    // Each row begins with another band, so that a band is no column.
    const turn = at + Math.floor(at / columnCount) * stepPerRow;
    const band = bands[turn % bandCount];
    if (band !== undefined) band[Math.floor(at / bandCount)] = bits[at] ?? 0;
  }
  return bands.map((band, index) =>
    createHash('sha256').update(Uint8Array.of(index)).update(band).digest().readBigInt64BE(),
  );
}

/** Odd, so that all bands take their turn at each column. */
const stepPerRow = 5;
