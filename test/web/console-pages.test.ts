import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillConsoleWorld } from '../../scripts/console-world.ts';
import { receiptPicture } from '../../scripts/receipt-picture.ts';
import { openBrowser } from '../support/browser.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type ConsoleWindow, expectAccessible, openAs } from './support/console.ts';

/** Each page that an operator can open, full of the things that such a page shows. */
let service: TestService;
let browser: Browser;
let operator: ConsoleWindow;

beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService(), openBrowser()]);
  await fillConsoleWorld(service, await receiptPicture(browser));
  operator = await openAs(browser, service, 'operator', '/account');
});
afterAll(async () => {
  await operator?.close();
  await browser?.close();
  await service?.stop();
});

describe('every page of an operator', () => {
  const paths = [
    '/',
    '/invoices',
    '/deals',
    '/arrivals',
    '/withdrawals',
    '/notifications',
    '/makers',
    '/makers/1',
    '/requisites',
    '/stores',
    '/stores/1',
    '/ledger',
    '/ledger/11',
    '/rates',
    '/reports',
    '/audit',
    '/users',
    '/system',
    '/account',
  ];

  it.each(paths)('%s stands in nobody’s way', async (path) => {
    await operator.go(path);
    await operator.page.locator('tbody tr:not(.skeleton), .state').first().waitFor();
    await expectAccessible(operator.page);
  });

  it('is there in Russian and in the dark', async () => {
    const window = await openAs(browser, service, 'operator', '/', { locale: 'ru-RU', isDark: true });
    for (const path of [...paths.slice(1), '/']) {
      await window.go(path);
      await window.page.locator('tbody tr:not(.skeleton), .state').first().waitFor();
      const text = await window.page.locator('main').innerText();
      expect(text, path).toMatch(/[а-яё]{4}/i);
      await expectAccessible(window.page);
    }
    await window.close();
  }, 120_000);
});

describe('the time zone', () => {
  it('is shown, can be chosen, and is that of times, of days in filters and of exports', async () => {
    const { page } = operator;
    await operator.open('/invoices?from=2026-11-14');
    const time = page.locator('tbody tr time').first();
    const asUtc = await time.getAttribute('title');
    await page.getByRole('button', { name: 'Time zone: UTC', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Time zone').selectOption('Asia/Katmandu');
    operator.calls();
    await page.getByRole('button', { name: 'Use this zone' }).click();
    await page.getByRole('button', { name: 'Time zone: UTC+5:45' }).waitFor();
    await page.getByLabel('From, UTC+5:45').waitFor();
    await expect.poll(() => operator.calls().join()).toContain('from=2026-11-13T18%3A15%3A00.000Z');
    expect(await time.getAttribute('title')).not.toBe(asUtc);
    const file = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
    expect(file).toContain('zone=Asia%2FKatmandu');
    await page.reload();
    await page.getByRole('button', { name: 'Time zone: UTC+5:45' }).click();
    await expectAccessible(page);
    await page.getByRole('dialog').getByLabel('Time zone').selectOption('');
    await page.getByRole('button', { name: 'Use this zone' }).click();
    await page.getByLabel('From, UTC', { exact: true }).waitFor();
  });
});
