import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { attachmentBytesMax } from '../../src/domain/receipts/receipt-type.ts';
import { AppError } from '../../src/errors/app-error.ts';
import { multipartLimits, readMultipart } from '../../src/http/multipart.ts';
import type { ReceiptStore } from '../../src/storage/receipts/receipts.ts';
import { openFileReceiptStore } from '../../src/storage/receipts/receipts-files.ts';
import { announceSeed } from '../engine/support/seed.ts';

const pngMagic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const png = (sizeBytes: number): Buffer => Buffer.concat([pngMagic, Buffer.alloc(sizeBytes - pngMagic.byteLength, 7)]);
const boundary = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
const withBoundary = `multipart/form-data; boundary=${boundary}`;

interface Outcome {
  readonly status: number;
  readonly code?: string;
  readonly message?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly file?: { readonly fileName: string; readonly sizeBytes: number; readonly mediaType: string } | null;
}

let dataDir: string;
let receipts: ReceiptStore;
let server: Server;
/** What each upload came to, also where the client was gone before it could be told. */
let outcomes: Outcome[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'multipart-'));
  receipts = await openFileReceiptStore({ dataDir, now: Date.now });
  outcomes = [];
  // Patient: a busy machine takes seconds for the endless ones, and a client that is cut off would wait for ever.
  server = createServer({ requestTimeout: 170_000, headersTimeout: 160_000, connectionsCheckingInterval: 100 });
  server.on('request', async (request, response) => {
    const { 'content-type': contentType, 'content-length': contentLength } = request.headers;
    const outcome = await readMultipart(request, contentType, contentLength, {
      saveFile: (stream) => receipts.save(stream),
      fileField: 'attachment',
    }).then(
      ({ fields, file }): Outcome => ({ status: 200, fields: Object.fromEntries(fields), file }),
      (error: unknown): Outcome =>
        error instanceof AppError
          ? { status: error.status, code: error.code, message: error.message }
          : { status: 500, message: String(error) },
    );
    outcomes.push(outcome);
    response.writeHead(outcome.status, { 'content-type': 'application/json' }).end(JSON.stringify(outcome));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(await readdir(join(dataDir, 'receipts', 'incoming'))).toEqual([]);
  await rm(dataDir, { recursive: true });
});

describe('a good form', () => {
  test('gives its fields, before and after the file, and the stored file', async () => {
    const outcome = await post(
      form(
        field('dealId', 'abc'),
        filePart('attachment', 'чек.png', png(200_000)),
        field('disputeReasonData[amount]', '5'),
      ),
    );
    expect(outcome).toMatchObject({
      status: 200,
      fields: { dealId: 'abc', 'disputeReasonData[amount]': '5' },
      file: { fileName: 'чек.png', sizeBytes: 200_000, mediaType: 'image/png' },
    });
    expect(await storedCount()).toBe(1);
  });

  test('is what a modern client makes of FormData', async () => {
    const body = new FormData();
    body.set('disputeReason', 'не та сумма');
    body.set('attachment', new File(['paid'], 'receipt.txt', { type: 'application/x-whatever' }));
    const answer = await fetch(`http://127.0.0.1:${port()}/`, { method: 'POST', body });
    expect(await answer.json()).toMatchObject({
      fields: { disputeReason: 'не та сумма' },
      file: { fileName: 'receipt.txt', mediaType: 'text/plain' },
    });
  });

  test.each([
    ['quoted', `multipart/form-data; boundary="${boundary}"`],
    ['among other parameters', `Multipart/Form-Data; charset=utf-8; Boundary=${boundary}; x=y`],
    ['missing', 'multipart/form-data'],
    ['missing behind a semicolon', 'multipart/form-data;'],
    ['empty', 'multipart/form-data; boundary='],
  ])('may have its boundary in the header %s', async (_, contentType) => {
    const body = form(field('a', '1'), filePart('attachment', 'a.png', png(5000)));
    expect(await post(body, contentType)).toMatchObject({ status: 200, fields: { a: '1' }, file: { sizeBytes: 5000 } });
  });

  test('may come byte by byte, without a boundary in the header', async () => {
    const body = form(field('a', '1'), filePart('attachment', 'a.png', png(300)));
    const socket = await openSocket();
    socket.setNoDelay(true);
    socket.write(head('multipart/form-data', body.byteLength));
    for (const byte of body) {
      socket.write(Buffer.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await answerOf(socket)).toMatchObject({ status: 200, fields: { a: '1' }, file: { sizeBytes: 300 } });
  });

  test('may have no file, no field, or nothing at all', async () => {
    expect(await post(form(field('a', '1')))).toEqual({ status: 200, fields: { a: '1' }, file: null });
    expect(await post(form())).toEqual({ status: 200, fields: {}, file: null });
  });

  test('has no file where a browser sends a file input that was left empty', async () => {
    const body = form(filePart('attachment', '', Buffer.alloc(0)), field('a', '1'));
    expect(await post(body)).toEqual({ status: 200, fields: { a: '1' }, file: null });
  });

  test('may have exactly the limit as its file', async () => {
    const body = form(filePart('attachment', 'a.png', png(attachmentBytesMax)));
    expect(await post(body)).toMatchObject({ status: 200, file: { sizeBytes: attachmentBytesMax } });
  });

  test('keeps text in place of a file as a field', async () => {
    expect(await post(form(field('attachment', '@/tmp/a.png')))).toMatchObject({
      fields: { attachment: '@/tmp/a.png' },
      file: null,
    });
  });

  test('has files of other names ignored, wherever they are', async () => {
    const logo = filePart('logo', 'logo.exe', Buffer.alloc(30_000, 'MZ'));
    const body = form(logo, filePart('attachment', 'a.png', png(5000)), logo, field('a', '1'));
    expect(await post(body)).toMatchObject({ status: 200, fields: { a: '1' }, file: { sizeBytes: 5000 } });
    expect(await storedCount()).toBe(1);
  });

  test.each([
    ['C:\\Users\\me\\receipt.png', 'receipt.png'],
    ['../../etc/passwd', 'passwd'],
    ['..', 'attachment'],
    ['re\u0007ceipt\u202egnp.exe', 'receiptgnp.exe'],
    ['💳'.repeat(300), '💳'.repeat(255)],
  ])('keeps only what is fit to show of the file name %j', async (given, kept) => {
    const body = form(filePart('attachment', given, png(100)));
    expect(await post(body)).toMatchObject({ file: { fileName: kept } });
  });
});

describe('a refused form', () => {
  afterEach(async () => expect(await storedCount()).toBe(0));

  test.each([
    ['two files named attachment', form(filePart('attachment', 'a', png(9)), filePart('attachment', 'b', png(10)))],
    ['a field of 2,001 bytes', form(field('a', 'x'.repeat(2001)))],
    ['a field name of 101 bytes', form(field('n'.repeat(101), 'x'))],
    ['21 fields', form(...Array.from({ length: 21 }, (_, index) => field(`f${index}`, 'x')))],
    ['32 files', form(...Array.from({ length: 32 }, () => filePart('x', 'x', png(9))))],
    ['a field without a name', form(Buffer.from('Content-Disposition: form-data\r\n\r\nx'))],
    ['a bad field behind a good file', form(filePart('attachment', 'a', png(9)), field('a', 'x'.repeat(2001)))],
    ['a part without headers', Buffer.from(`--${boundary}\r\n\r\n--${boundary}--\r\n`)],
    ['a part whose headers do not end', Buffer.from(`--${boundary}\r\nContent-Disposition: x\r\n--${boundary}--\r\n`)],
    ['no end', form(field('a', '1')).subarray(0, -6)],
    ['no end of its file', form(filePart('attachment', 'a', png(5000))).subarray(0, -60)],
    ['no end behind a good file', form(filePart('attachment', 'a', png(5000)), field('a', '1')).subarray(0, -6)],
    ['another boundary in the body', Buffer.from('--other\r\n\r\nx\r\n--other--\r\n')],
    ['garbage', Buffer.alloc(100_000, 'garbage ')],
    ['nothing', Buffer.alloc(0)],
  ])('has %s', async (_, body) => {
    expect(await post(body)).toMatchObject({ status: 400, code: 'malformed_multipart' });
  });

  test.each([
    ['a first line of more than 200 bytes', Buffer.from(`--${'x'.repeat(300)}\r\n`)],
    ['a first line that is no boundary', Buffer.from('hello\r\nworld\r\n')],
    ['a boundary of two dashes', Buffer.from('--\r\nworld\r\n')],
    ['a boundary that cannot be quoted', Buffer.from('--a"b\r\nworld\r\n')],
    ['only half a first line', Buffer.from('--abc')],
    ['nothing', Buffer.alloc(0)],
  ])('has no boundary in its header and %s', async (_, body) => {
    expect(await post(body, 'multipart/form-data')).toMatchObject({ status: 400, code: 'malformed_multipart' });
  });

  test.each([
    ['application/json'],
    ['multipart/mixed; boundary=x'],
    [''],
    [`multipart/form-data; boundary=${'x'.repeat(300)}`],
  ])('has the content type %j', async (contentType) => {
    expect(await post(form(), contentType)).toMatchObject({ status: 400, code: 'malformed_multipart' });
  });

  test('has an empty file', async () => {
    const outcome = await post(form(filePart('attachment', 'a.png', Buffer.alloc(0))));
    expect(outcome).toMatchObject({ status: 400, code: 'attachment_empty' });
  });

  test('has a file of a wrong type', async () => {
    const outcome = await post(form(filePart('attachment', 'a.png', Buffer.from('<svg/>')), field('a', '1')));
    expect(outcome).toMatchObject({ status: 400, code: 'attachment_type' });
  });

  test('has a file one byte above the limit', async () => {
    const outcome = await post(form(filePart('attachment', 'a.png', png(attachmentBytesMax + 1))));
    expect(outcome).toMatchObject({ status: 413, code: 'attachment_too_big' });
  });

  test('announces more than the limit, and is refused before it is read', async () => {
    const bodyBytesMax = attachmentBytesMax + multipartLimits.envelopeBytesMax;
    const socket = await openSocket();
    socket.write(head(withBoundary, bodyBytesMax + 1));
    expect(await answerOf(socket)).toMatchObject({ status: 413, code: 'attachment_too_big' });
  });

  test.each([
    ['of one file', filePart('attachment', 'a.png', pngMagic)],
    ['of an ignored file', filePart('other', 'a.png', pngMagic)],
    ['of a field', field('a', '')],
    ['in front of the first part', Buffer.alloc(0)],
  ])('has endless content %s, and its client still reads the answer', async (_, start) => {
    const socket = await openSocket();
    socket.write(chunkedHead(withBoundary));
    socket.write(inHttpChunk(start.byteLength === 0 ? Buffer.from('x') : Buffer.concat([delimiter, start])));
    // As most clients do, it sends all it has before it looks for an answer.
    for (let sent = 0; sent < 3 * attachmentBytesMax; sent += 65_536) {
      if (!socket.write(inHttpChunk(Buffer.alloc(65_536))))
        await new Promise((resolve) => socket.once('drain', resolve));
    }
    socket.write('0\r\n\r\n');
    expect(['attachment_too_big', 'malformed_multipart']).toContain((await answerOf(socket)).code);
  });

  test('leaves the connection fit for the next request', async () => {
    const socket = await openSocket();
    const huge = form(filePart('attachment', 'a.png', png(attachmentBytesMax + 1000)));
    socket.write(Buffer.concat([head(withBoundary, huge.byteLength), huge]));
    expect(await answerOf(socket)).toMatchObject({ status: 413 });
    const small = form(field('a', '1'));
    socket.write(Buffer.concat([head(withBoundary, small.byteLength), small]));
    expect(await answerOf(socket)).toMatchObject({ status: 200, fields: { a: '1' } });
  });
});

describe('a client that goes away', () => {
  const whole = form(field('a', '1'), filePart('attachment', 'a.png', png(500_000)), field('b', '2'));
  const fileStart = whole.indexOf(pngMagic);

  test.each([
    ['before the body', 0],
    ['in the first line', 10],
    ['in the headers of the file', fileStart - 10],
    ['in the file', fileStart + 250_000],
    ['behind the file', whole.byteLength - 50],
    ['before the last byte', whole.byteLength - 1],
  ])('%s leaves nothing', async (_, bytes) => {
    for (const contentType of [withBoundary, 'multipart/form-data']) {
      const socket = await openSocket();
      const came = once(server, 'request');
      socket.write(Buffer.concat([head(contentType, whole.byteLength), whole.subarray(0, bytes)]));
      await came;
      await sleep(100);
      socket.resetAndDestroy();
    }
    await expect.poll(() => outcomes.map(({ code }) => code)).toEqual(['malformed_multipart', 'malformed_multipart']);
    expect(await storedCount()).toBe(0);
  });

  test('without a word is given up with the request timeout', async () => {
    Object.assign(server, { requestTimeout: 1_500, headersTimeout: 1_000 });
    const socket = await openSocket();
    socket.write(Buffer.concat([head(withBoundary, whole.byteLength), whole.subarray(0, fileStart + 100_000)]));
    await expect.poll(() => outcomes).toMatchObject([{ code: 'malformed_multipart' }]);
    socket.destroy();
    expect(await storedCount()).toBe(0);
  });

  test('before anybody reads is noticed', async () => {
    server.removeAllListeners('request');
    const result = new Promise((resolve) => {
      server.on('request', async (request) => {
        await new Promise((closed) => request.once('close', closed));
        const saveFile = (stream: AsyncIterable<Uint8Array>) => receipts.save(stream);
        resolve(readMultipart(request, withBoundary, undefined, { saveFile, fileField: 'attachment' }));
      });
    });
    const socket = await openSocket();
    const came = once(server, 'request');
    socket.write(Buffer.concat([head(withBoundary, whole.byteLength), whole.subarray(0, 1000)]));
    await came;
    await sleep(50);
    socket.resetAndDestroy();
    await expect(result).rejects.toMatchObject({ code: 'malformed_multipart' });
  });
});

describe('a store that fails', () => {
  test.each([
    ['at once', 0],
    ['in the middle', 100_000],
    ['at the end', 1_000_000],
  ])('%s gives its own error, while the client sends on', async (_, failAfterBytes) => {
    receipts = {
      ...receipts,
      async save(stream) {
        let bytes = 0;
        if (failAfterBytes === 0) throw new AppError('storage_unavailable');
        for await (const chunk of stream) {
          bytes += chunk.byteLength;
          if (bytes >= failAfterBytes) break;
        }
        throw new AppError('storage_unavailable');
      },
    };
    const body = form(filePart('attachment', 'a.png', png(900_000)), field('a', '1'));
    expect(await post(body)).toMatchObject({ status: 503, code: 'storage_unavailable' });
  });

  test('is waited for when it is slow', async () => {
    const { save } = receipts;
    receipts = { ...receipts, save: (stream) => save(slowly(stream)) };
    const body = form(filePart('attachment', 'a.png', png(900_000)), field('a', '1'));
    expect(await post(body)).toMatchObject({ status: 200, fields: { a: '1' }, file: { sizeBytes: 900_000 } });
  });
});

describe('random forms', () => {
  const seed = announceSeed('random forms');

  test('are read the same however they are cut', async () => {
    const random = randomNumbers(seed);
    for (let round = 0; round < 150; round += 1) {
      const content = png(9 + Math.floor(random() * 70_000));
      const parts = [
        field('a', 'x'.repeat(Math.floor(random() * 2000))),
        field('b', '\r\n--'),
        filePart('other', 'o', content),
      ];
      parts.splice(Math.floor(random() * 4), 0, filePart('attachment', 'a', content));
      const contentType = random() < 0.5 ? withBoundary : 'multipart/form-data';
      const outcome = await postInPieces(form(...parts), contentType, random);
      expect(outcome).toMatchObject({ status: 200, fields: { b: '\r\n--' }, file: { sizeBytes: content.byteLength } });
    }
  });

  test('that are mangled are answered', async () => {
    const random = randomNumbers(seed);
    const shards = [
      '\r\n',
      '\r\n\r\n',
      `--${boundary}`,
      `--${boundary}--`,
      `\r\n--${boundary}\r\n`,
      '-',
      '\n',
      'x',
      ':',
    ];
    const whole = form(field('a', '1'), filePart('attachment', 'a', png(3000)), field('b', '2')).toString('latin1');
    for (let round = 0; round < 400; round += 1) {
      let text = whole;
      for (let wounds = 1 + Math.floor(random() * 4); wounds > 0; wounds -= 1) {
        const start = Math.floor(random() * text.length);
        const length = Math.floor(random() * random() * 200);
        const shard = shards[Math.floor(random() * shards.length)];
        text = text.slice(0, start) + shard + text.slice(start + length);
      }
      const outcome = await postInPieces(Buffer.from(text, 'latin1'), withBoundary, random);
      expect([200, 400]).toContain(outcome.status);
    }
  });
});

const delimiter = Buffer.from(`--${boundary}\r\n`);

function form(...parts: readonly Buffer[]): Buffer {
  const pieces = parts.flatMap((part) => [delimiter, part, Buffer.from('\r\n')]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

function field(name: string, value: string): Buffer {
  return Buffer.from(`Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`);
}

function filePart(name: string, fileName: string, content: Buffer): Buffer {
  const disposition = `Content-Disposition: form-data; name="${name}"; filename="${fileName}"`;
  return Buffer.concat([Buffer.from(`${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n`), content]);
}

function head(contentType: string, contentLength: number): Buffer {
  const lines = ['POST / HTTP/1.1', 'Host: shop', `Content-Type: ${contentType}`, `Content-Length: ${contentLength}`];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}

function chunkedHead(contentType: string): Buffer {
  const lines = ['POST / HTTP/1.1', 'Host: shop', `Content-Type: ${contentType}`, 'Transfer-Encoding: chunked'];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}

function inHttpChunk(content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${content.byteLength.toString(16)}\r\n`), content, Buffer.from('\r\n')]);
}

function port(): number {
  return (server.address() as AddressInfo).port;
}

async function openSocket(): Promise<Socket> {
  const socket = connect(port(), '127.0.0.1');
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return socket;
}

async function post(body: Buffer, contentType = withBoundary): Promise<Outcome> {
  const socket = await openSocket();
  socket.write(Buffer.concat([head(contentType, body.byteLength), body]));
  const outcome = await answerOf(socket);
  socket.destroy();
  return outcome;
}

async function postInPieces(body: Buffer, contentType: string, random: () => number): Promise<Outcome> {
  const socket = await openSocket();
  socket.setNoDelay(true);
  socket.write(head(contentType, body.byteLength));
  for (let start = 0; start < body.byteLength; ) {
    const length = random() < 0.3 ? 1 + Math.floor(random() * 60) : 1 + Math.floor(random() * body.byteLength);
    socket.write(body.subarray(start, start + length));
    start += length;
    if (random() < 0.5) await new Promise((resolve) => setImmediate(resolve));
  }
  const outcome = await answerOf(socket);
  socket.destroy();
  return outcome;
}

/** The JSON of the next answer on the connection; they are short and come in chunks of HTTP. */
function answerOf(socket: Socket): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    let text = '';
    const onData = (data: Buffer): void => {
      text += data.toString('utf8');
      const [, json] = /\r\n\r\n[0-9a-f]+\r\n(.*)\r\n0\r\n\r\n$/s.exec(text) ?? [];
      if (json === undefined) return;
      socket.off('data', onData);
      resolve(JSON.parse(json) as Outcome);
    };
    socket.on('data', onData);
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`closed without an answer: ${text}`)));
  });
}

async function* slowly(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    await sleep(5);
    yield chunk;
  }
}

async function storedCount(): Promise<number> {
  const entries = await readdir(join(dataDir, 'receipts'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

/** Mulberry32: small, and the same everywhere for one seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
