import { columnCount, type ReceiptLook, rowCount } from '../domain/receipts/receipt-look.ts';

/** A decoded picture: one byte for each pixel, row by row. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

/** The strokes of letters differ from their ground by more; what a JPEG adds around them, by less. */
const strokeMin = 48;
/** Fewer strokes than this are no receipt: an empty picture looks like any other. */
const strokesMin = 200;

/** Null: there is too little in the picture to know it by. */
export function lookOf(picture: GreyPicture): ReceiptLook | null {
  const box = printedPart(picture);
  return box === null ? null : { cells: averages(picture, box) };
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
