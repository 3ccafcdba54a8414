import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeShop, isReady, OwnServer, until } from '../faults/support/own-server.ts';
import { openBrowser } from '../support/browser.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { desktop, expectHeading, openPayer, phone } from '../support/payer.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';

/** The page against names that are markup, other sites that want to show it, and the service's own bad moments. */
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

const markup = `"><script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">'`;

let invoiceNumber = 0;
async function startPayin(change: object = {}) {
  invoiceNumber++;
  const { body } = await service.shop.createPayin({ startDeal: true, amount: `${7000 + invoiceNumber}.00`, ...change });
  return body;
}

async function expectUnhurt(page: Page): Promise<void> {
  expect(await page.evaluate('window.hacked')).toBeUndefined();
  expect(await page.locator('main script, main img[src="x"], header script').count()).toBe(0);
}

describe('markup in names', () => {
  it('markup in the names of store, bank and holder is shown as text, on every screen they are on', async () => {
    await service.db.pool.query('update stores set name = $1 where id = 1', [markup]);
    await service.db.pool.query("update banks set name = $1 where code = 'mkb'", [markup]);
    await service.db.pool.query("update requisites set holder = $1 where bank = 'mkb'", [markup]);
    const open = await startPayin({ startDeal: false });
    const running = await startPayin({ paymentOption: 'SBP', paymentMethod: 'mkb' });
    const canceled = await startPayin({ cancelUrl: 'https://shop.example/?a="><script>' });
    await service.shop.cancel(canceled.id);
    const { page, complaints, close } = await openPayer(browser, service, open.id, desktop);
    await page.getByRole('button', { name: markup }).first().waitFor();
    await expectUnhurt(page);
    for (const address of [running.id, `${running.id}?step=receipt`, `${running.id}?step=cancel`, canceled.id]) {
      await page.goto(`${service.url}/pay/${address}`);
      expect(await page.locator('.store').textContent()).toContain(markup);
      await expectUnhurt(page);
    }
    await page.goto(`${service.url}/pay/${running.id}`);
    expect(await page.locator('.facts').textContent()).toContain(markup);
    // Swapped in by the script, too.
    await page.getByRole('link', { name: 'Choose another way to pay' }).click();
    await expectHeading(page, 'How would you like to pay?');
    await expectUnhurt(page);
    expect(complaints).toEqual([]);
    await close();
    await service.db.pool.query("update stores set name = 'Demo Shop' where id = 1");
  });

  it('markup in the address does not reach the page', async () => {
    const { id } = await startPayin();
    const query = ['step', 'notice', 'lang', 'part', 'seen']
      .map((name) => `${name}=${encodeURIComponent(markup)}`)
      .join('&');
    const { page, close } = await openPayer(browser, service, id, phone, `?${query}`);
    await expectHeading(page, 'Transfer exactly');
    expect(await page.locator('main').innerHTML()).not.toContain('hacked');
    await expectUnhurt(page);
    await close();
  });
});

describe('a frame', () => {
  let shop: Server;
  let origin: string;
  beforeAll(async () => {
    shop = createServer((request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<iframe src="${service.url}/pay/${request.url?.slice(1)}" width="400" height="700"></iframe>`);
    });
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    origin = `http://localhost:${(shop.address() as AddressInfo).port}`;
  });
  afterAll(() => shop.close());

  it('a frame of a stranger stays empty; that of a site the store allows shows the page, and gets requisites', async () => {
    const { id } = await startPayin({ startDeal: false, paymentOption: 'SBP', paymentMethod: 'vtb' });
    const { page, close } = await openPayer(browser, service, 'none', desktop);
    await page.goto(`${origin}/${id}`);
    await page.waitForTimeout(500);
    expect(await page.frameLocator('iframe').locator('#heading').count()).toBe(0);

    await operator.patch('/stores/1', { page: { frameOrigins: [origin] }, reason: 'a test' });
    await page.goto(`${origin}/${id}`);
    const frame = page.frameLocator('iframe');
    await frame.locator('.languages summary').click();
    await frame.getByRole('link', { name: 'Русский' }).click();
    // The button is a form of our own page, in somebody else's frame. There are no cookies here, and the language stays.
    await frame.getByRole('button', { name: 'Показать реквизиты' }).click();
    await frame.getByText('Номер телефона', { exact: true }).waitFor();
    await operator.patch('/stores/1', { page: {}, reason: 'a test' });
    await close();
  });
});

describe('when the service says no', () => {
  it('a reader who asks too often is told to wait, and how long', async () => {
    const limited = await startTestService({ PUBLIC_READS_PER_MINUTE: '3', PUBLIC_ACTS_PER_MINUTE: '1' });
    const { body } = await limited.shop.createPayin({ paymentOption: 'SBP', paymentMethod: 'vtb' });
    const { page, close } = await openPayer(browser, limited, body.id);
    // The clock stands still, so that no request is given back.
    await limited.atRest(async () => {
      await expect
        .poll(async () => {
          await page.goto(`${limited.url}/pay/${body.id}`);
          return await page.locator('#heading').textContent();
        })
        .toBe('One moment, please');
      await page.getByText(/You can try again in \d+ sec/).waitFor();
      const answer = await fetch(`${limited.url}/pay/${body.id}`);
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    });
    await close();
    await limited.stop();
  });

  it('a reader who comes while the database is away is told that nothing is lost, and the open page goes on after it', async () => {
    const server = await OwnServer.start();
    const shop = await server.openShop();
    const { body } = await shop.client.createPayin();
    const { page, openTab, close } = await openPayer(browser, shop.service, body.id);
    const other = await openTab(body.id);
    await expectHeading(page, 'How would you like to pay?');
    await server.stop();
    await page.reload();
    await expectHeading(page, 'We will be right back');
    // So is one that was open and wants to go on.
    await other.getByRole('button', { name: 'VTB' }).first().click();
    await expect.poll(() => other.locator('#heading').textContent()).toBe('We will be right back');
    await server.startAgain();
    await until(() => isReady(shop));
    for (const one of [page, other]) {
      await one.getByRole('link', { name: 'Try again' }).click();
      await expectHeading(one, 'How would you like to pay?');
    }
    await close();
    await closeShop(shop);
    await server.remove();
  });
});
