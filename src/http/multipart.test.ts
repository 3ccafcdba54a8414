import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { StoredReceipt } from '../storage/receipts/receipts.ts';
import { multipartLimits, readMultipart } from './multipart.ts';

/** The other tests of forms are in test/http, over a socket; here a body has any size and comes in any pieces. */
const limits = { ...multipartLimits, fileBytesMax: 1_000, envelopeBytesMax: 2_000 };
const bodyBytesMax = 3_000;
const boundary = 'x-boundary';

function part(headers: string, content: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${content}\r\n`;
}

const receipt = part('name="attachment"; filename="a.txt"', 'receipt');
const end = `--${boundary}--\r\n`;

/** A good form with a file that nobody asked for, which makes the body this long. */
function formOf(bytes: number): Buffer {
  const bare = receipt + part('name="other"; filename="b.txt"', '') + end;
  return Buffer.from(receipt + part('name="other"; filename="b.txt"', 'o'.repeat(bytes - bare.length)) + end);
}

async function save(stream: AsyncIterable<Uint8Array>): Promise<StoredReceipt> {
  let sizeBytes = 0;
  for await (const chunk of stream) sizeBytes += chunk.byteLength;
  return { sha256: '', sizeBytes, mediaType: 'text/plain' };
}

describe('text in a form', () => {
  const half = Buffer.from([0x00, 0xd8]);
  const inUtf16 = (headers: string, content: Buffer) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${headers}\r\n`),
      Buffer.from('Content-Type: text/plain; charset=utf-16le\r\n\r\n'),
      content,
      Buffer.from('\r\n'),
    ]);

  it.each([
    ['half a character', inUtf16('name="text"', half)],
    ['a NUL', Buffer.from(part('name="text"', 'a\0b'))],
  ])('is refused by the name of its field when it has %s', async (_, field) => {
    const body = Buffer.concat([field, Buffer.from(receipt + end)]);
    const reading = readMultipart(Readable.from([body]), `multipart/form-data; boundary=${boundary}`, undefined, {
      saveFile: save,
      fileField: 'attachment',
      limits,
    });
    await expect(reading).rejects.toMatchObject({ faults: [{ code: 'invalid_characters', field: 'text' }] });
  });

  it.each([`filename*=utf-16le''%00%d8`, `filename*=utf-16le''%61%00%00%d8`])(
    'is mended where it is the name of a file: %s',
    async (fileName) => {
      const body = Buffer.from(part(`name="attachment"; ${fileName}`, 'receipt') + end);
      expect(await outcomeOf(body, undefined)).toMatch(/^a?\ufffd 7$/);
    },
  );
});

/** In pieces, as a network gives them. */
function outcomeOf(body: Buffer, contentLength: string | undefined): Promise<string> {
  const pieces = Array.from({ length: Math.ceil(body.length / 500) }, (_, index) =>
    body.subarray(index * 500, (index + 1) * 500),
  );
  const options = { saveFile: save, fileField: 'attachment', limits };
  return readMultipart(Readable.from(pieces), `multipart/form-data; boundary=${boundary}`, contentLength, options).then(
    ({ file }) => `${file?.fileName} ${file?.sizeBytes}`,
    ({ code }) => code,
  );
}

describe('the size of a form', () => {
  it.each([
    ['it says so beforehand', (body: Buffer) => String(body.length)],
    ['it comes without Content-Length', () => undefined],
    ['it says that it has less', () => '10'],
  ])('is bounded when %s', async (_, lengthOf) => {
    const [most, more] = [formOf(bodyBytesMax), formOf(bodyBytesMax + 1)];
    expect([most.length, more.length]).toEqual([bodyBytesMax, bodyBytesMax + 1]);
    expect(await outcomeOf(most, lengthOf(most))).toBe('a.txt 7');
    expect(await outcomeOf(more, lengthOf(more))).toBe('attachment_too_big');
  });
});
