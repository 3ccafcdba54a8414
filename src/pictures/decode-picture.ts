import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { sniffReceiptType } from '../domain/receipts/receipt-type.ts';
import type { GreyPicture } from './look-of-picture.ts';

/** More than a photo of most phones has. A larger one is not compared: it would take hundreds of megabytes to open. */
export const pixelsMax = 16_000_000;
/** What the decoder of JPEG may ask for; it counts itself. */
const memoryMaxMb = 320;

/**
 * A picture that a stranger has sent, as brightness; null: it is not compared, because it is none, is of another kind, too
 * large, or broken. The size is read before anything is decoded. Synchronous and slow: for a thread of its own.
 */
export function decodePicture(bytes: Uint8Array): GreyPicture | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (sniffReceiptType(bytes)) {
      case 'image/png':
        return decodePng(buffer);
      case 'image/jpeg':
        return decodeJpeg(buffer);
      default:
        return null;
    }
  } catch {
    return null;
  }
}

const pngSignatureBytes = 8;
const chunkFrameBytes = 12;
/** Within the chunk of the header, behind its length and name. */
const headerAt = { width: 8, height: 12, interlace: 20 } as const;

function decodePng(bytes: Buffer): GreyPicture | null {
  const header = onlyHeader(bytes);
  if (header === null) return null;
  const [width, height] = [header.readUInt32BE(headerAt.width), header.readUInt32BE(headerAt.height)];
  // The library unpacks an interlaced one without a bound, and nobody's screenshot is interlaced.
  if (width * height > pixelsMax || header[headerAt.interlace] !== 0) return null;
  const { data } = PNG.sync.read(bytes);
  return greyOf({ width, height, data });
}

/** The chunk that says how large the picture is. It is the first; one with another behind it would be as large as that one says. */
function onlyHeader(bytes: Buffer): Buffer | null {
  let header: Buffer | null = null;
  for (let at = pngSignatureBytes; at + chunkFrameBytes <= bytes.length; ) {
    const end = at + chunkFrameBytes + bytes.readUInt32BE(at);
    const isHeader = bytes.toString('latin1', at + 4, at + 8) === 'IHDR';
    if (isHeader !== (header === null) || end > bytes.length) return null;
    header ??= bytes.subarray(at, end);
    at = end;
  }
  return header;
}

function decodeJpeg(bytes: Buffer): GreyPicture | null {
  const options = {
    maxResolutionInMP: pixelsMax / 1_000_000,
    maxMemoryUsageInMB: memoryMaxMb,
    useTArray: true,
  } as const;
  return greyOf(jpeg.decode(bytes, options));
}

interface ColourPicture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each pixel. */
  readonly data: Uint8Array;
}

/** Luma as JPEG has it. What is transparent is shown on white. */
function greyOf({ width, height, data }: ColourPicture): GreyPicture {
  const grey = new Uint8Array(width * height);
  for (let pixel = 0, at = 0; pixel < grey.length; pixel++, at += 4) {
    const luma = ((data[at] ?? 0) * 77 + (data[at + 1] ?? 0) * 150 + (data[at + 2] ?? 0) * 29) >> 8;
    const opacity = data[at + 3] ?? 255;
    grey[pixel] = opacity === 255 ? luma : 255 - Math.round(((255 - luma) * opacity) / 255);
  }
  return { width, height, grey };
}
