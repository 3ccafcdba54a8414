import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../support/axe.ts';
import { openBrowser } from '../support/browser.ts';
import { pngReceipt } from '../support/merchant-client.ts';
import { desktop, expectHeading, openPayer, phone } from '../support/payer.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';

/** The page in a browser that runs no script: every act is a form, every refusal a sentence. */
let service: TestService;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

const withoutScript = { ...phone, javaScriptEnabled: false };

let invoiceNumber = 0;
async function startPayin(change: object = {}) {
  invoiceNumber++;
  const { body } = await service.shop.createPayin({ startDeal: true, amount: `${3000 + invoiceNumber}.00`, ...change });
  return body;
}

async function send(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.setInputFiles('input[name="attachment"]', file);
  await page.getByRole('button', { name: 'Send the receipt' }).click();
}

describe('without script', () => {
  it('a payment is made from the choice of a bank to the end', async () => {
    const { id } = await startPayin({ startDeal: false });
    const { page, close } = await openPayer(browser, service, id, withoutScript);
    await page.getByText('To a card').click();
    await page.locator('details[open]').getByRole('button', { name: 'Ozon Bank' }).click();
    await expectHeading(page, 'Transfer exactly');
    // What needs a script is not offered.
    expect(await page.locator('.copy-button:visible, .countdown .left:visible').count()).toBe(0);
    await page.getByText('UTC').waitFor();
    await page.getByRole('link', { name: 'I have paid' }).click();
    await send(page, { name: 'receipt.png', mimeType: 'image/png', buffer: pngReceipt });
    await expectHeading(page, 'Checking your transfer');
    await (await signInDemo(service, 'operator')).post(`/deals/${id}/settle`, { reason: 'seen in the bank' });
    await page.getByRole('link', { name: 'Check now' }).click();
    await expectHeading(page, 'Payment received');
    await close();
  });

  it('a refund is sent to where its payer says, after a slip, and the page follows it', async () => {
    const { id } = await startPayin();
    await (await signInDemo(service, 'operator')).post(`/deals/${id}/settle`, { reason: 'seen in the bank' });
    const { body: refund } = await service.shop.post(`/api/merchant/invoices/${id}/refunds`, { amount: '750.25' });
    const context = await browser.newContext({ ...withoutScript, locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto(refund.refundUrl);
    await expectHeading(page, 'Where should your refund go?');
    await page.getByText('₽750.25').waitFor();
    await page.getByRole('link', { name: 'To a card' }).click();
    await page.getByLabel('Bank').selectOption('sberbank');
    await page.getByLabel('Card number').fill('2200 0000 0000 0005');
    await page.getByLabel('Recipient').fill('Anna Petrova');
    await page.getByRole('button', { name: 'Send the refund here' }).click();
    await page.getByText('Please check every digit').waitFor();
    expect(await page.getByLabel('Recipient').inputValue()).toBe('Anna Petrova');
    await page.getByLabel('Card number').fill('2200 0000 0000 0004');
    await page.getByRole('button', { name: 'Send the refund here' }).click();
    await expectHeading(page, 'Your refund is being prepared');
    const told = (await service.shop.get(`/api/merchant/refunds/${refund.id}`)).body;
    await service.shop.post(`/api/merchant/invoices/${told.payoutId}/cancel`);
    await page.getByRole('link', { name: 'Check now' }).click();
    await expectHeading(page, 'The refund was canceled');
    await context.close();
    expect(await findingsOnForm(id)).toEqual([]);
  });

  /** The tool needs a script of its own. */
  async function findingsOnForm(id: string) {
    const { body: refund } = await service.shop.post(`/api/merchant/invoices/${id}/refunds`, { amount: '751' });
    const context = await browser.newContext(phone);
    const page = await context.newPage();
    await page.goto(refund.refundUrl);
    const findings = await seriousFindings(page);
    await context.close();
    return findings;
  }

  it('a receipt that is refused is refused in words, and another one is taken', async () => {
    const { id } = await startPayin();
    const { page, close } = await openPayer(browser, service, id, withoutScript, '?step=receipt');
    const notice = () => page.locator('#notice').textContent();
    await send(page, {
      name: 'page.html',
      mimeType: 'text/html',
      buffer: Buffer.from('<html><script>alert(1)</script>'),
    });
    // The page before has a place for it too, with nothing in it.
    await expect.poll(notice).toContain('This type of file cannot be read');
    await send(page, { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) });
    await expect.poll(notice).toContain('The file is empty');
    const large = Buffer.concat([pngReceipt, Buffer.alloc(11 * 1024 * 1024)]);
    await send(page, { name: 'large.png', mimeType: 'image/png', buffer: large });
    await expect.poll(notice).toContain('larger than 10 MB');
    await expectHeading(page, 'Attach the receipt');
    await send(page, { name: 'receipt.png', mimeType: 'image/png', buffer: pngReceipt });
    await expectHeading(page, 'Checking your transfer');
    await close();
  });

  it('an act that comes too late says how things stand now', async () => {
    const { id } = await startPayin();
    const { page, close } = await openPayer(browser, service, id, withoutScript, '?step=cancel');
    await service.shop.confirm(id);
    await page.getByRole('button', { name: 'Yes, cancel' }).click();
    await expectHeading(page, 'Checking your transfer');
    expect(await page.locator('#notice').textContent()).toContain('The payment has changed');
    await close();
  });

  it('the language is switched and kept', async () => {
    const { id } = await startPayin();
    const { page, close } = await openPayer(browser, service, id, { ...desktop, javaScriptEnabled: false });
    await page.locator('.languages summary').click();
    await page.getByRole('link', { name: 'Русский' }).click();
    await expectHeading(page, 'Переведите ровно');
    await page.goto(`${service.url}/pay/${id}?step=cancel`);
    await expectHeading(page, 'Отменить оплату?');
    await page.getByRole('button', { name: 'Да, отменить' }).click();
    await expectHeading(page, 'Оплата отменена');
    // Who has paid all the same shows the receipt, which needs no script either.
    await page.getByRole('link', { name: 'Перевод сделан: показать чек' }).click();
    await page.setInputFiles('input[name="attachment"]', { name: 'a.png', mimeType: 'image/png', buffer: pngReceipt });
    await page.getByRole('button', { name: 'Отправить чек' }).click();
    await expectHeading(page, 'Разбираемся с этим платежом');
    await close();
  });
});
