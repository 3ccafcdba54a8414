import { createECDH, randomBytes } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode, totpStep } from '../../src/domain/people/totp.ts';
import { openBrowser } from '../support/browser.ts';
import { Receiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type ConsoleWindow, expectAccessible, expectShown, expectTold, openAs } from './support/console.ts';

/** What people are told, and what their shops are: chosen in a real browser. */
let service: TestService;
let browser: Browser;
let receiver: Receiver;
beforeAll(async () => {
  [service, browser, receiver] = await Promise.all([
    startTestService({ WEB_PUSH_KEY: 'ab'.repeat(32) }),
    openBrowser(),
    Receiver.start(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await receiver?.stop();
});

/** Makers take turns. */
async function startDealOf(makerId: number): Promise<void> {
  const { body } = await service.shop.createPayin({ startDeal: true });
  const { rows } = await service.db.pool.query('select maker_id from deals where id = $1', [body.deals[0].id]);
  if (rows[0].maker_id !== makerId) await startDealOf(makerId);
}

describe('the page about what one is told', () => {
  let window: ConsoleWindow;
  beforeAll(async () => {
    window = await openAs(browser, service, 'maker');
  });
  afterAll(() => window?.close());

  it('leads from an address through its code to the first deal that is told there', async () => {
    const { page } = window;
    await page.getByRole('button', { name: 'maker' }).click();
    await page.getByRole('menuitem', { name: 'Notifications' }).click();
    await expectShown(page.getByText('No address yet'));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add an address' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('How').selectOption('Web server');
    await dialog.getByLabel('Address').fill(`${receiver.url}/told`);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add an address' }).click();
    await expectShown(page.getByText('Secret of the web server'));
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expectShown(page.getByText('Waits for its code'));
    const [sent] = await receiver.until(1);
    await page.getByRole('button', { name: 'Give the code' }).click();
    await dialog.getByLabel('Code').fill('000000' === sent?.body.code ? '000001' : '000000');
    await dialog.getByRole('button', { name: 'Give the code' }).click();
    await expectShown(dialog.getByText('channel_code_wrong'));
    await dialog.getByLabel('Code').fill(sent?.body.code);
    await dialog.getByRole('button', { name: 'Give the code' }).click();
    await page.getByRole('checkbox', { name: /^New deal/ }).check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expectTold(page, 'Saved');
    const { rows } = await service.db.pool.query('select kind from told_wishes');
    expect(rows).toEqual([{ kind: 'deal' }]);
    const deals = () => receiver.received.filter(({ body }) => body.kind === 'deal');
    await startDealOf(1);
    const [told] = await receiver.until(1, deals);
    expect(told?.body.title).toMatch(/^New deal: [\d,.]+ RUB$/);
  });
});

it('a browser that never showed the deals of a maker is told, and what keeps it from that is said in words', async () => {
  const window = await openAs(browser, service, 'merchant', '/account/notifications');
  const { page } = window;
  await page.getByRole('button', { name: 'Add an address' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('How').selectOption('This browser');
  const add = () => dialog.getByRole('button', { name: 'Add an address' }).click();
  // No real push service is asked, neither by the browser nor by ours: at this address nobody listens.
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  const given = JSON.stringify({ endpoint: 'http://127.0.0.1:1/push', keys });
  await page.evaluate(`Notification.requestPermission = () => Promise.resolve('granted');
    PushManager.prototype.subscribe = () => Promise.resolve({ toJSON: () => (${given}) })`);
  await add();
  await expectTold(page, 'Added. Look for the code.');
  await expectShown(page.getByRole('cell', { name: 'This browser', exact: true }));

  await page.getByRole('button', { name: 'Add an address' }).click();
  await dialog.getByLabel('How').selectOption('This browser');
  await page.evaluate(`PushManager.prototype.subscribe = () => Promise.reject(new DOMException('', 'AbortError'))`);
  await add();
  await expectShown(dialog.getByText('The browser got no address'));
  await page.evaluate(`Notification.requestPermission = () => Promise.resolve('denied')`);
  await add();
  await expectShown(dialog.getByText('Allow them in the settings of this site'));
  await expectAccessible(page);
  await page.evaluate('delete window.PushManager');
  await add();
  await expectShown(dialog.getByText('This browser cannot show notifications here'));
  await window.close();
});

describe('the endpoints of a store', () => {
  it('are added under Keys with the second factor, and hear of what happens', async () => {
    const window = await openAs(browser, service, 'merchant');
    const { page } = window;
    await window.go('/keys');
    await page.getByRole('button', { name: 'Add an endpoint' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill(`${receiver.url}/events`);
    await dialog.getByLabel('Reason').fill('Our books follow it');
    await dialog.getByLabel(/code/i).fill(totpCode('JBSWY3DPEHPK3PXP', totpStep(service.now()) + 1));
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add an endpoint' }).click();
    await expectShown(page.getByText('Secret of the endpoint'));
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expectShown(page.getByText(`${receiver.url}/events`));
    await expectAccessible(page);
    const { body } = await service.shop.createPayin();
    await service.shop.cancel(body.id);
    const heard = () => receiver.received.filter(({ path }) => path === '/events');
    const [event] = await receiver.until(1, heard);
    expect(event?.body.invoice.id).toBe(body.id);
    await window.close();
  });
});
