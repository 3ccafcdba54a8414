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

/** A decoded picture: one byte for each pixel, row by row. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

export const columnCount = 32;
export const rowCount = 64;
export const bandCount = 6;
/** So many bits of a band are tried either way. */
const uncertainBits = 6;

/** The strokes of letters differ from their ground by more; what a JPEG adds around them, by less. */
const strokeMin = 48;
/** Fewer strokes than this are no receipt: an empty picture looks like any other. */
const strokesMin = 200;
/** By how much a cell is darker than the next for its bit to be set: more than noise, less than a line of text. */
const bitMin = 6;
/** By how much a cell may change when a picture is saved anew. */
const levelsMax = 16;
/** So many cells may differ by more. */
export const differingCellsMax = 3;

/** Null: there is too little in the picture to know it by. */
export function lookOf(picture: GreyPicture): ReceiptLook | null {
  const box = printedPart(picture);
  return box === null ? null : { cells: averages(picture, box) };
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
  // A sharp edge is seen from both of its sides: it is between them, whatever the scale.
  const box = { left: left + 1, top, width: right - left - 1, height: bottom - top + 1 };
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
