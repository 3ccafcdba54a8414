import { deflateSync } from 'node:zlib';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { decodePicture, pixelsMax } from './decode-picture.ts';

/** Black on the left, white on the right, clear in the last row. */
function colours(width: number, height: number): Buffer {
  const data = Buffer.alloc(width * height * 4, 255);
  for (let at = 0; at < width * height; at++) {
    if (at % width < width / 2) data.fill(0, at * 4, at * 4 + 3);
    if (at >= width * (height - 1)) data[at * 4 + 3] = 0;
  }
  return data;
}

function png(width: number, height: number): Buffer {
  const made = new PNG({ width, height });
  made.data = colours(width, height);
  return PNG.sync.write(made);
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const sum = body.reduce((crc, byte) => (crcTable[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8), 0xffffffff);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE((sum ^ 0xffffffff) >>> 0, body.length + 4);
  return framed;
}

function header(width: number, height: number, interlace = 0): Buffer {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, interlace]);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  return chunk('IHDR', data);
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const end = chunk('IEND', Buffer.alloc(0));
/** Ten megabytes of nothing, in ten kilobytes. */
const bomb = chunk('IDAT', deflateSync(Buffer.alloc(10_000_000)));

describe('a picture', () => {
  it('is opened from a PNG, on white where it is clear', () => {
    const picture = decodePicture(png(4, 3));
    expect(picture).toMatchObject({ width: 4, height: 3 });
    expect([...(picture?.grey ?? [])]).toEqual([0, 0, 255, 255, 0, 0, 255, 255, 255, 255, 255, 255]);
  });

  it('is opened from a JPEG', () => {
    const { data } = jpeg.encode({ width: 32, height: 16, data: colours(32, 16) }, 90);
    const picture = decodePicture(data);
    expect(picture).toMatchObject({ width: 32, height: 16 });
    expect([picture?.grey[2], picture?.grey[30]]).toEqual([0, 255]);
  });
});

describe('what is not compared', () => {
  it.each([
    ['text', Buffer.from('Paid, thank you')],
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000')],
    ['the beginning of a PNG', png(40, 40).subarray(0, 60)],
    ['a PNG without its header', Buffer.concat([signature, end])],
    ['a PNG with another size behind the first', Buffer.concat([signature, header(1, 1), header(60_000, 60_000), end])],
    ['a PNG of too many pixels', Buffer.concat([signature, header(pixelsMax, 2), bomb, end])],
    ['an interlaced PNG', Buffer.concat([signature, header(100, 100, 1), bomb, end])],
    [
      'the beginning of a JPEG',
      jpeg.encode({ width: 64, height: 64, data: colours(64, 64) }, 90).data.subarray(0, 300),
    ],
    ['a JPEG that says it is huge', hugeJpeg()],
  ])('%s', (_title, bytes) => {
    expect(decodePicture(bytes)).toBeNull();
  });

  it('a PNG that unpacks to more than its size is opened no further than its size', () => {
    const picture = decodePicture(Buffer.concat([signature, header(10, 10), bomb, end]));
    expect(picture?.grey.length ?? 0).toBeLessThanOrEqual(100);
  });
});

/** A good one whose frame says 65,500 by 65,500. */
function hugeJpeg(): Buffer {
  const bytes = Buffer.from(jpeg.encode({ width: 16, height: 16, data: colours(16, 16) }, 90).data);
  const frame = bytes.indexOf(Buffer.of(0xff, 0xc0));
  bytes.writeUInt16BE(65_500, frame + 5);
  bytes.writeUInt16BE(65_500, frame + 7);
  return bytes;
}
