import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logoBytesMax } from '../../src/domain/merchants/store-logo.ts';
import { seriousFindings } from '../support/axe.ts';
import { openBrowser } from '../support/browser.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { desktop, expectHeading, openNewcomer, openPayer, phone } from '../support/payer.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';

/** Weight, stillness, colours and languages of the page. */
let service: TestService;
let browser: Browser;
let operator: OperatorClient;

beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService(), openBrowser()]);
  operator = await signInDemo(service, 'operator');
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

let invoiceNumber = 0;
async function startPayin(change: object = {}) {
  invoiceNumber++;
  const { body } = await service.shop.createPayin({ startDeal: true, amount: `${5000 + invoiceNumber}.00`, ...change });
  return body;
}

const setPage = async (page: object) => {
  const { status } = await operator.patch('/stores/1', { page, reason: 'a test' });
  expect(status).toBe(200);
};

describe('the weight', () => {
  const weightMaxBytes = 20 * 1024;

  it(`the weight of page, style, script and logo together is less than ${weightMaxBytes} bytes, compressed, on the heaviest screen`, async () => {
    const heaviest = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(logoBytesMax - 8)]);
    await setPage({
      logo: heaviest.toString('base64'),
      description: 'x'.repeat(300),
      supportUrl: 'https://shop.example',
    });
    const { id } = await startPayin({ startDeal: false });
    const { page, close } = await openNewcomer(browser, service, 'none', phone);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const bytes = new Map<string, number>();
    const urls = new Map<string, string>();
    session.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      bytes.set(urls.get(requestId) ?? requestId, encodedDataLength);
    });
    await page.goto(`${service.url}/pay/${id}`, { waitUntil: 'load' });
    await expect.poll(() => bytes.size).toBeGreaterThanOrEqual(4);
    const kinds = [...bytes.keys()].map((url) => /\.(js|css|svg|png)$/.exec(url)?.[1] ?? 'html');
    expect(kinds).toEqual(expect.arrayContaining(['html', 'css', 'js', 'png']));
    expect([...bytes.values()].reduce((sum, one) => sum + one, 0)).toBeLessThan(weightMaxBytes);
    await close();
    await setPage({});
  });

  it('is what comes from here alone', async () => {
    const { id } = await startPayin();
    const { page, close } = await openNewcomer(browser, service, 'none', desktop);
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    await page.goto(`${service.url}/pay/${id}`);
    await page.locator('.qr img').scrollIntoViewIfNeeded();
    expect([...hosts]).toEqual([service.url]);
    await close();
  });

  it('is sent compressed to clients that accept it, and plain to others', async () => {
    const { id } = await startPayin();
    const get = (encoding: string) => fetch(`${service.url}/pay/${id}`, { headers: { 'accept-encoding': encoding } });
    const answers = await Promise.all([get('br'), get('gzip'), get('identity')]);
    expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', 'gzip', null]);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(texts.map((text) => text.includes('Transfer exactly')))).toEqual(new Set([true]));
  });
});

describe('the layout', () => {
  it.each([
    ['phone', phone],
    ['desktop', desktop],
  ])('does not shift while a slow %s loads and draws it', async (_, options) => {
    const invoices = [await startPayin({ startDeal: false }), await startPayin()];
    const { page, close } = await openNewcomer(browser, service, 'none', options);
    await page.addInitScript(`window.shifts = [];
      new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((one) => one.value)))
        .observe({ type: 'layout-shift', buffered: true });`);
    const machine = await page.context().newCDPSession(page);
    await machine.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    for (const { id } of invoices) {
      await page.goto(`${service.url}/pay/${id}`);
      // The script has replaced the times, started the countdown and heard its first event.
      await page.waitForTimeout(1_500);
      expect(await page.evaluate('window.shifts')).toEqual([]);
    }
    await close();
  });

  it('is whole at the first view, before any script has run', async () => {
    const { id, deals } = await startPayin();
    const { page, close } = await openNewcomer(browser, service, 'none', phone);
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(`${service.url}/pay/${id}`);
    await page.getByText(deals[0].requisites.holder, { exact: true }).waitFor();
    await page.getByRole('link', { name: 'I have paid' }).click();
    await expectHeading(page, 'Attach the receipt');
    await close();
  });
});

describe("the store's own look", () => {
  it.each([
    ['yellow', '#ffe600'],
    ['nearly white', '#fdfdfd'],
    ['nearly black', '#050505'],
    ['middling grey', '#808080'],
  ])('can be read in %s, on light and dark screens', async (_, colour) => {
    await setPage({ name: 'Coffee & Cake', colour });
    const { id } = await startPayin();
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, complaints, close } = await openPayer(browser, service, id, { ...phone, colorScheme });
      expect(await page.locator('.store').textContent()).toContain('Coffee & Cake');
      expect(await seriousFindings(page)).toEqual([]);
      // The style with the colours is inline: had its hash not been in the policy, there would be a complaint.
      expect(complaints).toEqual([]);
      const background = await page.evaluate('getComputedStyle(document.querySelector(".button")).backgroundColor');
      expect(background).toBe(rgb(colour));
      await close();
    }
    await setPage({});
  });

  it('has a colour of its own for dark screens', async () => {
    await setPage({ colour: '#112233', darkColour: '#ddeeff' });
    const { id } = await startPayin();
    const { page, close } = await openPayer(browser, service, id, { ...phone, colorScheme: 'dark' });
    const background = await page.evaluate('getComputedStyle(document.querySelector(".button")).backgroundColor');
    expect(background).toBe(rgb('#ddeeff'));
    await close();
    await setPage({});
  });
});

describe('the language', () => {
  it.each([
    ['ru-RU', 'ru', 'Переведите ровно', /5\s\d{3},00\s₽/],
    ['en-US', 'en', 'Transfer exactly', /₽5,\d{3}\.00/],
    ['de-DE', 'en', 'Transfer exactly', /₽5,\d{3}\.00/],
    ['kk-KZ', 'kk', 'Дәл осы соманы аударыңыз', /5\s\d{3},00\s₽/],
  ])('the language for a browser in %s is %s', async (locale, code, heading, amount) => {
    const { id } = await startPayin();
    const { page, close } = await openPayer(browser, service, id, { ...phone, locale });
    await expectHeading(page, heading);
    expect(await page.locator('html').getAttribute('lang')).toBe(code);
    expect(await page.locator('#heading').textContent()).toMatch(amount);
    await close();
  });

  it("is the store's for a browser that speaks another one, until the reader switches", async () => {
    await setPage({ language: 'ru' });
    const { id } = await startPayin();
    const { page, close } = await openPayer(browser, service, id, { ...phone, locale: 'de-DE' });
    await expectHeading(page, 'Переведите ровно');
    await switchTo(page, 'English');
    await expectHeading(page, 'Transfer exactly');
    // At another step of the page, too, and the step stays.
    await page.goto(`${service.url}/pay/${id}`);
    await page.getByRole('link', { name: 'I have paid' }).click();
    await expectHeading(page, 'Attach the receipt');
    await switchTo(page, 'Русский');
    await expectHeading(page, 'Приложите чек');
    await close();
    await setPage({});
  });
});

async function switchTo(page: Page, name: string): Promise<void> {
  await page.locator('.languages summary').click();
  await page.getByRole('link', { name }).click();
}

function rgb(colour: string): string {
  const [red, green, blue] = [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
  return `rgb(${red}, ${green}, ${blue})`;
}
