import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { createIdSource } from '../../../src/engine/id-source.ts';
import { type Service, startService } from '../../../src/service.ts';
import { expectLawsHold } from '../../support/database.ts';
import { pngReceipt } from '../../support/merchant-client.ts';
import { signInAs } from '../../support/operators.ts';
import { patiently } from '../../support/patience.ts';
import { PublicClient } from '../../support/public-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const megabyte = 1024 * 1024;

let service: TestService;
/** Beside it on the same data, with little time for requests: on a busy machine an honest one may need more. */
let impatient: Service;
let payer: PublicClient;

beforeAll(async () => {
  service = await startTestService();
  const env = {
    PORT: '0',
    QUITTANCE_MODE: 'sandbox',
    DATABASE_URL: service.db.url,
    DATA_DIR: service.dataDir,
    LOG_LEVEL: 'fatal',
  };
  impatient = await startService(readConfig({ ...env, REQUEST_TIMEOUT_MS: '2000', SANDBOX_FATES: 'off' }));
  payer = new PublicClient(service.url);
});
afterAll(async () => {
  await impatient.stop();
  await expectLawsHold(service.db.pool);
  await service.stop();
});

let amount = 9000;

async function newInvoice(change: object = {}): Promise<string> {
  const { status, body } = await service.shop.createPayin({ amount: `${amount++}.00`, startDeal: true, ...change });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
}

/** Every file the receipt store holds, finished or not. */
async function storedFiles(): Promise<string[]> {
  const entries = await readdir(join(service.dataDir, 'receipts'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function attachmentsOf(id: string): Promise<number> {
  return (await payer.read(id)).body.deals[0].attachmentCount;
}

describe('an ID', () => {
  const newId = createIdSource();

  it.each([
    newId(),
    '00000000-0000-0000-0000-000000000000',
    'nonsense',
    '1',
    "' or 1=1 --",
    '../../merchant/accounts',
    '%00',
    'x'.repeat(3_000),
    '<script>alert(1)</script>',
  ])('an ID that names nothing is not found anywhere (%#)', async (id) => {
    const path = `/invoices/${encodeURIComponent(id)}`;
    const answers = await Promise.all([
      payer.get(path),
      payer.get(`${path}/available-payment-variants`),
      payer.get(`${path}/qr-code`),
      payer.get(`${path}/events`),
      payer.post(`${path}/start-deal`, {}),
      payer.post(`${path}/cancel`),
      payer.confirm(encodeURIComponent(id)),
    ]);
    for (const { status, body, headers } of answers) {
      expect([status, body]).toEqual([404, [{ code: 'not_found', message: 'Not found' }]]);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  it('an ID of another thing opens nothing: a later deal, a withdrawal account', async () => {
    const id = await newInvoice();
    await payer.startDeal(id, { paymentOption: 'SBP', paymentMethod: 'sberbank' });
    const second = (await payer.startDeal(id, { paymentOption: 'TO_CARD', paymentMethod: 'tinkoff' })).body.deals[0]
      ?.id;
    const [account] = (await service.shop.get('/api/merchant/accounts')).body;
    for (const other of [second, account.id]) {
      expect(other).not.toBe(id);
      expect((await payer.read(other)).status).toBe(404);
    }
  });
});

describe('a body', () => {
  it.each([
    ['{', 'malformed_json'],
    ['[]', 'json_object_expected'],
    ['"x"', 'json_object_expected'],
    ['{"paymentOption": 7}', 'wrong_type'],
    [`{"paymentMethod": "${'x'.repeat(60)}"}`, 'too_long'],
    ['{"paymentMethod": "\\u0000"}', 'invalid_characters'],
    ['{"paymentMethod": "<script>"}', 'payment_method_not_allowed'],
    ['{"paymentOption": {"__proto__": 1}}', 'wrong_type'],
  ])('a body of start-deal that makes no sense is refused (%#)', async (text, code) => {
    const id = await newInvoice();
    const url = `${service.url}/api/public/invoices/${id}/start-deal`;
    const response = await fetch(url, { method: 'POST', body: text, headers: { 'content-type': 'application/json' } });
    expect([response.status, (await faultsOf(response))[0]?.code]).toEqual([400, code]);
  });

  it('a body of a form that another site could send is refused; a stray one of cancel is ignored', async () => {
    const id = await newInvoice();
    const send = (path: string, type: string, body: string) =>
      fetch(`${service.url}/api/public/invoices/${id}/${path}`, {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      });
    const form = await send('start-deal', 'text/plain', '{"paymentOption":"SBP"}');
    expect([form.status, (await faultsOf(form))[0]?.code]).toEqual([400, 'content_type']);
    expect((await send('cancel', 'text/plain', 'null')).status).toBe(200);
  });

  it('a body above the limit is refused', async () => {
    const id = await newInvoice();
    const refused = await payer.startDeal(id, { paymentMethod: 'x'.repeat(70_000) });
    expect([refused.status, refused.body[0].code]).toEqual([413, 'body_too_big']);
  });
});

describe('an upload', () => {
  it('an upload of more than 10 MB is refused, announced or not, and nothing of it is kept', async () => {
    const id = await newInvoice();
    const before = await storedFiles();
    const big = Buffer.concat([pngReceipt, Buffer.alloc(10 * megabyte)]);
    const refused = await payer.confirm(id, big);
    expect([refused.status, refused.body[0].code]).toEqual([413, 'attachment_too_big']);
    const unannounced = await fetch(`${service.url}/api/public/invoices/${id}/confirm-transfer`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: new ReadableStream({
        start(controller) {
          controller.enqueue(formHead('receipt.png', pngReceipt));
          for (let part = 0; part < 12; part++) controller.enqueue(Buffer.alloc(megabyte));
          controller.close();
        },
      }),
      duplex: 'half',
    } as RequestInit);
    expect([unannounced.status, (await faultsOf(unannounced))[0]?.code]).toEqual([413, 'attachment_too_big']);
    expect(await storedFiles()).toEqual(before);
    expect(await attachmentsOf(id)).toBe(0);
  });

  it.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'receipt.png'],
    ['a page behind blanks', Buffer.from('   \n\t <html><body onload=alert(1)>'), 'receipt.pdf'],
    ['a drawing with script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'r.svg'],
    ['a program', Buffer.from('MZ\x90\x00\x03\x00\x00\x00', 'latin1'), 'receipt.jpg'],
    ['a script', Buffer.from('#!/bin/sh\nrm -rf /\n'), 'receipt.txt'],
    ['an archive', Buffer.from('PK\x03\x04\x14\x00\x00\x00', 'latin1'), 'receipt.pdf'],
    ['nothing', Buffer.alloc(0), 'receipt.png'],
  ])('an upload that is %s is refused, whatever its name says', async (what, content, name) => {
    const id = await newInvoice();
    const { status, body } = await payer.confirm(id, content, name);
    const code = what === 'nothing' ? 'attachment_empty' : 'attachment_type';
    expect([status, body[0].code]).toEqual([400, code]);
    expect(await attachmentsOf(id)).toBe(0);
  });

  it('an upload that is text, with a page only far behind its beginning, is kept as text', async () => {
    const id = await newInvoice();
    const late = Buffer.from(`${'paid '.repeat(2_000)}<script>alert(1)</script>`);
    expect((await payer.confirm(id, late, 'receipt.html')).status).toBe(200);
    expect(await expectHarmless(id)).toBe('text/plain; charset=utf-8');
  });

  it('an upload that is a picture and a page at once is kept as the picture', async () => {
    const id = await newInvoice();
    const polyglot = Buffer.concat([pngReceipt, Buffer.from('<script>alert(document.cookie)</script>')]);
    expect((await payer.confirm(id, polyglot, 'x.html')).status).toBe(200);
    expect(await expectHarmless(id)).toBe('image/png');
  });

  it('an upload that is a PDF and an archive at once is kept as the PDF', async () => {
    const id = await newInvoice();
    const polyglot = Buffer.from('%PDF-1.7\n<script>alert(1)</script>\nPK\x03\x04', 'latin1');
    expect((await payer.confirm(id, polyglot, 'receipt.pdf')).status).toBe(200);
    expect(await expectHarmless(id)).toBe('application/pdf');
  });

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'x'.repeat(500)}`,
    'application/json',
    'text/html',
  ])('an upload with nonsense in it is refused, whatever its type says (%#)', async (type) => {
    const id = await newInvoice();
    const response = await fetch(`${service.url}/api/public/invoices/${id}/confirm-transfer`, {
      method: 'POST',
      body: 'nonsense',
      headers: { 'content-type': type },
    });
    expect(response.status).toBe(400);
    expect(await attachmentsOf(id)).toBe(0);
  });

  it('an upload that breaks off leaves nothing behind', async () => {
    const id = await newInvoice();
    const before = await storedFiles();
    const socket = await slowUpload(id);
    socket.write(formHead('receipt.png', pngReceipt));
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.destroy();
    await patiently(async () => expect(await storedFiles()).toEqual(before));
  });

  it('an upload that trickles in is cut off when its time is over, and leaves nothing behind', async () => {
    const id = await newInvoice();
    const before = await storedFiles();
    const sockets = await Promise.all(Array.from({ length: 20 }, () => slowUpload(id, impatient)));
    const trickle = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write('x');
    }, 100);
    const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of sockets) socket.write(formHead('receipt.png', pngReceipt));
    // Everybody else is still served.
    expect((await payer.read(id)).status).toBe(200);
    await Promise.all(closed);
    clearInterval(trickle);
    await patiently(async () => expect(await storedFiles()).toEqual(before));
    expect(await attachmentsOf(id)).toBe(0);
  });

  it('an upload of headers that never end is cut off as well', async () => {
    const socket = connect(Number(new URL(impatient.url).port), '127.0.0.1');
    let answer = '';
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        answer += String(chunk);
      });
    socket.write('GET /api/public/payment-methods/RUB HTTP/1.1\r\nHost: x\r\n');
    const trickle = setInterval(() => socket.writable && socket.write('X-A: b\r\n'), 100);
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(trickle);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('the QR code', () => {
  it('is an image of either kind that opens the payment page, and nothing else', async () => {
    const id = await newInvoice();
    const svg = await payer.get(`/invoices/${id}/qr-code`);
    expect(svg.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(svg.body.toString()).toMatch(/^<svg[^>]*>.*<\/svg>\s*$/s);
    expect(svg.body.toString()).not.toMatch(/script|onload|href/i);
    expect((await payer.get(`/invoices/${id}/qr-code?format=svg`)).body).toEqual(svg.body);
    const png = await payer.get(`/invoices/${id}/qr-code?format=png`);
    expect(png.headers.get('content-type')).toBe('image/png');
    expect(png.body.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
    for (const { headers } of [svg, png]) {
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain('sandbox');
    }
  });

  it.each(['gif', '', 'SVG', 'svg%00', '../../etc/passwd', 'svg&format=png', 'png&width=100000'])(
    'the QR code in the format "%s" is refused, or made without what it does not know',
    async (format) => {
      const id = await newInvoice();
      const { status, body } = await payer.get(`/invoices/${id}/qr-code?format=${format}`);
      if (format === 'png&width=100000') expect([status, body.length < 20_000]).toEqual([200, true]);
      else {
        const code = format === 'svg%00' ? 'invalid_characters' : 'invalid_choice';
        expect([status, body[0].code, body[0].field]).toEqual([400, code, 'format']);
      }
    },
  );
});

describe('script in a name', () => {
  it('stays text in every answer, which no browser takes for a page', async () => {
    const script = '<script>alert(1)</script>';
    const operator = await signInAs({ url: service.url, pool: service.db.pool }, 'operator');
    await operator.patch('/stores/1', { page: { name: script }, reason: 'a test' });
    await service.db.pool.query('update banks set name = $1 where code = $2', [script, 'sberbank']);
    await service.db.pool.query('update requisites set holder = $1', [script]);
    const id = await newInvoice({
      internalId: script,
      successUrl: 'https://shop.example/"><script>alert(1)</script>',
    });
    const answers = [
      await payer.read(id),
      await payer.get('/payment-methods/RUB'),
      await payer.get(`/invoices/${id}/available-payment-variants`),
      await payer.startDeal(id, { paymentMethod: script }),
    ];
    for (const { headers } of answers) {
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('cache-control')).toBe('no-store');
    }
    expect(answers[0]?.body).toMatchObject({ storeName: script, internalId: script });
    expect(answers[0]?.body.deals[0].requisites.holder).toBe(script);
  });

  it('a name with line breaks ends no event early', async () => {
    const operator = await signInAs({ url: service.url, pool: service.db.pool }, 'operator');
    await operator.patch('/stores/1', { page: { name: 'a\n\nid: forged\ndata: {}\r\n\r\n\u2028b' }, reason: 'a test' });
    const id = await newInvoice();
    const gone = new AbortController();
    const response = await fetch(`${service.url}/api/public/invoices/${id}/events`, { signal: gone.signal });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.endsWith('}\n\n')) text += (await reader?.read())?.value ?? '';
    gone.abort();
    expect(text.split('\n').filter((line) => line.startsWith('id:'))).toHaveLength(1);
    expect(text.split('\n').filter((line) => line.startsWith('data:'))).toHaveLength(1);
  });
});

const formHead = (name: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="attachment"; filename="${name}"\r\n\r\n`),
    content,
  ]);

/** A connection on which an upload of one megabyte was announced, and of which nothing has come yet. */
async function slowUpload(id: string, where: Service = service) {
  const socket = connect(Number(new URL(where.url).port), '127.0.0.1');
  socket.on('error', () => undefined).resume();
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(
    `POST /api/public/invoices/${id}/confirm-transfer HTTP/1.1\r\nHost: x\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${megabyte}\r\n\r\n`,
  );
  return socket;
}

async function faultsOf(response: Response): Promise<{ code: string }[]> {
  return (await response.json()) as { code: string }[];
}

/** What was uploaded, as the merchant gets it: saved, not shown, with nothing it could do. */
async function expectHarmless(id: string): Promise<string> {
  const [link] = (await service.shop.read(id)).body.deals[0].attachments;
  const file = await fetch(link);
  expect(file.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(file.headers.get('x-content-type-options')).toBe('nosniff');
  expect(file.headers.get('content-security-policy')).toContain('sandbox');
  const type = file.headers.get('content-type') ?? '';
  expect(type).not.toMatch(/html|svg|xml|script/);
  return type;
}
