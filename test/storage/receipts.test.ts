import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { attachmentBytesMax } from '../../src/domain/receipts/receipt-type.ts';
import type { ReceiptStore } from '../../src/storage/receipts/receipts.ts';
import { openFileReceiptStore } from '../../src/storage/receipts/receipts-files.ts';
import { openS3ReceiptStore, type S3Settings, type S3Timeouts } from '../../src/storage/receipts/receipts-s3.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';

const pngMagic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const png = (sizeBytes: number): Buffer => Buffer.concat([pngMagic, randomBytes(sizeBytes - pngMagic.byteLength)]);
const sha256 = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

let dataDir: string;
let s3: S3Server;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'receipts-'));
  s3 = await startS3Server();
});

afterEach(async () => {
  await s3.close();
  await rm(dataDir, { recursive: true });
});

const stores: readonly [string, () => Promise<ReceiptStore>][] = [
  ['files', () => openFileReceiptStore({ dataDir, now: Date.now })],
  ['s3', () => openS3(s3.settings)],
];

describe.each(stores)('receipts in %s', (_, openStore) => {
  test('come back as they were saved', async () => {
    const store = await openStore();
    const content = png(300_000);
    const saved = await store.save(inChunks(content, 7919));
    expect(saved).toEqual({ sha256: sha256(content), mediaType: 'image/png', sizeBytes: 300_000 });
    expect((await readBack(store, saved.sha256))?.equals(content)).toBe(true);
    await expectNothingIncoming();
  });

  test('may be shorter than what is looked at, and arrive byte by byte', async () => {
    const store = await openStore();
    const saved = await store.save(inChunks(Buffer.from('Оплачено'), 1));
    expect(saved).toMatchObject({ mediaType: 'text/plain', sizeBytes: 16 });
    expect((await readBack(store, saved.sha256))?.toString()).toBe('Оплачено');
  });

  test('fifty of the same content at once are one', async () => {
    const store = await openStore();
    const content = png(100_000);
    const saved = await Promise.all(Array.from({ length: 50 }, () => store.save(inChunks(content, 10_000))));
    expect(new Set(saved.map((receipt) => receipt.sha256)).size).toBe(1);
    expect((await readBack(store, sha256(content)))?.equals(content)).toBe(true);
    expect((await storedFiles()).length + s3.objects.size).toBe(1);
    await expectNothingIncoming();
  });

  test('may have exactly the limit', async () => {
    const store = await openStore();
    const content = png(attachmentBytesMax);
    const saved = await store.save(inChunks(content, 65_536));
    expect(saved.sizeBytes).toBe(attachmentBytesMax);
    expect((await readBack(store, saved.sha256))?.equals(content)).toBe(true);
  });

  test('are refused one byte above the limit', async () => {
    const store = await openStore();
    await expect(store.save(inChunks(png(attachmentBytesMax + 1), 65_536))).rejects.toMatchObject({
      code: 'attachment_too_big',
      faults: [{ field: 'attachment' }],
    });
    await expectNothingStored();
  });

  test('without content are refused', async () => {
    const store = await openStore();
    await expect(store.save(inChunks(Buffer.alloc(0), 1))).rejects.toMatchObject({
      code: 'attachment_empty',
      faults: [{ field: 'attachment' }],
    });
    await expectNothingStored();
  });

  test.each([
    ['a program', Buffer.from('MZ\x90\0\x03\0', 'latin1')],
    ['a page', Buffer.from('<html><script>alert(1)</script>')],
    ['a long program', Buffer.concat([Buffer.from('\x7fELF'), randomBytes(100_000)])],
    [
      'text that turns binary',
      Buffer.concat([Buffer.alloc(50_000, 'text '), Buffer.alloc(1), Buffer.alloc(9000, 'x')]),
    ],
  ])('of a wrong type are refused: %s', async (_name, content) => {
    const store = await openStore();
    await expect(store.save(inChunks(content, 1000))).rejects.toMatchObject({
      code: 'attachment_type',
      faults: [{ field: 'attachment' }],
    });
    await expectNothingStored();
  });

  test('that are too big and of a wrong type are too big', async () => {
    const store = await openStore();
    const content = Buffer.alloc(attachmentBytesMax + 1);
    await expect(store.save(inChunks(content, 65_536))).rejects.toMatchObject({ code: 'attachment_too_big' });
    await expectNothingStored();
  });

  test.each(['image', 'rubbish'])('are not read further than the limit: a gigabyte of %s', async (kind) => {
    const store = await openStore();
    const source = gigabyte(kind === 'image' ? pngMagic : Buffer.alloc(8));
    await expect(store.save(source.stream)).rejects.toMatchObject({ code: 'attachment_too_big' });
    expect(source.bytesTaken()).toBeLessThanOrEqual(attachmentBytesMax + source.chunkBytes);
    expect(source.ended()).toBe(true);
    await expectNothingStored();
  });

  test('whose stream breaks leave nothing, and the error is the stream’s own', async () => {
    const store = await openStore();
    const broken = async function* () {
      yield png(50_000);
      throw new Error('connection lost');
    };
    await expect(store.save(broken())).rejects.toThrow('connection lost');
    await expectNothingStored();
  });

  test('that are unknown, or no hash at all, are not there', async () => {
    const store = await openStore();
    expect(await store.open(sha256(Buffer.from('never saved')))).toBeNull();
    expect(await store.open('../../../../etc/passwd')).toBeNull();
    expect(await store.open(sha256(Buffer.from('x')).toUpperCase())).toBeNull();
  });

  test('of a crash are swept from the spool at the next start, young ones are not', async () => {
    await openStore();
    const incoming = join(dataDir, 'receipts', 'incoming');
    for (const [name, ageMs] of Object.entries({ old: 3_700_000, young: 3_500_000 })) {
      await writeFile(join(incoming, name), 'x');
      await utimes(join(incoming, name), new Date(), new Date(Date.now() - ageMs));
    }
    await openStore();
    expect(await readdir(incoming)).toEqual(['young']);
  });
});

describe('receipts in files', () => {
  test('lie under their hash, for nobody else to read', async () => {
    const store = await openFileReceiptStore({ dataDir, now: Date.now });
    const hash = sha256(pngMagic);
    await store.save(inChunks(pngMagic, 8));
    const path = join(dataDir, 'receipts', hash.slice(0, 2), hash.slice(2, 4), hash);
    expect(await readFile(path)).toEqual(pngMagic);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('that a disk has damaged are repaired by the next upload', async () => {
    const store = await openFileReceiptStore({ dataDir, now: Date.now });
    const { sha256: hash } = await store.save(inChunks(pngMagic, 8));
    await writeFile(join(dataDir, 'receipts', hash.slice(0, 2), hash.slice(2, 4), hash), 'damaged');
    await store.save(inChunks(pngMagic, 8));
    expect(await readBack(store, hash)).toEqual(pngMagic);
  });

  test('are refused with 503 when the disk refuses them', async () => {
    const store = await openFileReceiptStore({ dataDir, now: Date.now });
    await rm(join(dataDir, 'receipts', 'incoming'), { recursive: true });
    await expect(store.save(inChunks(pngMagic, 8))).rejects.toMatchObject({
      code: 'storage_unavailable',
      status: 503,
      cause: { code: 'ENOENT' },
    });
  });

  test('leave no spool file when their place cannot be made', async () => {
    const store = await openFileReceiptStore({ dataDir, now: Date.now });
    // A file where the first directory should be.
    await writeFile(join(dataDir, 'receipts', sha256(pngMagic).slice(0, 2)), '');
    await expect(store.save(inChunks(pngMagic, 8))).rejects.toMatchObject({ code: 'storage_unavailable' });
    await expectNothingIncoming();
  });

  test('that cannot be read are unavailable, not unknown', async () => {
    const store = await openFileReceiptStore({ dataDir, now: Date.now });
    const hash = sha256(pngMagic);
    await writeFile(join(dataDir, 'receipts', hash.slice(0, 2)), '');
    await expect(store.open(hash)).rejects.toMatchObject({ code: 'storage_unavailable' });
  });
});

/** Patient wherever the store does answer: a busy machine may take its time over 5 MB. */
const patient: S3Timeouts = { answerMs: 20_000, uploadMs: 20_000 };
const impatient: S3Timeouts = { ...patient, answerMs: 300 };
const impatientUpload: S3Timeouts = { ...patient, uploadMs: 400 };

describe('receipts in s3', () => {
  test('are put under prefix and hash, with type and length, and only once', async () => {
    const store = await openS3(s3.settings);
    const content = png(200_000);
    const hash = sha256(content);
    await store.save(inChunks(content, 50_000));
    await store.save(inChunks(content, 50_000));
    const url = `/proofs/shop.one/receipts/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`;
    expect(s3.objects.get(url)?.body.equals(content)).toBe(true);
    expect(s3.objects.get(url)?.contentType).toBe('image/png');
    expect(s3.log).toEqual([`HEAD ${url} 404`, `PUT ${url} 200`, `HEAD ${url} 200`]);
    expect(await storedFiles()).toEqual([]);
  });

  test('need no prefix, and no right to list the bucket', async () => {
    s3.behaves = 'hides-missing';
    const store = await openS3({ ...s3.settings, prefix: '' });
    const { sha256: hash } = await store.save(inChunks(pngMagic, 8));
    expect(await readBack(store, hash)).toEqual(pngMagic);
  });

  test('survive one "slow down"', async () => {
    s3.behaves = 'fails-once';
    const store = await openS3(s3.settings);
    const { sha256: hash } = await store.save(inChunks(pngMagic, 8));
    expect(await readBack(store, hash)).toEqual(pngMagic);
  });

  test.each([
    ['that fails', 'fails', patient, 'the store answered PUT with 503 SlowDown'],
    ['that hangs', 'hangs', impatient, 'the store did not answer HEAD within 300 ms'],
    ['that hangs during the upload', 'hangs-after-head', impatientUpload, 'the store did not answer PUT within 400 ms'],
    ['that redirects elsewhere', 'redirects', patient, 'the store answered PUT with 307'],
  ] as const)('are refused with 503 by a store %s', async (_, behaviour, timeouts, reason) => {
    s3.behaves = behaviour;
    const store = await openS3(s3.settings, timeouts);
    await expect(store.save(inChunks(png(5_000_000), 65_536))).rejects.toMatchObject({
      code: 'storage_unavailable',
      cause: { message: reason },
    });
    await expectNothingStored();
  });

  test.each(['fails', 'hangs', 'redirects'] as const)('cannot be opened in a store that %s', async (behaviour) => {
    s3.behaves = behaviour;
    const store = await openS3(s3.settings, impatient);
    await expect(store.open(sha256(pngMagic))).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  test('are refused with 503 when the store is gone', async () => {
    const store = await openS3(s3.settings);
    await s3.close();
    await expect(store.save(inChunks(pngMagic, 8))).rejects.toMatchObject({ code: 'storage_unavailable' });
    await expect(store.open(sha256(pngMagic))).rejects.toMatchObject({ code: 'storage_unavailable' });
    await expectNothingIncoming();
  });

  test('are refused with the store’s reason when the key is wrong', async () => {
    const store = await openS3({ ...s3.settings, secretAccessKey: 'another' });
    await expect(store.save(inChunks(pngMagic, 8))).rejects.toMatchObject({
      code: 'storage_unavailable',
      cause: { message: 'the store answered PUT with 403 SignatureDoesNotMatch' },
    });
    await expectNothingStored();
  });
});

function openS3(settings: S3Settings, timeouts = patient): Promise<ReceiptStore> {
  return openS3ReceiptStore({ dataDir, s3: settings, now: Date.now, timeouts });
}

async function* inChunks(content: Buffer, chunkBytes: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < content.byteLength; start += chunkBytes) {
    yield content.subarray(start, start + chunkBytes);
  }
}

function gigabyte(magic: Buffer) {
  const chunkBytes = 65_536;
  let bytesTaken = 0;
  let ended = false;
  async function* stream(): AsyncGenerator<Uint8Array> {
    try {
      for (; bytesTaken < 2 ** 30; ) {
        const chunk = Buffer.alloc(chunkBytes);
        if (bytesTaken === 0) magic.copy(chunk);
        bytesTaken += chunkBytes;
        yield chunk;
      }
    } finally {
      ended = true;
    }
  }
  return { stream: stream(), chunkBytes, bytesTaken: () => bytesTaken, ended: () => ended };
}

async function readBack(store: ReceiptStore, hash: string): Promise<Buffer | null> {
  const receipt = await store.open(hash);
  if (receipt === null) return null;
  const content = Buffer.concat(await receipt.stream.toArray());
  expect(content.byteLength).toBe(receipt.sizeBytes);
  return content;
}

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'receipts'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

async function expectNothingIncoming(): Promise<void> {
  expect(await readdir(join(dataDir, 'receipts', 'incoming'))).toEqual([]);
}

async function expectNothingStored(): Promise<void> {
  expect(await storedFiles()).toEqual([]);
  expect(s3.objects.size).toBe(0);
}
