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
