import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createForm, type FileContent, type FileUpload, type Form } from './form.ts';

const bytes = Buffer.from('\x89PNG and then some');

/** Node's own reader of forms is the judge. */
async function read(form: Form): Promise<FormData> {
  return await new Response(form.open().stream, { headers: { 'content-type': form.contentType } }).formData();
}

async function sent(form: Form): Promise<Buffer> {
  return Buffer.from(await new Response(form.open().stream).arrayBuffer());
}

function formWith(upload: FileUpload): Form {
  return createForm({ disputeReason: 'no_payment' }, { field: 'attachment', upload });
}

describe('a form', () => {
  it.each<[string, () => FileContent]>([
    ['bytes', () => bytes],
    ['a blob', () => new Blob([bytes])],
    ['a stream of Node', () => Readable.from([bytes.subarray(0, 4), bytes.subarray(4)])],
    ['a stream of the web', () => new Blob([bytes]).stream() as unknown as AsyncIterable<Uint8Array>],
    ['a function that opens a stream', () => () => Readable.from([bytes])],
  ])('carries %s', async (_, content) => {
    const form = await read(formWith({ content: content(), fileName: 'receipt.png', contentType: 'image/png' }));
    expect(form.get('disputeReason')).toBe('no_payment');
    const file = form.get('attachment') as File;
    expect([file.name, file.type]).toEqual(['receipt.png', 'image/png']);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes);
  });

  it('knows its length when the file has one', async () => {
    const known = [{ content: bytes }, { content: new Blob([bytes]) }, sized(bytes.length)].map(formWith);
    for (const form of known) expect((await sent(form)).length).toBe(form.lengthBytes);
    expect(formWith({ content: Readable.from([bytes]) }).lengthBytes).toBeNull();
  });

  it('a form without a file has its fields alone', async () => {
    const form = createForm(
      { dealId: undefined, disputeReason: 'unknown', 'disputeReasonData[amount]': '900.00' },
      null,
    );
    expect([...(await read(form))]).toEqual([
      ['disputeReason', 'unknown'],
      ['disputeReasonData[amount]', '900.00'],
    ]);
    expect((await sent(form)).length).toBe(form.lengthBytes);
  });

  it('cannot be broken open by a file name', async () => {
    const fileName = 'a"\r\nContent-Type: text/html\r\n\r\nb.png';
    const form = await read(formWith({ content: bytes, fileName, contentType: 'image/png\r\nX-Evil: 1' }));
    expect(Buffer.from(await (form.get('attachment') as File).arrayBuffer())).toEqual(bytes);
  });

  it('can be sent again unless its stream is used up', () => {
    expect(formWith({ content: bytes }).isRepeatable).toBe(true);
    expect(formWith({ content: () => Readable.from([bytes]) }).isRepeatable).toBe(true);
    expect(formWith({ content: Readable.from([bytes]) }).isRepeatable).toBe(false);
  });

  it('does not pretend when the stream has another size than was said', async () => {
    const body = formWith(sized(bytes.length + 1)).open();
    await expect(new Response(body.stream).arrayBuffer()).rejects.toThrow();
    expect(String(body.failure())).toContain(`The file has ${bytes.length} bytes`);
  });

  it('lets go of the file when nobody reads on', async () => {
    let isClosed = false;
    async function* endless() {
      try {
        for (;;) yield bytes;
      } finally {
        isClosed = true;
      }
    }
    const reader = formWith({ content: endless() }).open().stream.getReader();
    for (let chunks = 0; chunks < 3; chunks++) await reader.read();
    await reader.cancel();
    expect(isClosed).toBe(true);
  });
});

function sized(sizeBytes: number): FileUpload {
  return { content: Readable.from([bytes]), sizeBytes };
}
