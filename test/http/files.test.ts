import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../../src/errors/app-error.ts';
import { registerFiles } from '../../src/http/files.ts';
import { receiptLink } from '../../src/http/receipt-links.ts';
import type { ReceiptStore, StoredReceipt } from '../../src/storage/receipts/receipts.ts';
import { openFileReceiptStore } from '../../src/storage/receipts/receipts-files.ts';

const linkKey = Buffer.alloc(32, 3);
const pngMagic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const startMs = 1_800_000_000_000;

let dataDir: string;
let receipts: ReceiptStore;
let app: FastifyInstance;
let nowMs: number;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'files-'));
  receipts = await openFileReceiptStore({ dataDir, now: Date.now });
  nowMs = startMs;
  app = fastify();
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof AppError) return reply.status(error.status).send(error.faults);
    throw error;
  });
  registerFiles(app, { receipts, linkKeys: [linkKey], now: () => nowMs });
});

afterEach(async () => {
  await app.close();
  await rm(dataDir, { recursive: true });
});

describe('a receipt', () => {
  test('is served with headers that keep it a file', async () => {
    const content = Buffer.concat([pngMagic, Buffer.alloc(200_000, 5)]);
    const answer = await app.inject(linkTo(await save(content)));
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(content)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '200008',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'attachment',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=600',
    });
  });

  test('of text says that it is UTF-8', async () => {
    const answer = await app.inject(linkTo(await save(Buffer.from('Оплачено'))));
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.body).toBe('Оплачено');
  });

  test('is cached no longer than its link lives', async () => {
    const link = linkTo(await save(pngMagic));
    nowMs = startMs + 599_500;
    const answer = await app.inject(link);
    expect(answer.headers['cache-control']).toBe('private, max-age=0');
  });

  test('answers HEAD without its content', async () => {
    const answer = await app.inject({ method: 'HEAD', url: linkTo(await save(pngMagic)) });
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.byteLength).toBe(0);
  });

  test.runIf(process.platform === 'linux')('is closed when its reader goes away', async () => {
    const link = linkTo(await save(Buffer.concat([pngMagic, Buffer.alloc(10_000_000, 5)])));
    const base = await app.listen({ port: 0, host: '127.0.0.1' });
    // Nobody reads the answer, so the server is stuck in the middle of the file.
    const answer = await new Promise<IncomingMessage>((resolve) => get(base + link, resolve));
    await expect.poll(openFiles).toHaveLength(1);
    answer.destroy();
    await expect.poll(openFiles).toEqual([]);
  });
});

describe('not found is the answer', () => {
  const expectNotFound = async (url: string): Promise<void> => {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual([{ code: 'not_found', message: 'Not found' }]);
    expect(answer.headers['cache-control']).toBeUndefined();
  };

  test('to an expired link', async () => {
    const link = linkTo(await save(pngMagic));
    nowMs = startMs + 600_000;
    await expectNotFound(link);
  });

  test('to a link whose type was changed', async () => {
    await expectNotFound(linkTo(await save(pngMagic)).replace('.png', '.pdf'));
  });

  test('to a link whose life was prolonged', async () => {
    await expectNotFound(linkTo(await save(pngMagic)).replace(/expires=\d+/, 'expires=1900000000'));
  });

  test('to a link without, or with two, signatures', async () => {
    const link = linkTo(await save(pngMagic));
    const [path, query = ''] = link.split('?');
    await expectNotFound(String(path));
    await expectNotFound(`${link}&${query}`);
  });

  test('to the link of another key', async () => {
    const { sha256, mediaType } = await save(pngMagic);
    await expectNotFound(receiptLink(Buffer.alloc(32, 4), { sha256, mediaType, expiresAtMs: startMs + 600_000 }));
  });

  test('to a good link whose file is gone', async () => {
    await expectNotFound(linkTo({ sha256: 'ab'.repeat(32), mediaType: 'image/png', sizeBytes: 1 }));
  });

  test.each(['/files/..%2f..%2fetc%2fpasswd', '/files/%00', '/files/x.png?expires=1&signature=x'])(
    'to %s',
    expectNotFound,
  );
});

function save(content: Buffer): Promise<StoredReceipt> {
  return receipts.save(Readable.from([content]));
}

function linkTo({ sha256, mediaType }: StoredReceipt): string {
  return receiptLink(linkKey, { sha256, mediaType, expiresAtMs: startMs + 600_000 });
}

/** The receipts that this process holds open. */
async function openFiles(): Promise<string[]> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return links.filter((path) => path.startsWith(dataDir));
}
