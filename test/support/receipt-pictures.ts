import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import type { GreyPicture } from '../../src/pictures/look-of-picture.ts';

interface SheetOptions {
  /** What is written on it. */
  readonly seed?: number;
  readonly width?: number;
  readonly height?: number;
  readonly margin?: number;
  readonly scale?: number;
}

/** A sheet with lines of letters, each an upright stroke or two: as much of a receipt as a look is made of. */
export function sheet({ seed = 1, width = 400, height = 800, margin = 30, scale = 1 }: SheetOptions = {}): GreyPicture {
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const grey = new Uint8Array(size.width * size.height).fill(250);
  const lastLetter = Math.floor((width - 2 * margin - 1) / 16);
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const [column, line] = [Math.floor(x / scale) - margin, Math.floor(y / scale) - margin];
      const isInside = column >= 0 && line >= 0 && column < width - 2 * margin && line < height - 2 * margin;
      if (!isInside || line % 40 >= 20 || column % 8 >= 4) continue;
      const letter = Math.floor(column / 16);
      const drawn = Math.imul(seed * 1009 + Math.floor(line / 40) * 97 + letter, 2_654_435_761) >>> 9;
      // The first and the last letter of a line are there whatever the seed: all sheets begin and end alike.
      if (letter === 0 || letter === lastLetter || drawn % 3 > 0) grey[y * size.width + x] = 20;
    }
  }
  return { ...size, grey };
}

export function asPng({ width, height, grey }: GreyPicture): Buffer {
  const made = new PNG({ width, height });
  made.data = coloured(grey);
  return PNG.sync.write(made);
}

export function asJpeg({ width, height, grey }: GreyPicture, quality: number): Buffer {
  return Buffer.from(jpeg.encode({ width, height, data: coloured(grey) }, quality).data);
}

/** Without so many pixels on each side. */
export function cut({ width, height, grey }: GreyPicture, by: number): GreyPicture {
  const size = { width: width - 2 * by, height: height - 2 * by };
  const kept = new Uint8Array(size.width * size.height);
  for (let y = 0; y < size.height; y++) {
    const start = (y + by) * width + by;
    kept.set(grey.subarray(start, start + size.width), y * size.width);
  }
  return { ...size, grey: kept };
}

function coloured(grey: Uint8Array): Buffer {
  const data = Buffer.alloc(grey.length * 4, 255);
  for (let pixel = 0, at = 0; pixel < grey.length; pixel++, at += 4) {
    const level = grey[pixel] ?? 0;
    data[at] = level;
    data[at + 1] = level;
    data[at + 2] = level;
  }
  return data;
}
