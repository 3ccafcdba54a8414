import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../support/axe.ts';
import { openBrowser } from '../support/browser.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { openWindow } from './support/console.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

describe('assets', () => {
  it('answers not found for what was not built', async () => {
    const answers = await Promise.all(
      ['manifest.json', '..%2Fpackage.json', 'pay.ts', ''].map((name) => fetch(`${service.url}/assets/${name}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

describe('the reference', () => {
  it('sends each kind of operation from its page, by keys alone, and fills in what was made before', async () => {
    const window = await openWindow(browser, service);
    const { page } = window;
    const created = await tryIt(page, 'createInvoice');
    expect(created).toMatchObject({ status: '200', body: { status: 'new', internalId: 'order-1042' } });
    // The ID of the invoice is in the forms of the other pages.
    expect((await tryIt(page, 'getInvoice')).body).toMatchObject({ id: created.body.id });
    expect((await tryIt(page, 'getInvoiceByInternalId')).body).toMatchObject({ id: created.body.id });
    expect((await tryIt(page, 'confirmTransfer')).body.deals).toMatchObject([{ status: 'transfer_confirmed' }]);
    expect((await tryIt(page, 'publicRates')).body).toHaveProperty('in');
    expect((await tryIt(page, 'listPaymentOptions')).body).toContainEqual(
      expect.objectContaining({ code: 'sberbank' }),
    );
    await page.goto(`${service.url}/docs/createWithdrawal`);
    await page.locator('.try > summary').press('Enter');
    await page.getByRole('button', { name: 'Put in a current code' }).press('Enter');
    await expect.poll(() => page.locator('textarea').inputValue()).not.toContain('492039');
    expect((await send(page)).body).toMatchObject({ status: 2 });
    await window.close();
  });

  it('shows why a request was refused, with the string that should have been signed', async () => {
    const window = await openWindow(browser, service);
    const { page } = window;
    await page.goto(`${service.url}/docs/listAccounts`);
    await page.locator('.try > summary').press('Enter');
    await page.locator('.keys > summary').press('Enter');
    await page.getByLabel('Secret').fill('wrong');
    const refused = await send(page);
    expect(refused).toMatchObject({ status: '401', body: [{ code: 'unauthorized' }] });
    expect(await page.locator('.outcome').textContent()).toContain('x-sandbox-hint:');
    await page.getByLabel('Secret').fill('demo-merchant-secret');
    expect((await send(page)).status).toBe('200');
    await window.close();
  });

  it('finds operations by words, path or name from the first key on, and leads there', async () => {
    const window = await openWindow(browser, service);
    const { page } = window;
    await page.goto(`${service.url}/docs`);
    await page.keyboard.press('/');
    await page.keyboard.type('withdrawals post');
    await expect.poll(() => page.locator('#found').textContent()).toBe('1 found');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/createWithdrawal');
    await page.getByLabel('Find an operation').fill('no such thing');
    await expect.poll(() => page.locator('#found').textContent()).toBe('Nothing found');
    // A link of the time when the reference was one page.
    await page.goto(`${service.url}/docs#error-amount_too_small`);
    await page.waitForURL('**/docs/errors#error-amount_too_small');
    await page.goto(`${service.url}/docs/operator#settleDeal`);
    await page.waitForURL('**/docs/operator/settleDeal');
    await window.close();
  });

  it.each([
    { isPhone: false, isDark: false },
    { isPhone: true, isDark: true },
  ])('has no obstacles, and fits its window (phone $isPhone, dark $isDark)', async (look) => {
    const window = await openWindow(browser, service, look);
    const { page } = window;
    for (const path of ['/docs/operator/people-and-access', '/docs', '/docs/createInvoice', '/docs/errors']) {
      await page.goto(service.url + path);
      if (path === '/docs/createInvoice') await tryIt(page, 'createInvoice');
      expect(await seriousFindings(page), path).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), path).toBe(true);
    }
    if (look.isPhone) {
      await page.getByRole('link', { name: 'Contents' }).click();
      await page.getByLabel('Find an operation').fill('cancel invoice');
      await page.getByRole('link', { name: 'Cancel invoice' }).first().click();
      await page.waitForURL('**/docs/cancelInvoice');
    }
    await window.close();
  });

  it('can be read without script, and offers nothing that needs it', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${service.url}/docs`);
    await page.getByRole('navigation').getByRole('link', { name: 'Create invoice' }).click();
    await page.waitForURL('**/docs/createInvoice');
    await expect.poll(() => page.locator('h1').textContent()).toBe('Create invoice');
    expect(await page.getByRole('cell', { name: /^amount/ }).count()).toBeGreaterThan(0);
    expect([await page.locator('.try').isVisible(), await page.locator('#find').isVisible()]).toEqual([false, false]);
    await context.close();
  });
});

interface Outcome {
  readonly status: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into.
  readonly body: any;
}

async function tryIt(page: Page, operationId: string): Promise<Outcome> {
  await page.goto(`${service.url}/docs/${operationId}`);
  await page.locator('.try > summary').press('Enter');
  return await send(page);
}

async function send(page: Page): Promise<Outcome> {
  await page.getByRole('button', { name: 'Send' }).press('Enter');
  await page.getByText('What was sent').waitFor();
  const status = (await page.locator('.outcome .status').textContent()) ?? '';
  const text = (await page.locator('.outcome > pre').nth(1).textContent()) ?? '';
  return { status: status.split(' ')[0] ?? '', body: JSON.parse(text) };
}
