import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../support/axe.ts';
import { openBrowser } from '../support/browser.ts';
import { pngReceipt } from '../support/merchant-client.ts';
import { desktop, expectHeading, openPayer, type Payer, phone } from '../support/payer.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** The receipt: how it gets onto the page, and what is said about one that will not do. */
let service: TestService;
let browser: Browser;
const payers: Payer[] = [];

beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService(), openBrowser()]);
});
afterEach(async () => {
  for (const payer of payers.splice(0)) await payer.close();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

let invoiceNumber = 0;
async function openReceipt(options = desktop): Promise<{ page: Page; id: string }> {
  invoiceNumber++;
  const { body } = await service.shop.createPayin({ startDeal: true, amount: `${6000 + invoiceNumber}.00` });
  const payer = await openPayer(browser, service, body.id, options, '?step=receipt');
  payers.push(payer);
  return { page: payer.page, id: body.id };
}

const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.setInputFiles('input[name="attachment"]', { name, mimeType, buffer });
const notice = (page: Page) => page.locator('#notice').textContent();
const chosen = (page: Page) => page.locator('.file-name').textContent();
const send = (page: Page) => page.getByRole('button', { name: 'Send the receipt' }).click();
const receipts = async (id: string) => (await service.shop.read(id)).body.deals[0].attachments.length;

describe('a receipt', () => {
  it('a receipt that is too big, empty or of another kind is refused in words before anything is sent', async () => {
    const { page, id } = await openReceipt();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url());
    });
    await choose(page, 'large.png', 'image/png', Buffer.alloc(10 * 1024 * 1024 + 1, pngReceipt));
    expect(await notice(page)).toContain('larger than 10 MB');
    expect(await chosen(page)).toBe('Choose a file');
    await choose(page, 'video.mp4', 'video/mp4', pngReceipt);
    expect(await notice(page)).toContain('This type of file cannot be read');
    await choose(page, 'drawing.svg', 'image/svg+xml', Buffer.from('<svg/>'));
    expect(await notice(page)).toContain('This type of file cannot be read');
    await choose(page, 'empty.png', 'image/png', Buffer.alloc(0));
    expect(await notice(page)).toContain('The file is empty');
    // The browser's own word for a field that must be filled comes first; past it, ours does.
    await page.evaluate('document.querySelector(".upload").noValidate = true');
    await send(page);
    expect(await notice(page)).toContain('Choose a file first');
    expect(sent).toEqual([]);
    await choose(page, 'good.png', 'image/png', pngReceipt);
    expect(await notice(page)).toBe('');
    await send(page);
    await expectHeading(page, 'Checking your transfer');
    expect(await receipts(id)).toBe(1);
  });

  it('a receipt that only says it is an image is refused by its content', async () => {
    const { page, id } = await openReceipt();
    await choose(page, 'trick.png', 'image/png', Buffer.from('<html><script>alert(1)</script></html>'));
    await send(page);
    await expect.poll(() => notice(page)).toContain('This type of file cannot be read');
    await expectHeading(page, 'Attach the receipt');
    // Said once: a reload does not say it again.
    await page.reload();
    expect(await page.locator('#notice').isVisible()).toBe(false);
    expect((await service.shop.read(id)).body.deals[0].status).toBe('transfer_waiting');
  });

  it('is dropped anywhere on the page', async () => {
    const { page } = await openReceipt();
    const transfer = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(${JSON.stringify([...pngReceipt])})], 'dropped.png', { type: 'image/png' }));
      return transfer;
    })()`);
    await page.dispatchEvent('h1', 'dragover', { dataTransfer: transfer });
    expect(await page.locator('.drop.over').count()).toBe(1);
    await page.dispatchEvent('h1', 'drop', { dataTransfer: transfer });
    expect(await page.locator('.drop.over').count()).toBe(0);
    expect(await chosen(page)).toBe('dropped.png');
    await send(page);
    await expectHeading(page, 'Checking your transfer');
  });

  it('is taken with the camera of a phone', async () => {
    const { page } = await openReceipt(phone);
    expect(await page.getByText('or drop it here').isVisible()).toBe(false);
    const camera = page.locator('.camera');
    expect(await camera.isVisible()).toBe(true);
    expect(await camera.locator('input').getAttribute('capture')).toBe('environment');
    await camera.locator('input').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: pngReceipt });
    expect(await chosen(page)).toBe('photo.png');
    await send(page);
    await expectHeading(page, 'Checking your transfer');
  });

  it('shows how far it is, and is sent once however often one presses', async () => {
    const { page, id } = await openReceipt();
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const sendAt = (uploadThroughput: number) =>
      session.send('Network.emulateNetworkConditions', {
        ...{ offline: false, latency: 0, downloadThroughput: -1 },
        uploadThroughput,
      });
    // So slow that it is on its way for as long as anybody looks.
    await sendAt(100_000);
    let posts = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') posts++;
    });
    await choose(page, 'big.png', 'image/png', Buffer.concat([pngReceipt, Buffer.alloc(6 * 1024 * 1024)]));
    await send(page);
    await page.locator('.progress').waitFor();
    await page.getByRole('button', { name: 'Send the receipt' }).click({ force: true });
    await expect.poll(() => page.locator('.percent').textContent()).toMatch(/^[1-9]\d?%$/);
    await sendAt(-1);
    await expectHeading(page, 'Checking your transfer');
    expect(posts).toBe(1);
    expect(await receipts(id)).toBe(1);
  });

  it('a receipt that breaks off can be sent again', async () => {
    const { page } = await openReceipt();
    await choose(page, 'r.png', 'image/png', pngReceipt);
    await page.route('**/confirm-transfer', (route) => route.abort());
    await send(page);
    await expect.poll(() => notice(page)).toContain('did not arrive completely');
    await page.unroute('**/confirm-transfer');
    await send(page);
    await expectHeading(page, 'Checking your transfer');
  });

  it('is shown after the time is up, by the requisites that the money went to, and looked into', async () => {
    // A screen that still fades in has too little contrast.
    const { page, id } = await openReceipt({ ...desktop, reducedMotion: 'reduce' });
    await service.shop.post(`/api/merchant/invoices/${id}/start-deal`, { paymentOption: 'TO_ACCOUNT' });
    service.advance(16 * 60_000);
    await page.goto(`${service.url}/pay/${id}`);
    await page.getByRole('link', { name: 'I paid: show the receipt' }).click();
    await expectHeading(page, 'Show us that you paid');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('radio').nth(1).check();
    await choose(page, 'late.png', 'image/png', Buffer.from('<html>'));
    await send(page);
    await expect.poll(() => notice(page)).toContain('This type of file cannot be read');
    await page.getByRole('radio').nth(1).check();
    await choose(page, 'late.png', 'image/png', pngReceipt);
    await send(page);
    await expectHeading(page, 'We are looking into this payment');
    await page.getByText('1 receipt received').waitFor();
    // The first deal of an invoice has the invoice's own ID.
    expect((await service.shop.read(id)).body).toMatchObject({ status: 'dispute', deals: [{ id, attachments: [{}] }] });
    await page.getByRole('link', { name: 'Add another receipt' }).click();
    await choose(page, 'more.png', 'image/png', Buffer.concat([pngReceipt, Buffer.from([7])]));
    await send(page);
    await page.getByText('2 receipts received').waitFor();
  });

  it('has company: another one is added, up to ten', async () => {
    const { page, id } = await openReceipt();
    for (let number = 1; number <= 9; number++) {
      await service.shop.confirm(id, Buffer.concat([pngReceipt, Buffer.from([number])]));
    }
    await page.goto(`${service.url}/pay/${id}`);
    await page.getByRole('link', { name: 'Add another receipt' }).click();
    await expectHeading(page, 'Add another receipt');
    await choose(page, 'ten.png', 'image/png', pngReceipt);
    await send(page);
    await page.getByText('10 receipts received').waitFor();
    await page.getByRole('link', { name: 'Add another receipt' }).click();
    await choose(page, 'eleven.png', 'image/png', Buffer.concat([pngReceipt, Buffer.from([11])]));
    await send(page);
    await expect.poll(() => notice(page)).toContain('ten receipts already');
  });
});
