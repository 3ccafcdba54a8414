import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makersFileBytesMax } from '../../src/domain/statements/statement-import.ts';
import { AppError } from '../../src/errors/app-error.ts';
import type { ReceiptStore } from '../../src/storage/receipts/receipts.ts';
import { openFileReceiptStore } from '../../src/storage/receipts/receipts-files.ts';
import { openS3ReceiptStore } from '../../src/storage/receipts/receipts-s3.ts';
import { Uploads } from '../../src/storage/receipts/uploads.ts';
import { createSweepWorker } from '../../src/workers/installation/sweep.ts';
import { createReceiptSweepWorker } from '../../src/workers/receipts/receipt-sweep.ts';
import { sendStatement } from '../support/bring-statement.ts';
import { expectLawsHold } from '../support/database.ts';
import { pngReceipt } from '../support/merchant-client.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { PublicClient } from '../support/public-client.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';

/**
 * Somebody fills the disk without a key. As it was run: a file name with half a character in it was answered 500 and its file
 * stayed, 25 times of 25; of 40 uploads at once ten were accepted and 40 files stayed.
 */
let service: TestService;
let s3: S3Server;
let inS3: TestService;
const perInvoiceBytes = 4_000;
const perStoreDayBytes = 18_000;

beforeAll(async () => {
  service = await startTestService();
  s3 = await startS3Server();
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3.settings;
  inS3 = await startTestService({
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    RECEIPTS_PER_INVOICE_BYTES: String(perInvoiceBytes),
    RECEIPTS_PER_STORE_DAY_BYTES: String(perStoreDayBytes),
  });
});
afterAll(async () => {
  for (const one of [service, inS3]) {
    await expectLawsHold(one.db.pool);
    expect(await underWay(one)).toEqual([]);
    await one.stop();
  }
  await s3.close();
});

async function underWay({ db }: TestService) {
  return (await db.pool.query('select sha256 from receipt_uploads')).rows;
}

/** Names of all files in the receipt store, the spool included. */
async function filesOf({ dataDir }: TestService): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'receipts'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const newReceipt = (sizeBytes = 100) => Buffer.concat([pngReceipt, randomBytes(sizeBytes - pngReceipt.length)]);

let kopecks = 0;
async function payinWithDeal(at: TestService, change: object = {}): Promise<string> {
  kopecks += 1;
  const { body } = await at.shop.createPayin({ amount: `${2_000 + kopecks}.00`, startDeal: true, ...change });
  expect(body.deals).toHaveLength(1);
  return body.id;
}

/** As the attacker wrote it, byte by byte: `fetch` would not send such a name. */
async function uploadNamed(invoiceId: string, fileName: string, content = newReceipt()) {
  const head = `--x\r\nContent-Disposition: form-data; name="attachment"; ${fileName}\r\n\r\n`;
  const response = await fetch(`${service.url}/api/public/invoices/${invoiceId}/confirm-transfer`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--x--\r\n')]),
  });
  return { status: response.status, code: ((await response.json()) as { code?: string }[])[0]?.code };
}

describe('files of a public invoice', () => {
  it('a file with half a character in its name is taken under a mended name; ten are, and no other stays', async () => {
    const before = (await filesOf(service)).length;
    const id = await payinWithDeal(service);
    const answers = [];
    for (let index = 0; index < 25; index++) answers.push(await uploadNamed(id, `filename*=utf-16le''%00%d8`));
    expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(new Set(answers.slice(10).map(({ code }) => code))).toEqual(new Set(['too_many_attachments']));
    expect((await filesOf(service)).length - before).toBe(10);
    const { rows } = await service.db.pool.query('select attachments from deals where invoice_id = $1', [id]);
    expect(rows[0].attachments[0].fileName).toBe('\ufffd');
  });

  it('forty files at once stay as far as they are accepted', async () => {
    const before = (await filesOf(service)).length;
    const id = await payinWithDeal(service);
    const payer = new PublicClient(service.url);
    const answers = await Promise.all(Array.from({ length: 40 }, () => payer.confirm(id, newReceipt())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ body }) => body[0]?.code === 'too_many_attachments')).toHaveLength(30);
    expect((await filesOf(service)).length - before).toBe(10);
  });

  it('a file does not stay when its form is refused', async () => {
    const before = await filesOf(service);
    const id = await payinWithDeal(service);
    const attachment = newReceipt();
    for (const fields of [{ disputeReason: 'nonsense' }, { disputeReason: 'invalid_sum' }]) {
      expect((await service.shop.dispute(id, fields, { attachment })).status).toBe(400);
    }
    const key = { 'idempotency-key': 'a dispute of what is not there' };
    const elsewhere = { disputeReason: 'has_payment', dealId: '0193f000-0000-7000-8000-00000000abcd' };
    for (let time = 0; time < 2; time++) {
      expect((await service.shop.dispute(id, elsewhere, { attachment, headers: key })).status).toBe(404);
    }
    expect(await filesOf(service)).toEqual(before);
  });

  it('a refused file stays when another upload needs the same content, in either order', async () => {
    const content = newReceipt();
    const [first, second, ended] = [
      await payinWithDeal(service),
      await payinWithDeal(service),
      await payinWithDeal(service),
    ];
    await service.shop.cancel(ended);
    const all = await Promise.all([
      ...[first, second].map((id) => service.shop.confirm(id, content)),
      ...Array.from({ length: 20 }, () => service.shop.confirm(ended, content)),
    ]);
    expect(all.map(({ status }) => status)).toEqual([200, 200, ...Array.from({ length: 20 }, () => 400)]);
    const { body } = await service.shop.read(first);
    const served = await fetch(body.deals[0].attachments[0]);
    expect(Buffer.from(await served.arrayBuffer()).equals(content)).toBe(true);
  });
});

const hourMs = 3_600_000;

/** The worker's own step, once: to stop is to wait for the step under way. */
async function sweep({ db }: TestService, store: ReceiptStore, nowMs: number): Promise<void> {
  const failures: unknown[] = [];
  const uploads = new Uploads({ store, pool: db.pool, clock: Date.now });
  const worker = createReceiptSweepWorker({ uploads, machineClock: () => nowMs, failed: (one) => failures.push(one) });
  worker.start();
  await worker.stop();
  expect(failures).toEqual([]);
}

describe('what a crash leaves behind', () => {
  async function* once(content: Buffer): AsyncGenerator<Uint8Array> {
    yield content;
  }

  it('an unsettled file is removed by the sweep after an hour, unless it is needed', async () => {
    const before = await filesOf(service);
    const store = await openFileReceiptStore({ dataDir: service.dataDir, now: Date.now });
    const uploads = new Uploads({ store, pool: service.db.pool, clock: Date.now });
    const needed = newReceipt();
    const id = await payinWithDeal(service);
    await service.shop.confirm(id, needed);
    // The process ends here: nobody settles these.
    const orphan = await uploads.take(once(newReceipt()));
    await uploads.take(once(needed));
    await sweep(service, store, Date.now() + hourMs - 60_000);
    expect(await underWay(service)).toHaveLength(2);
    await sweep(service, store, Date.now() + hourMs + 60_000);
    expect(await underWay(service)).toEqual([]);
    const after = await filesOf(service);
    expect(after).not.toContain(orphan.receipt.sha256);
    expect(after.length - before.length).toBe(1);
  });

  it('a file is kept while it is unknown whether the act was stored', async () => {
    const store = await openFileReceiptStore({ dataDir: service.dataDir, now: Date.now });
    const uploads = new Uploads({ store, pool: service.db.pool, clock: Date.now });
    const { receipt, settle } = await uploads.take(once(newReceipt()));
    await settle(new AppError('outcome_unknown'));
    expect(await filesOf(service)).toContain(receipt.sha256);
    await settle(new AppError('invoice_not_active'));
    expect(await filesOf(service)).not.toContain(receipt.sha256);
  });
});

describe('in an S3-compatible store', () => {
  it('an object stays only when it is accepted', async () => {
    const id = await payinWithDeal(inS3);
    const answers = await Promise.all(Array.from({ length: 25 }, () => inS3.shop.confirm(id, newReceipt())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(s3.objects.size).toBe(10);
  });

  it('an invoice has room for so many bytes, in deals and disputes together', async () => {
    const before = s3.objects.size;
    const id = await payinWithDeal(inS3);
    expect((await inS3.shop.confirm(id, newReceipt(perInvoiceBytes - 1_000))).status).toBe(200);
    const refused = await inS3.shop.confirm(id, newReceipt(1_001));
    expect([refused.status, refused.body[0].code]).toEqual([400, 'receipts_of_invoice_full']);
    const attachment = newReceipt(1_001);
    const dispute = await inS3.shop.dispute(id, { disputeReason: 'has_payment' }, { attachment });
    expect(dispute.body[0]).toMatchObject({ code: 'receipts_of_invoice_full', field: 'attachment' });
    expect((await inS3.shop.confirm(id, newReceipt(1_000))).status).toBe(200);
    expect(s3.objects.size - before).toBe(2);
  });

  it('a store has room for so many bytes a day, also when all come at once; half is kept for payers who have paid', async () => {
    // To a noon, so that the day does not end in the midst of it.
    inS3.advance(36 * hourMs - (inS3.now() % (24 * hourMs)));
    const operator = await signInDemo(inS3, 'operator');
    const { body: paid } = await inS3.shop.createPayin({ amount: '1999.00', startDeal: true, userId: 'regular' });
    expect((await operator.post(`/deals/${paid.deals[0].id}/settle`, { reason: 'a test' })).status).toBe(200);
    const before = s3.objects.size;
    const confirm = async (count: number, change: object = {}) => {
      const ids = [];
      for (let index = 0; index < count; index++) ids.push(await payinWithDeal(inS3, change));
      const answers = await Promise.all(ids.map((id) => inS3.shop.confirm(id, newReceipt(1_000))));
      const full = answers.filter(({ body }) => body[0]?.code === 'receipts_of_store_full');
      return [answers.filter(({ status }) => status === 200).length, full.length];
    };
    expect(await confirm(12)).toEqual([9, 3]);
    expect(await confirm(2, { userId: 'stranger' })).toEqual([0, 2]);
    expect(await confirm(11, { userId: 'regular' })).toEqual([9, 2]);
    expect(s3.objects.size - before).toBe(18);
    inS3.advance(24 * hourMs);
    expect((await inS3.shop.confirm(await payinWithDeal(inS3), newReceipt(1_000))).status).toBe(200);
  });

  it('an object that the store does not let go is tried again by the sweep', async () => {
    const id = await payinWithDeal(inS3);
    await inS3.shop.cancel(id);
    // The upload gets through, its removal does not.
    s3.behaves = 'keeps';
    expect((await inS3.shop.confirm(id, newReceipt())).body[0].code).toBe('invoice_not_active');
    s3.behaves = 'well';
    expect(await underWay(inS3)).toHaveLength(1);
    const { objects } = s3;
    const before = objects.size;
    const { prefix: _prefix, ...settings } = s3.settings;
    const store = await openS3ReceiptStore({ dataDir: inS3.dataDir, s3: { ...settings, prefix: '' }, now: Date.now });
    await sweep(inS3, store, inS3.now() + 2 * hourMs);
    expect(await underWay(inS3)).toEqual([]);
    expect(objects.size).toBe(before - 1);
  });
});

/** As it was run: 200 files of 32 MiB a day and account, none of them started, each kept for 90 days. */
describe('banks’ files of a maker that are never started', () => {
  let maker: OperatorClient;
  let requisiteId: number;
  beforeAll(async () => {
    maker = await signInDemo(service, 'maker');
    requisiteId = (await maker.get('/requisites')).body.items[0].id;
  });

  const announce = (sizeBytes: number, by = maker) =>
    by.post('/statement-imports', { requisiteId, fileName: 'never', sizeBytes });
  const kept = async () =>
    (await service.db.pool.query('select coalesce(sum(octet_length(bytes)), 0)::int4 as bytes from statement_pieces'))
      .rows[0].bytes;

  async function sweepPieces(): Promise<void> {
    const failures: unknown[] = [];
    const { pool } = service.db;
    const options = { pool, clock: service.now, logKeptMs: hourMs, failed: (one: unknown) => failures.push(one) };
    const worker = createSweepWorker(options);
    worker.start();
    await worker.stop();
    expect(failures).toEqual([]);
  }

  it('make room for the next one of the account, and end after a day', async () => {
    const ids = [];
    for (let index = 0; index < 5; index++) {
      ids.push(await sendStatement(maker, { requisiteId, content: Buffer.alloc(1_000, String(index)) }));
    }
    await sweepPieces();
    expect(await kept()).toBe(1_000);
    const [first, last] = [ids[0], ids.at(-1)];
    const ended = { state: 'refused', fault: { code: 'import_abandoned' } };
    expect((await maker.post(`/statement-imports/${first}/start`, {})).body).toMatchObject(ended);

    service.advance(24 * hourMs + 1_000);
    maker = await signInDemo(service, 'maker');
    await sweepPieces();
    expect(await kept()).toBe(0);
    expect((await maker.get(`/statement-imports/${last}`)).body).toMatchObject(ended);
    const headers = { 'content-type': 'application/octet-stream' };
    const more = await maker.upload(`/statement-imports/${last}/pieces?at=1000`, Buffer.from('x'), headers);
    expect(more.body[0].code).toBe('import_state');
  });

  it('leave one open, however many are announced at once, and have so many bytes a day', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => announce(makersFileBytesMax)));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    const open = "select id from statement_imports where state = 'receiving'";
    expect((await service.db.pool.query(open)).rows).toHaveLength(1);
    // As after eight large files that have come.
    await service.db.pool.query(
      `update statement_imports set received_bytes = size_bytes where id in (
         select id from statement_imports where state = 'refused' and size_bytes = $1 limit 8)`,
      [makersFileBytesMax],
    );
    const refused = await announce(1);
    expect(refused).toMatchObject({ status: 429, body: [{ code: 'bank_bytes_spent', field: 'sizeBytes' }] });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await announce(makersFileBytesMax + 1, await signInDemo(service, 'operator'))).status).toBe(200);
    service.advance(24 * hourMs);
    maker = await signInDemo(service, 'maker');
    expect((await announce(1)).status).toBe(200);
  });
});
