import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import { pngReceipt } from '../../support/merchant-client.ts';
import type { TestService } from '../../support/service.ts';
import { payinWithDeal, refusal } from './support/acts.ts';
import { startCheckedService } from './support/checked-service.ts';

const linkTtlMs = 600_000;
const tenMebibytes = 10 * 1024 * 1024;

let service: TestService;
beforeAll(async () => {
  service = await startCheckedService({ RECEIPT_LINK_TTL_MS: String(linkTtlMs) });
});
afterAll(() => service.stop());

describe('interface: Confirm transfer', () => {
  it('attachment is required', async () => {
    const { id } = await payinWithDeal(service);
    for (const name of [null, 'file']) {
      const form = new FormData();
      form.set('comment', 'paid');
      if (name !== null) form.set(name, new Blob([pngReceipt as Uint8Array<ArrayBuffer>]), 'receipt.png');
      const answer = await service.shop.upload(`/api/merchant/invoices/${id}/confirm-transfer`, form);
      expect(refusal(answer)).toMatchObject({
        status: 400,
        message: 'This value should not be blank.',
        field: 'attachment',
      });
    }
    expect((await service.shop.read(id)).body.deals[0].status).toBe('transfer_waiting');
  });

  it('attachment is a file: text of that name is none', async () => {
    const { id } = await payinWithDeal(service);
    const form = new FormData();
    form.set('attachment', 'paid');
    const answer = await service.shop.upload(`/api/merchant/invoices/${id}/confirm-transfer`, form);
    expect(refusal(answer)).toMatchObject({ status: 400, field: 'attachment' });
  });

  it('an empty file is refused', async () => {
    const { id } = await payinWithDeal(service);
    const answer = await service.shop.confirm(id, Buffer.alloc(0));
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'attachment_empty' });
  });

  it('a JSON body is refused', async () => {
    const { id } = await payinWithDeal(service);
    const answer = await service.shop.post(`/api/merchant/invoices/${id}/confirm-transfer`, { attachment: 'x' });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'content_type' });
  });

  it('limits: a file of 10 MB is fine', async () => {
    const { id } = await payinWithDeal(service);
    const content = Buffer.concat([pngReceipt, Buffer.alloc(tenMebibytes - pngReceipt.byteLength)]);
    expect((await service.shop.confirm(id, content)).status).toBe(200);
  });

  it('limits, contract 3: a file of more than 10 MB is 413, and confirms nothing', async () => {
    const { id } = await payinWithDeal(service);
    for (const extra of [1, 1_000_000]) {
      const content = Buffer.concat([pngReceipt, Buffer.alloc(tenMebibytes - pngReceipt.byteLength + extra)]);
      const answer = await service.shop.confirm(id, content);
      expect(refusal(answer)).toMatchObject({ status: 413, code: 'attachment_too_big', field: 'attachment' });
    }
    expect((await service.shop.read(id)).body.deals[0].status).toBe('transfer_waiting');
  });
});

describe('contract 4: attachments of a deal', () => {
  it('are 10 at most', async () => {
    const { id } = await payinWithDeal(service);
    for (let count = 1; count <= 10; count++) {
      const { status, body } = await service.shop.confirm(id, Buffer.from(`receipt ${count}`));
      expect({ status, count: body.deals[0].attachments.length }).toEqual({ status: 200, count });
    }
    const answer = await service.shop.confirm(id, Buffer.from('receipt 11'));
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'too_many_attachments', field: 'attachment' });
    const again = await service.shop.confirm(id, Buffer.from('receipt 10'));
    expect([again.status, again.body.deals[0].attachments.length]).toEqual([200, 10]);
  });

  it('the same file twice is one attachment, whatever its name', async () => {
    const { id } = await payinWithDeal(service);
    await service.shop.confirm(id, pngReceipt, 'receipt.png');
    const { status, body } = await service.shop.confirm(id, pngReceipt, 'other.png');
    expect({ status, count: body.deals[0].attachments.length }).toEqual({ status: 200, count: 1 });
  });

  it('the same file for two deals is an attachment of both', async () => {
    const [one, two] = [await payinWithDeal(service), await payinWithDeal(service)];
    await service.shop.confirm(one.id, Buffer.from('shared receipt'));
    const { body } = await service.shop.confirm(two.id, Buffer.from('shared receipt'));
    expect(body.deals[0].attachments).toHaveLength(1);
  });
});

describe('contract 8: attachments are links, signed and expiring', () => {
  it('a link gives the file without a session', async () => {
    const link = await linkTo(Buffer.from('Оплачено 1000 ₽'));
    const file = await fetch(link);
    expect(file.status).toBe(200);
    expect(await file.text()).toBe('Оплачено 1000 ₽');
  });

  it('a link expires; the next read of the invoice has one that works', async () => {
    const { id } = await payinWithDeal(service);
    const [old] = (await service.shop.confirm(id, pngReceipt)).body.deals[0].attachments;
    service.advance(linkTtlMs);
    expect((await fetch(old)).status).toBe(404);
    const [fresh] = (await service.shop.read(id)).body.deals[0].attachments;
    expect((await fetch(fresh)).status).toBe(200);
  });

  it('a link that was changed opens nothing', async () => {
    const link = new URL(await linkTo(Buffer.from('private')));
    const signature = link.searchParams.get('signature') ?? '';
    link.searchParams.set('signature', signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`);
    expect((await fetch(link)).status).toBe(404);
    link.search = '';
    expect((await fetch(link)).status).toBe(404);
  });
});

describe('files are told by their content', () => {
  const accepted: readonly [string, Buffer, string][] = [
    ['JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpeg'],
    ['PNG', pngReceipt, 'image/png'],
    ['GIF', Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1'), 'image/gif'],
    ['WebP', Buffer.from('RIFF\x24\x00\x00\x00WEBPVP8 ', 'latin1'), 'image/webp'],
    ['HEIC', Buffer.from('\x00\x00\x00\x18ftypheic\x00\x00\x00\x00', 'latin1'), 'image/heic'],
    ['PDF', Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3', 'latin1'), 'application/pdf'],
    ['plain text', Buffer.from('Paid in full, 14 November'), 'text/plain; charset=utf-8'],
  ];
  it.each(accepted)('%s is accepted, and served as what it is', async (_, content, type) => {
    const file = await fetch(await linkTo(content, 'lie.exe'));
    expect(file.headers.get('content-type')).toBe(type);
  });

  it.each([
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a Windows program', 'MZ\x90\x00\x03\x00\x00\x00'],
    ['a Linux program', '\x7fELF\x02\x01\x01\x00'],
    ['a ZIP archive', 'PK\x03\x04\x14\x00\x00\x00'],
    ['a shell script', '#!/bin/sh\nrm -rf /\n'],
  ])('%s is refused, even when it is named receipt.png', async (_, content) => {
    const { id } = await payinWithDeal(service);
    const answer = await service.shop.confirm(id, Buffer.from(content, 'latin1'), 'receipt.png');
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'attachment_type' });
  });
});

it('leaves the books in order', () => expectLawsHold(service.db.pool));

async function linkTo(content: Buffer, name?: string): Promise<string> {
  const { id } = await payinWithDeal(service);
  const { status, body } = await service.shop.confirm(id, content, name);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.deals[0].attachments[0];
}
